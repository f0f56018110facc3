/** What a form is told by whoever sends it: done, or why not, with the fields it belongs to when it belongs to some. */
export type FormAnswer = { ok: true } | { ok: false; message: string; fields?: Record<string, string> };
