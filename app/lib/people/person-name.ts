/*
 * First and last names. The only place that derives them: from a full name ("Dr. Anna Müller", "Müller, Anna", "山田 太郎"), or from the
 * columns of a file. Titles are part of the full name, never of the first name. When in doubt there is no first name, because a mail
 * that begins with "Hi there," is better than "Hi Dr.,". Safe in the browser.
 */

import { isInvisible } from "#app/lib/words/invisible.ts";

export type NameParts = { firstName: string | null; lastName: string | null };
export type PersonName = NameParts & { name: string | null };

const words = (list: string) => new Set(list.split(" "));

/** Titles and forms of address before a name, without dots. */
const titles = words(
  "dr drs prof professor doctor doktor dipl dipl-ing dr-ing ing eng mag priv-doz pd mr mrs ms mx miss mister sir dame lord lady rev hon " +
    "herr herrn frau fräulein hr mme mlle monsieur madame mademoiselle maître sig sigra signor signora dott dottssa dottore dottoressa " +
    "sr sra srta señor señora dhr mevr mevrouw mw pan pani paní fru frk familie sayın me",
);
/** Further parts of a title; only after one: "Dr. rer. nat.", "Prof. Dr. h. c. mult.". */
const titleParts = words("med rer nat phil jur dent vet oec pol theol habil mult h c hc ing univ em fh dipl");
/** Titles that are used with a first name. */
const firstNameTitles = words("sir dame");
/** Abbreviations that could also be initials or first names, so that they need their dot. */
const dottedTitles = words("m fr");

const suffixes = words(
  "jr junior sr ii iii iv v phd dphil md mba msc ma bsc ba beng meng llm llb jd esq cpa cfa dds rn pe pmp obe mbe ceo cto cfo coo cmo",
);
/** Forms of address after a name. */
const honorifics = words("様 さん 氏 殿 님 씨 부장 과장 차장 대리 사장 이사 팀장 대표 bey hanım hanim");
/** Words that begin a last name when they are written in lowercase. */
const particles = words("van von vom de den der del della di da do dos das du la le ter ten zu zum zur bin ibn");
const companyForms = words(
  "inc llc ltd limited gmbh ag kg ohg ug se corp corporation co plc bv nv sarl sas sa srl spa ab as oy",
);

const plain = (word: string) => word.toLowerCase().replace(/[.,()]/g, "");
/** An abbreviation that is no initial is a title of some language: "JUDr.", "Mgr.", "Capt.", "Avv.". */
const isAbbreviation = (word: string) => /^(?!st\.)\p{L}{2,}\.$/iu.test(word);
const isTitle = (word: string) =>
  titles.has(plain(word)) ||
  word === "DI" ||
  isAbbreviation(word) ||
  (word.endsWith(".") && dottedTitles.has(plain(word)));
const isSuffix = (word: string) => suffixes.has(plain(word)) || honorifics.has(plain(word)) || isAbbreviation(word);
const isInitial = (word: string) => /^(\p{L}\.?-?)+$/u.test(word) && /^\p{L}(\.|-\p{L}|$)/u.test(word);
const isShouted = (word: string) => /\p{Lu}.*\p{Lu}/u.test(word) && word === word.toUpperCase();
const cjk = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+$/u;

function withoutTitles(all: readonly string[]): { rest: string[]; title: string | null } {
  let at = 0;
  for (; at < all.length; at += 1) {
    const word = all[at]!;
    const isPart = at > 0 && titleParts.has(plain(word)) && (word.endsWith(".") || word.startsWith("("));
    if (!isTitle(word) && !isPart) break;
  }
  return { rest: all.slice(at), title: at > 0 ? plain(all[at - 1]!) : null };
}

/** Splits into words: nicknames and remarks in quotes, in brackets or after a dash are left out, "Dr.Anna" is two words. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/["“”„][^"“”„]*["“”„]|\([^)]*\)|\[[^\]]*\]|\|.*|\s[-–—]\s.*/g, " ")
    .replace(/(?<=\p{L}{2}\.)(?=\p{Lu}\p{L})/gu, " ")
    .split(/[\s\u3000]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

const joined = (parts: readonly string[]): string | null => parts.join(" ") || null;
const none: NameParts = { firstName: null, lastName: null };

/**
 * Splits a full name. Understands titles ("Frau Müller" has no first name), "Last, First", "LAST First" and East Asian order; suffixes
 * such as "PhD" are left out. Both are null for an address or a company ("Acme, Inc.").
 */
export function splitName(name: string): NameParts {
  if (name.includes("@") || !/\p{L}/u.test(name)) return none;
  const sections = name.split(/[,，;]/).map(wordsOf);
  const filled = sections.filter((section) => section.length > 0);
  if (filled.some((section, at) => companyForms.has(plain(section.at(-1)!)) && (at > 0 || section.length > 1)))
    return none;
  while (filled.length > 1 && filled.at(-1)!.every(isSuffix)) filled.pop();
  const [first = [], ...others] = filled;
  const isLastFirst =
    others.length > 0 || (sections.length > 1 && filled.length === sections.length - 1 && first.length === 1);
  if (isLastFirst && !others.flat().every(isTitle))
    return { firstName: joined(withoutTitles(others.flat()).rest), lastName: joined(withoutTitles(first).rest) };
  const { rest, title } = withoutTitles(first);
  const named = rest.length > 1 ? rest.filter((word, at) => at === 0 || !isSuffix(word)) : rest;
  const [leading, ...following] = named;
  if (!leading) return none;
  if (following.length === 0) {
    const isLast = isLastFirst || others.length > 0 || (title !== null && !firstNameTitles.has(title));
    if (cjk.test(leading)) return none;
    return isLast ? { firstName: null, lastName: leading } : { firstName: leading, lastName: null };
  }
  if (particles.has(leading)) return { firstName: null, lastName: joined(named) };
  const isFamilyFirst =
    named.every((word) => cjk.test(word)) || (isShouted(leading) && !following.some(isShouted) && !isInitial(leading));
  if (isFamilyFirst) return { firstName: joined(following), lastName: leading };
  // "J. Robert Oppenheimer": the initial and the name that is used.
  const given = isInitial(leading) && following.length > 1 ? 2 : 1;
  return { firstName: joined(named.slice(0, given)), lastName: joined(named.slice(given)) };
}

/**
 * Completes a name of which a full name, parts or both are given: parts keep their words but not their titles, a full name is split,
 * and missing full names are "First Last", with the title. Empty text counts as missing.
 */
export function completeName(given: Partial<PersonName>): PersonName {
  const [name, firstName, lastName] = [given.name, given.firstName, given.lastName].map((text) =>
    text && !isInvisible(text) ? text.trim() : null,
  );
  if (!firstName && !lastName) return { name: name ?? null, ...splitName(name ?? "") };
  const whole = name ?? [firstName, lastName].filter(Boolean).join(" ");
  return { name: whole, firstName: withoutTitle(firstName), lastName: withoutTitle(lastName) };
}

const withoutTitle = (part: string | null | undefined): string | null => {
  if (!part || part.includes("@")) return null;
  const { rest, title } = withoutTitles(part.replace(/(?<=\p{L}{2}\.)(?=\p{Lu}\p{L})/gu, " ").split(/\s+/));
  return title === null ? part : joined(rest);
};

/** Returns the first name with which a mail can begin; null if there is none or only initials ("J.") are known. */
export const greetingName = (firstName: string | null): string | null =>
  firstName && !firstName.split(" ").every(isInitial) ? firstName : null;
