import { normalized } from "#app/lib/words/normalized.ts";

/*
 * One rule for text that is searched: without accents, case and punctuation. "Müller", "muller" and "MULLER", "Łódź" and "lodz",
 * "O’Brien" and "obrien", "Straße" and "strasse" are the same. PostgreSQL has it as the function `search_fold`, which the indexes use;
 * a test compares both for every character (platform/database/search.server.test.ts). Imports no library, so that scripts of content pages
 * stay small.
 */

/** Letters that Unicode does not decompose into a base letter and an accent, and other forms of one letter. */
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ...pairs("đðəƒǥħıɨĸƙłŋøŧʉƶɓɗςیک", "ddefghiikklnotuzbdσيك"),
};

function pairs(from: string, to: string) {
  return Object.fromEntries([...from].map((letter, index) => [letter, to[index] ?? ""]));
}

const letter = new RegExp(`[${Object.keys(letters).join("")}]`, "g");

/** Accents, vowel points, punctuation and symbols, except "@". */
const signs =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: accents are to be found without their letters
  /[\u0001-\u0008\u000e-\u001f\u0021-\u002f\u003a-\u003f\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u2bff\u3001-\u3003\u3008-\u3020\u3030\u30fb\ufe20-\ufe2f\ufeff]/g;

/** Small letters with their accents behind them, and signs: without another Latin letter than a to z. */
export const spelledOut = (text: string): string =>
  normalized(text, "NFKD")
    .toLowerCase()
    .replace(letter, (sign) => letters[sign]!);

/** `searchFold("O’Brien & Söhne, Łódź") === "obrien  sohne lodz"` */
export const searchFold = (text: string): string => spelledOut(text).replace(signs, "");

/** Signs at which a typed word is also searched in parts: "Jean-Luc" finds "Jean Luc". */
const seams = /[\s\u00ad\u2010-\u2015\u2212\-/&,;|+_]+/;

/**
 * Returns the folded ways to find a typed word, each a list of parts that must all occur. German and Danish names are found in both
 * spellings ("Müller" and "Mueller", "Sørensen" and "Soerensen"). Empty for a word without letters and digits.
 */
export function searchForms(word: string): string[][] {
  const folded = searchFold(word);
  if (folded === "") return [];
  const expanded = searchFold(
    normalized(word).replace(/[äöüøåÄÖÜØÅ]/g, (sign) => `${sign}e`.replace(/^([åÅ])e/, "aa")),
  );
  // In shorter words the result would match too much: "Joe" is not "Jo".
  const contracted = folded.length < 5 ? folded : folded.replace(/([aou])e/g, "$1").replaceAll("aa", "a");
  const parts = word.split(seams).map(searchFold).filter(Boolean);
  const forms = [...new Set([folded, expanded, contracted])].map((form) => [form]);
  return parts.length > 1 ? [...forms, parts] : forms;
}

/** Whether folded text (`searchFold`) has every typed word, in any order. For lists that the browser filters. */
export const matchesSearch = (folded: string, typed: string): boolean =>
  typed
    .split(/\s+/)
    .filter((word) => searchFold(word) !== "")
    .every((word) => searchForms(word).some((parts) => parts.every((part) => folded.includes(part))));
