import { normalized } from "#app/lib/words/normalized.ts";
import { searchFold } from "./search-fold.ts";

const maxWords = 6;
const maxWordLength = 40;

/** Returns the words of a search in lower case, without control characters: at most six of at most 40 characters. */
export const searchWords = (typed: string): string[] =>
  normalized(typed.toWellFormed(), "NFKC")
    .replace(/[\p{Cc}\uFFFD]/gu, " ")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => searchFold(word) !== "")
    .slice(0, maxWords)
    .map((word) => word.slice(0, maxWordLength).toWellFormed());
