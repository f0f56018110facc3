/**
 * A form that was sent without scripts and refused. Its page is shown again with what was typed (`values`), the fault beside each
 * field (`fields`) and, for what concerns no field, `message`.
 */
export type RefusedForm = {
  status: 401 | 403 | 404 | 409 | 422 | 429;
  values: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, string>>;
  message: string | null;
  retryAfterSeconds?: number | undefined;
};
