import { and, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/*
 * Word search in a text column or expression with a trigram index (`gin_trgm_ops`). `containsWords` finds text with every
 * word, `resemblesWords` also finds text with typing mistakes. Both use the index if `text` is the indexed expression.
 */

type Searched = PgColumn | SQL;

/** Escapes wildcards for LIKE. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

const minSimilarity = 0.4;
/** Halves of shorter words occur in too many rows to be compared in time. */
const minHalved = 8;

/** Trigrams of the index; shorter text is only found at the start of a word. */
const trigram = 3;

/** Every word occurs in the text. Words of one or two characters count only at the start of a word. */
export const containsWords = (text: Searched, words: readonly string[]): SQL | undefined =>
  and(
    ...words.map((word) => {
      const part = literally(word);
      return word.length < trigram
        ? or(sql`${text} ilike ${`${part}%`}`, sql`${text} ilike ${`% ${part}%`}`)
        : sql`${text} ilike ${`%${part}%`}`;
    }),
  );

/** Every word occurs in the text or resembles a part of it. Words of fewer than four characters must occur. */
export const resemblesWords = (text: Searched, words: readonly string[]): SQL | undefined =>
  and(
    ...words.map((word) => {
      if (word.length <= trigram) return containsWords(text, [word]);
      const isSimilar = sql`${word} <% ${text}`;
      if (word.length < minHalved) return isSimilar;
      // Two swapped letters change more than 40 % of the trigrams, but leave one half of the word intact for the index.
      const middle = Math.ceil(word.length / 2);
      const hasHalf = or(...[word.slice(0, middle), word.slice(middle)].map((half) => containsWords(text, [half])));
      return or(isSimilar, and(hasHalf, sql`word_similarity(${word}, ${text}) >= ${minSimilarity}`));
    }),
  );

/** Similarity of the text to the words, for sorting: higher is closer. */
export const likeness = (text: Searched, words: readonly string[]): SQL =>
  sql.join(
    words.map((word) => sql`word_similarity(${word}, ${text})`),
    sql` + `,
  );
