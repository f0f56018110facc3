/** Truncates to `max` UTF-16 units, without a trailing half of a pair, which PostgreSQL cannot store as JSON. */
export const cut = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, "");

/** Like `cut`, ending in "…" if something was cut off, which counts. */
export const shortened = (text: string, max: number): string => (text.length > max ? `${cut(text, max - 1)}…` : text);
