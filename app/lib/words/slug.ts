import { spelledOut } from "#app/lib/search/search-fold.ts";

/**
 * Returns the words of a text for an address, at most `longest` characters: `slugOf("Größe, Łódź") === "grosse-lodz"`. Letters of other
 * scripts than Latin are left out, so it can be empty. Store the result: a later release may spell more letters.
 */
export const slugOf = (text: string, longest = 60): string =>
  spelledOut(text)
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, longest)
    .replace(/-$/, "");
