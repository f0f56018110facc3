/**
 * The page in response to a form without scripts: the refused form with its input (`values`), errors (`fields`) and general
 * `message`; or, with status 200, the next step after an accepted form, with `values` that belong in no address.
 */
export type RefusedForm = {
  status: 200 | 401 | 403 | 404 | 409 | 422 | 429 | 503;
  values: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, string>>;
  message: string | null;
  /** The refusal's code, for pages that depend on it. */
  code?: string;
  /** Fields were changed elsewhere; their errors say so. */
  isStale?: boolean;
  retryAfterSeconds?: number | undefined;
};
