/** A refused form without scripts, shown again with its input (`values`), errors (`fields`) and general `message`. */
export type RefusedForm = {
  status: 401 | 403 | 404 | 409 | 422 | 429 | 503;
  values: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, string>>;
  message: string | null;
  retryAfterSeconds?: number | undefined;
};
