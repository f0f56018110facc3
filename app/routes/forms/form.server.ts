import type { Next } from "hono";
import type { z } from "zod";
import type { RefusedForm } from "#app/lib/forms/refused-form.ts";
import { fieldErrors } from "#app/lib/forms/validation-messages.ts";
import { countPublicForm } from "#app/routes/api/public/public-form.server.ts";
import { type EndpointContext, newEndpoints, tooManyMessage } from "../api/endpoint.server.ts";

type Form = Record<string, unknown>;

/** Shows the page of a form again, with the values and the errors. */
export const showAgain = (c: EndpointContext, next: Next, form: Form, refused: Refused) => {
  const values = Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  c.set("refusedForm", { fields: {}, message: null, ...refused, values: Object.fromEntries(values) });
  return next();
};
type Refused = Pick<RefusedForm, "status"> & Partial<Omit<RefusedForm, "status" | "values">>;

/** The same for a rate-limited client. */
export const showTooMany = (
  c: EndpointContext,
  next: Next,
  form: Form,
  retryAfterSeconds: number,
  message: string = tooManyMessage,
) => showAgain(c, next, form, { status: 429, message, retryAfterSeconds });

/** The fields of a posted form; empty if it is malformed. */
export const formOf = (c: EndpointContext): Promise<Form> => c.req.parseBody().catch(() => ({}));

/** `POST path`: a public form for browsers without scripts. `accept` returns where to continue. */
export const publicForm = <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  accept: (c: EndpointContext, input: z.output<Schema>) => Promise<string>,
) => {
  const forms = newEndpoints();
  forms.post(path, async (c, next) => {
    const form = await formOf(c);
    const limit = await countPublicForm(c);
    if (!limit.allowed) return showTooMany(c, next, form, limit.retryAfterSeconds);
    const input = schema.safeParse(form);
    if (!input.success) return showAgain(c, next, form, { status: 422, fields: fieldErrors(input.error.issues) });
    return c.redirect(await accept(c, input.data), 303);
  });
  return forms;
};
