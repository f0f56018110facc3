import { z } from "zod";
import { recordOf } from "#app/lib/program/record-of.ts";
import { normalized } from "#app/lib/words/normalized.ts";
import { prospectFields, words } from "../prospect-fields.ts";

/* The fields of a CSV file of prospects, and the matching of its columns. Pure; safe in the browser. */

export const maxImportBytes = 5 * 1024 * 1024;
export const maxImportRows = 20_000;
export const maxImportColumns = 200;
/** Unused uploads and files of rejected rows are deleted after this many hours. */
export const importHours = 24;
export const defaultFileName = "prospects.csv";

const { valueCents: _, ...statedRules } = prospectFields;

/** Fields that a column can fill. */
export const importFields = {
  email: {
    label: "Email",
    importNames: words(`
      email, e mail, mail, email address, e mail address, emailaddress, work email, business email, primary email, contact email,
      email 1, e mail 1, e mail 1 value, email 1 value, person email work, person email, person email home, person email other,
      e mail adresse, email adresse, mailadresse, mail adresse, emailadresse, adresse de messagerie, adresse e mail, adresse email,
      adresse mail, adresse electronique, courriel, mel, correo electronico, direccion de correo electronico, correo, email id, e mail geschaftlich, indirizzo e mail,
      indirizzo email, indirizzo posta elettronica, posta elettronica, adres e mail, adres email, e mailadres, emailadres, endereco de e mail, endereco de email,
      e postadress, e post, e postadresse, sahkoposti, e posta, メールアドレス, email work, invitee email, attendee email, lead email,
      professional email, professionalemail, e mail professionnel, email professionnel, secondary email, email home, email other,
      emails, email addresses, email 2, e mail 2 value, e mail 3 value, e mail 2 address, e mail 3 address, private email, e mail privat, user email,
      адрес эл почты, адрес электронной почты, электронная почта, эл почта, почта, 邮箱, 电子邮箱, 电子邮件, 邮件地址, 郵箱, 電子郵件,
      이메일, 이메일 주소, 전자우편, אימייל, דואל, דוא ל, דואר אלקטרוני, البريد الإلكتروني, بريد إلكتروني, الإيميل`),
  },
  ...statedRules,
  tags: {
    label: "Tags",
    importNames: words(`
      tags, tag, labels, label, person labels, person label, categories, group membership, groups, kategorien, etiquettes,
      schlagworter, etiquetas, etiqueta, etichette, categorias, trefwoorden, etykiety, метки, 标签, 태그`),
  },
};
export type ImportField = keyof typeof importFields;
const fieldKeys = Object.keys(importFields) as [ImportField, ...ImportField[]];

/** `columns`: the position of the column for each field. `existing`: the handling of addresses that are already in the pipeline. */
export const ImportChoices = z.object({
  columns: z.partialRecord(z.enum(fieldKeys), z.int().min(0).max(999)),
  existing: z.enum(["skip", "fill"]),
});
export type ImportChoices = z.infer<typeof ImportChoices>;

/** A heading as it is compared: `headingOf("E-Mail-Adresse *") === "e mail adresse"`, `headingOf("Prénom") === "prenom"`. */
export const headingOf = (text: string): string =>
  normalized(text, "NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const headingsOfFields = recordOf(fieldKeys, (field) => importFields[field].importNames.map(headingOf));

/** Fields for which a column without a value is passed over. Outlook's "Title" is no replacement for an empty "Job Title". */
const passedOver: readonly ImportField[] = ["email", "company", "phone", "website", "industry", "employees"];

/** "URL" is also a person's profile, and "Tag" German for day: only columns with values of the field count. */
const ambiguous = ["url", "tag"];

const headingsOf = (header: readonly string[]): string[] =>
  header.slice(0, maxImportColumns).map((heading) => headingOf(heading.slice(0, 100)));

/** Returns the columns that have one of the field's headings, in the order in which the field prefers them. */
const placesOf = (field: ImportField, headings: readonly string[]): number[] =>
  headingsOfFields[field].flatMap((name) => headings.flatMap((heading, at) => (heading === name ? [at] : [])));

/** Columns with a heading of the field, the best first. Where one is empty, another can have the address or phone of the row. */
export type Alternatives = Record<"email" | "phone", number[]>;

export function alternativesOf(header: readonly string[]): Alternatives {
  const headings = headingsOf(header);
  // Calendly's "User Email" is the host's.
  const email = placesOf("email", headings).filter((at) => headings[at] !== "user email");
  return { email, phone: placesOf("phone", headings) };
}

const ofMeetings = ["first join", "join time", "start time", "starttime", "event type"];

/** `hasValue`: whether a column has a value of the field in any row. */
export function guessColumns(
  header: readonly string[],
  hasValue: (column: number, field: ImportField) => boolean = () => true,
): ImportChoices["columns"] {
  const headings = headingsOf(header);
  const found: ImportChoices["columns"] = {};
  for (const field of fieldKeys) {
    const has = (column: number) => hasValue(column, field);
    const places = placesOf(field, headings).filter((at) => !ambiguous.includes(headings[at]!) || has(at));
    const at = (passedOver.includes(field) ? places.find(has) : undefined) ?? places[0];
    if (at !== undefined) found[field] = at;
  }
  // LinkedIn's "URL" is the person's profile.
  if (headings[found.website ?? -1] === "url" && headings.includes("connected on")) delete found.website;
  // "Title" of a booking, and "Role" in Teams' report of a meeting, are not the person's.
  if (
    ["title", "role"].includes(headings[found.role ?? -1] ?? "") &&
    headings.some((name) => ofMeetings.includes(name))
  )
    delete found.role;
  return withLastName(found, headings);
}

/** Headings that mean the first name beside one of the last name, and the full name without. */
const firstOrFull = ["nome", "nombre", "jmeno", "имя", "이름", "שם", "الاسم"].map(headingOf);
const lastOrFull = ["name", "naam"];

/** "Name" beside "Vorname", "Naam" beside "Voornaam", and "Nom" beside "Prénom", is the last name; "Nom" or "Nome" alone is the full name. */
function withLastName(found: ImportChoices["columns"], headings: readonly string[]): ImportChoices["columns"] {
  const { name, firstName, lastName, ...others } = found;
  if (firstName !== undefined && lastName === undefined && lastOrFull.includes(headings[name ?? -1] ?? ""))
    return { ...others, firstName, lastName: name };
  if (name === undefined && lastName === undefined && firstOrFull.includes(headings[firstName ?? -1] ?? ""))
    return { ...others, name: firstName };
  if (firstName === undefined && name === undefined && headings[lastName ?? -1] === "nom")
    return { ...others, name: lastName };
  return found;
}

/** Reads choices from a form or URL (`email=0&name=2&existing=fill`); missing ones fall back to `guess`. */
export function readChoices(params: URLSearchParams, guess: ImportChoices["columns"]): ImportChoices {
  const existing = params.get("existing") === "fill" ? "fill" : "skip";
  if (!fieldKeys.some((field) => params.has(field))) return { columns: guess, existing };
  const columns: ImportChoices["columns"] = {};
  for (const field of fieldKeys) {
    const at = Number(params.get(field) || Number.NaN);
    if (Number.isInteger(at) && at >= 0 && at < 1000) columns[field] = at;
  }
  return { columns, existing };
}

export const choiceParams = ({ columns, existing }: ImportChoices): Record<string, string> => ({
  ...Object.fromEntries(fieldKeys.map((field) => [field, columns[field] === undefined ? "" : String(columns[field])])),
  existing,
});

/** `row`: its number in a spreadsheet program; the first row of the file is 1. */
export type RejectedRow = { row: number; problem: string; cells: readonly string[] };
