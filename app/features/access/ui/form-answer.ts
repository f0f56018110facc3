/** `needsPerson`: an admin reviews the request, so no date is promised. */
export type FormAnswer =
  | { ok: true; needsPerson?: boolean }
  | { ok: false; message: string; fields?: Record<string, string> };
