/**
 * The result of a sent form: done, or why not, with the fields that are at fault if there are any. `needsPerson`: a person
 * reviews the request, so no date is promised.
 */
export type FormAnswer =
  | { ok: true; needsPerson?: boolean }
  | { ok: false; message: string; fields?: Record<string, string> };
