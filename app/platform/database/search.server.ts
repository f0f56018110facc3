import { and, asc, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { searchForms } from "#app/lib/search/search-fold.ts";

/*
 * Word search in folded text (lib/search/search-fold.ts) with a trigram index (`gin_trgm_ops`). `containsWords` finds text with every
 * word, `resemblesWords` also finds text with typing mistakes. Both use the index if `text` is the indexed expression.
 */

/** A column or expression without accents, case and punctuation: what an index for word search has. */
export const folded = (text: PgColumn | SQL): SQL => sql`search_fold(${text})`;

/** The order of names as readers expect it, for `orderBy`: PostgreSQL sorts by code points here, "Zebra" before "api" before "Österreich". */
export const byLetters = (name: PgColumn): SQL => asc(folded(name));

/** A folded expression, or a column that is stored folded. */
type Searched = PgColumn | SQL;

const minSimilarity = 0.4;
/** Halves of shorter words occur in too many rows to be compared in time. */
const minHalved = 8;

/** Trigrams of the index; shorter text is only found at the start of a word. */
const trigram = 3;

const maxWords = 8;

/** The words of a list's search field. Signs beside words are ignored; a search of signs alone finds nothing. */
export function splitSearch(search: string): string[] {
  const typed = search.split(/\s+/).filter(Boolean);
  const words = typed.filter((word) => searchForms(word).length > 0);
  return (words.length > 0 ? words : typed).slice(0, maxWords);
}

/** Scripts in which names have no spaces, and one or two characters are a name. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The folded part occurs in the text. Parts of one or two characters count only at the start of a word, except in those scripts. */
const containsPart = (text: Searched, part: string): SQL =>
  part.length < trigram && !unspaced.test(part)
    ? sql`(${text} like ${`${part}%`} or ${text} like ${`% ${part}%`})`
    : sql`${text} like ${`%${part}%`}`;

/** Every word occurs in the text, in one of its spellings. Folded words have no wildcards. */
export const containsWords = (text: Searched, words: readonly string[]): SQL | undefined =>
  and(
    ...words.map((word) => {
      const forms = searchForms(word).map((parts) => and(...parts.map((part) => containsPart(text, part))));
      return forms.length > 0 ? or(...forms) : sql`false`;
    }),
  );

/**
 * Every word occurs in the text or resembles a part of it. Words of fewer than four characters and with digits must occur. Of addresses
 * the part before the ending is compared: what all addresses of "example.com" share is no likeness.
 */
export const resemblesWords = (text: Searched, words: readonly string[]): SQL | undefined =>
  and(
    ...words.map((typed) => {
      const word = foldedWord(typed.replace(/\.\p{L}{2,}$/u, ""));
      if (word.length <= trigram || /\d/.test(word)) return containsWords(text, [typed]);
      const isSimilar = sql`${word} <% ${text}`;
      if (word.length < minHalved) return isSimilar;
      // Two swapped letters change more than 40 % of the trigrams, but leave one half of the word intact for the index.
      const middle = Math.ceil(word.length / 2);
      const hasHalf = or(...[word.slice(0, middle), word.slice(middle)].map((half) => containsPart(text, half)));
      return or(isSimilar, and(hasHalf, sql`word_similarity(${word}, ${text}) >= ${minSimilarity}`));
    }),
  );

/** With `closest`: the condition of a search that also finds similar rows, and whether a row contains every word. */
export const containsOrResembles = (text: Searched, words: readonly string[]) => ({
  where: or(containsWords(text, words), resemblesWords(text, words)),
  isExact: sql<boolean>`coalesce(${containsWords(text, words)}, false)`.as("is_exact"),
});

/** Rows that contain every word, or if there are none, the similar ones. The query sorts by `isExact` first. */
export function closest<Row extends { isExact: boolean }>(rows: readonly Row[]): Omit<Row, "isExact">[] {
  const exact = rows.filter(({ isExact }) => isExact);
  return (exact.length > 0 ? exact : rows).map(({ isExact: _, ...row }) => row);
}

/** Similarity of the text to the words, for sorting: higher is closer. */
export const likeness = (text: Searched, words: readonly string[]): SQL =>
  sql.join(
    words.map((word) => sql`word_similarity(${foldedWord(word)}, ${text})`),
    sql` + `,
  );

const foldedWord = (typed: string): string => searchForms(typed)[0]?.[0] ?? "";
