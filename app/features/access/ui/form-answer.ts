/**
 * The result of a submitted form: success, or a message with the invalid fields, if any. `needsPerson`: an admin
 * reviews the request, so no date is promised.
 */
export type FormAnswer =
  | { ok: true; needsPerson?: boolean }
  | { ok: false; message: string; fields?: Record<string, string> };
