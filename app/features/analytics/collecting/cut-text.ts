import { cut } from "#app/lib/text.ts";

/**
 * Returns the first `max` characters as a copy: a slice would keep the whole text in memory for as long as a cache or queue holds the
 * slice.
 */
export const cutText = (text: string, max: number): string =>
  text.length <= max ? text : (JSON.parse(JSON.stringify(cut(text, max))) as string);
