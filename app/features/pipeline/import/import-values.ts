import { z } from "zod";
import { isEmptyCell, isMissing, marksMissing } from "#app/lib/formats/missing-value.ts";
import { asciiDigits } from "#app/lib/forms/typed-code.ts";
import { readNumber } from "#app/lib/forms/typed-number.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { bareDomain } from "#app/lib/people/bare-domain.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { text } from "#app/lib/text.ts";
import { shortened } from "#app/lib/words/cut.ts";
import { prospectFields } from "../prospect-fields.ts";
import { maxTags } from "../prospects/prospect-input.ts";

/*
 * Reads the values of an import as spreadsheets, address books and CRMs write them. Each function returns the value, and the texts
 * that are left out; only a missing address costs the contact.
 */

/** `problem`: why a value, or a part of it, is not stored. */
export type Read<Value> = { value: Value | null; problem?: string };

const address = emailAddress("");
const maxAddressCell = 2000;

/** Reads the first valid address of a cell such as `Müller, Anna <a@b.example>`, `mailto:a@b.example` or `a@b.example; c@d.example`. */
export function readAddress(cell: string): Read<string> & { name: string | null } {
  const written = cell.slice(0, maxAddressCell).replace(/\p{Cf}/gu, "");
  const parts = written.split(/[\s;,<>()[\]"|]+|:::/u).filter((part) => part.includes("@"));
  const found = parts
    .map((part) =>
      part
        .replace(/^(?:mailto|smtp|e-?mail):/i, "")
        .replace(/\?.*$/, "")
        .replace(/^['‘’.]+|['‘’.:]+$/g, ""),
    )
    .map((part) => ({ part, checked: address.safeParse(part) }));
  const valid = [...new Set(found.flatMap(({ checked }) => (checked.success ? checked.data : [])))];
  const [value, ...others] = valid;
  if (!value) return { value: null, name: null };
  const unread = found.filter(({ checked }) => !checked.success).map(({ part }) => part);
  const rest = [...others, ...unread];
  const name = /^\s*["']?([^<>@"]*?)["']?\s*</u.exec(written)?.[1]?.trim() || null;
  return { value, name, ...(rest.length > 0 && { problem: `${listed(rest)} was left out.` }) };
}

const spaces = /[\s\u00A0\u2007\u2009\u202F'’`´]/g;
const numeral = /^\d+(?:[.,]\d+)*[km]?$/;
const lakhs = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;
const maxEmployees = 1_000_000;

/**
 * Reads a number of employees. Thousands and decimals in the marks of any language ("1.200", "1,200.0", "1,00,000", "1 200", "250,0"), "1.2k",
 * "200 employees", "> 500", "10,001+", and ranges, which become their middle: "51-200" is 126.
 */
export function readEmployees(cell: string): Read<number> {
  const written = asciiDigits(cell).trim();
  if (written === "") return { value: null };
  const bounds = (undoneDate(written) ?? written)
    .toLowerCase()
    .replace(
      /(?<=[\d\s.,+km])\s*(?:employees?|people|persons?|staff|ftes?|mitarbeiter(?:innen)?|mitarbeitende|beschäftigte|personen|employés?|salariés?|personnes?|empleados|personas|dipendenti|addetti|medewerkers|pracowników|osób|zaměstnanců|funcionários)\.?$/u,
      "",
    )
    .replace(
      /^(?:about|approx\.?|around|ca\.?|circa|env(?:iron|\.)|etwa|rund|unge?fähr|more than|over|under|less than|plus de|moins de|über|unter|mehr als|weniger als|más de|menos de|più di|meno di|up to|bis zu|[~≈><≥≤=c.]+)\s*(?=\d)/u,
      "",
    )
    .replace(/^from\s+|^de\s+|^von\s+|\s*\+$/gu, "")
    .split(/\s*(?:-|–|—|\.\.\.?|…)\s*|\s+(?:to|bis|à|a|and|und|et)\s+/u)
    .map(numberOf);
  const [low, high = low] = bounds;
  const value = low === null || high === null || bounds.length > 2 ? null : Math.round((low! + high!) / 2);
  if (value === null || value < 1 || value > maxEmployees || low! > high!)
    return { value: null, problem: `${quoted(cell)} is not a number of employees.` };
  return { value };
}

/** Of two meanings ("1.200"), the one with thousands: no company has 1.2 employees. */
function numberOf(text: string): number | null {
  const plain = text.replace(spaces, "");
  const written = lakhs.test(plain) ? plain.replaceAll(",", "") : plain;
  if (!numeral.test(written)) return null;
  const { value, meanings } = readNumber(written);
  return meanings?.[0] ?? (Number.isNaN(value) ? null : value);
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** Excel turns "1-10" and "11-50" into "10-Jan" and "Nov-50". */
function undoneDate(text: string): string | null {
  const [, day, before, after, year] = /^(?:(\d{1,2})-([a-z]{3})|([a-z]{3})-(\d{2}))$/i.exec(text) ?? [];
  const month = months.indexOf((before ?? after ?? "").toLowerCase()) + 1;
  if (month === 0) return null;
  return `${month}-${Number(day ?? year)}`;
}

const otherSites = /(?:^|\.)(?:linkedin|xing|facebook|instagram|twitter|x|youtube|tiktok)\.com$/;

export function readWebsite(cell: string): Read<string> {
  const parts = cell.trim().split(/\s*(?::::|[;,]|\s)\s*/);
  const first = parts.find((part) => !isMissing(part)) ?? cell.trim();
  if (first === "") return { value: null };
  const domain = bareDomain(first);
  if (!domain) return { value: null, problem: `${quoted(cell)} is not a website.` };
  if (otherSites.test(domain))
    return { value: null, problem: `${quoted(cell)} is a profile, not the company's website.` };
  return { value: domain };
}

/** Tags separated by commas, semicolons or Google's ":::", also in quotes and as a JSON list; `* myContacts` of Google is no tag. */
export function readTags(cell: string): Read<string[]> {
  const written = cell
    .split(/[,;|]|:::/)
    .map(bareTag)
    .filter((tag) => !isEmptyCell(tag));
  const marks = written.filter((tag) => marksMissing(tag));
  const tags = written.filter((tag) => !marks.includes(tag)).map((tag) => tag.toLowerCase());
  const all = [...new Set(tags)].filter((tag) => tag !== "mycontacts");
  const value = all.filter((tag) => z.safeParse(text({ max: 40 }), tag).success).slice(0, maxTags);
  const rest = all.filter((tag) => !value.includes(tag));
  const problems = [
    ...(marks.length > 0 ? [markProblem(marks)] : []),
    ...(rest.length > 0 ? [`${listed(rest)} was left out: at most ${maxTags} tags of 40 characters.`] : []),
  ];
  return { value, ...(problems.length > 0 && { problem: problems.join(" ") }) };
}

/** Removes what is around a tag. In linear time, which a pattern with `+$` does not take. */
function bareTag(tag: string): string {
  let end = tag.length;
  while (end > 0 && /[\s"'\]]/.test(tag[end - 1]!)) end -= 1;
  return tag.slice(0, end).replace(/^[\s"'*[]+/, "");
}

const maxPhone = prospectFields.phone.max;

/** "Tel.: ", "p:", "Mobile " before a number. */
const phoneLabel =
  /^(?:['\s]|(?:[tpm]|ph|fon|tel(?:efono?|efoon|ephone)?|t[ée]l(?:éphone)?|phone|mob(?:ile?)?|cell|handy|office|work)(?:\.?\s*:|\.|(?=\s+[+(\d])))+/iu;

/**
 * Reads the first number of a cell such as "tel:+49 30 1", "p:+4930123456" (Meta), "'030123456" or "+49 30 1 ::: +49 30 2" (Google). What
 * a spreadsheet program made a number gets its digits back ("4915112345678.0"), unless digits are lost ("4.91511E+12").
 */
export function readPhone(cell: string): Read<string> {
  const [first, ...others] = cell
    .split(/:::|[;,|](?=\s*\+|\s+00)/)
    .map((part) => part.replace(phoneLabel, "").trim())
    .filter((part) => !isMissing(part));
  if (first === undefined) return { value: null };
  const written = first.replace(/^(\d{6,})[.,]0+$/, "$1");
  if (!/\d/.test(asciiDigits(written))) return { value: null, problem: `${quoted(cell)} is not a phone number.` };
  const [, whole, decimals, power] = /^(\d)(?:[.,](\d+))?e\+?(\d+)$/i.exec(written) ?? [];
  if (whole && Number(power) !== (decimals ?? "").length)
    return { value: null, problem: `${quoted(first)} was rounded by a spreadsheet program.` };
  const read = readLine(whole ? whole + (decimals ?? "") : written, maxPhone);
  return others.length > 0 && !read.problem ? { ...read, problem: `${listed(others)} was left out.` } : read;
}

/** Reads a cell with `read`, unless it is empty or marks a missing value. `isName`: see `marksMissing`. */
export function unlessMissing<Value>(
  cell: string,
  read: (cell: string) => Read<Value>,
  rules?: { isName: boolean },
): Read<Value> {
  if (marksMissing(cell, rules)) return { value: null, problem: markProblem([cell.trim()]) };
  return isEmptyCell(cell) ? { value: null } : read(cell);
}

const marksPart = (word: string): boolean => marksMissing(word, { isName: true });

/** Reads a full name, without words for a missing part: "null Li" of a program that joined the parts is "Li". */
export function readFullName(cell: string): Read<string> {
  const parts = cell.split(" ");
  const marks = parts.filter(marksPart);
  const read = readLine(parts.filter((part) => !marks.includes(part)).join(" "), prospectFields.name.max);
  return marks.length > 0 && !read.problem ? { ...read, problem: markProblem(marks) } : read;
}

/** Whether a full name begins with a word for a missing value: "null Li" has no first name. */
export const beginsWithMark = (name: string): boolean => marksPart(name.split(" ", 1)[0]!);

/** One line of text. */
export function readLine(cell: string, max: number): Read<string> {
  const read = text({ max }).safeParse(cell);
  if (!read.success) return { value: null, problem: `${quoted(cell)} is longer than ${formatNumber(max)} characters.` };
  return { value: read.data || null };
}

const maxQuoted = 60;
const quoted = (value: string): string => `“${shortened(value, maxQuoted)}”`;
const maxListed = 3;
const listed = (values: readonly string[]): string =>
  values.slice(0, maxListed).map(quoted).join(", ") +
  (values.length > maxListed ? ` and ${values.length - maxListed} more` : "");
const markProblem = (marks: readonly string[]): string =>
  `${listed([...new Set(marks)])} ${marks.length > 1 ? "mark" : "marks"} a missing value.`;
