/**
 * The first `max` characters of a text, as a copy: a slice of a long text keeps all of it in memory for as long as the slice
 * lives, in a cache or a queue.
 */
export const cutText = (text: string, max: number): string =>
  text.length <= max ? text : (JSON.parse(JSON.stringify(text.slice(0, max))) as string);
