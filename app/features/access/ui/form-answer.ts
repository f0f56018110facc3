/** `needsPerson`: an admin reviews the request, so no date is promised. `isSynced`: false if the profile was not filled from it. */
export type FormAnswer =
  | { ok: true; needsPerson?: boolean; isSynced?: boolean }
  | { ok: false; message: string; fields?: Record<string, string> };
