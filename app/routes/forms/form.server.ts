import { Hono, type Next } from "hono";
import type { z } from "zod";
import type { RefusedForm } from "#app/lib/forms/refused-form.ts";
import { fieldErrors } from "#app/lib/forms/validation-messages.ts";
import { countPublicForm } from "#app/routes/api/public/public-form.server.ts";
import {
  type EndpointContext,
  type EndpointEnv,
  type ErrorBody,
  newEndpoints,
  notFound,
  tooManyMessage,
} from "../api/endpoint.server.ts";

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

/** Headers of an endpoint's response that the browser gets. */
export type Sent = [name: "set-cookie" | "clear-site-data", value: string][];

/**
 * The response of an endpoint of `group` to this request's session, address and cookies, so that a form has the rules, limits,
 * messages and cookies of the page's script. Adds the headers for the browser to `sent`.
 */
export async function callEndpoint(
  c: EndpointContext,
  group: ReturnType<typeof newEndpoints>,
  path: string,
  { method, body }: { method?: string; body?: RequestInit["body"] },
  sent: Sent,
): Promise<Response> {
  const app = new Hono<EndpointEnv>().notFound(notFound).onError((error) => {
    throw error;
  });
  app.use(async (inner, next) => {
    for (const name of ["ctx", "address", "requestId"] as const) inner.set(name, c.get(name));
    await next();
  });
  const headers = new Headers(c.req.raw.headers);
  headers.delete("content-length");
  if (body) headers.set("content-type", "application/json");
  else headers.delete("content-type");
  const response = await app.route("/", group).request(path, { method, headers, body });
  for (const cookie of response.headers.getSetCookie()) sent.push(["set-cookie", cookie]);
  const prefetched = response.headers.get("clear-site-data");
  if (prefetched) sent.push(["clear-site-data", prefetched]);
  if (!response.ok) c.set("refusalCode", ((await response.clone().json()) as ErrorBody).error.code);
  return response;
}

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
