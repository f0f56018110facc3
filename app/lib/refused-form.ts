/**
 * A refused form that was submitted without scripts. Its page is shown again with the input (`values`), an error for
 * each field (`fields`) and a general `message`.
 */
export type RefusedForm = {
  status: 401 | 403 | 404 | 409 | 422 | 429;
  values: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, string>>;
  message: string | null;
  retryAfterSeconds?: number | undefined;
};
