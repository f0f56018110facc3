import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import { adminDenied, roleDenied } from "#app/features/accounts/users/admin-messages.ts";
import { forReports } from "#app/features/analytics/reports/report-context.server.ts";
import { actsInTeam, canChange, canRead, hasFreshCode } from "#app/lib/actor.ts";
import { userAgentOf } from "#app/lib/browsers/agents/user-agent.ts";
import { jsonIn } from "#app/lib/formats/json-in.ts";
import type { RefusedForm } from "#app/lib/forms/refused-form.ts";
import { dottedPath, fieldErrors, type Issue } from "#app/lib/forms/validation-messages.ts";
import type { Area } from "#app/lib/rights.ts";
import { unreadableIssues } from "#app/lib/text.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { freshCodeRequired } from "#app/shell/fresh-code.ts";

export type RequestVariables = {
  ctx: Ctx;
  /** The client's address; for rate limits and hashes only, never stored. */
  address: string;
  requestId: string;
  /** The nonce of this response's inline styles; absent in tests of single endpoints. */
  nonce?: string;
  /** Set by `refusal`, for the security page. */
  refusalCode?: string;
  refusedForm?: RefusedForm;
};
export type EndpointEnv = { Variables: RequestVariables };
export type EndpointContext = Context<EndpointEnv>;

/** The context for queries of reports, which may run on a standby (DATABASE_READ_URL). */
export const reportContext = (c: EndpointContext): Ctx => forReports(c.get("ctx"));

/** The shape of every refusal. `fields` has the messages by field. */
export const ErrorBody = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
    }),
  })
  .openapi("Error");
export type ErrorBody = z.infer<typeof ErrorBody>;

/**
 * A group of endpoints. Input that does not match the schema returns 422 with the first message of each field; a path that
 * does not match returns 404. Text that the database cannot store is rejected for every schema, before the handler runs.
 */
export const newEndpoints = () =>
  new OpenAPIHono<EndpointEnv>({
    defaultHook: (result, c) => {
      const issues = result.success ? unreadableIssues(result.data) : result.error.issues;
      if (issues.length === 0) return;
      return result.target === "param" ? notFound(c) : c.json(invalidInput({ issues }), 422);
    },
  });

/** The id of a record in a path; an invalid id returns 404, like an unknown one. */
export const recordId = () => z.uuid();

/** A moment in a response body. */
export const instantText = () => z.string().openapi({ format: "date-time" });

/** The query of a DELETE: the version that the admin saw. Without it any version is deleted. */
export const seenVersion = z.object({ version: z.coerce.number().int().optional() });

/** 422 body: the first problem per field; the very first is the message. */
export function invalidInput(error: { issues: readonly Issue[] }): ErrorBody {
  const fields = fieldErrors(error.issues, (path) => dottedPath(path) || "form");
  return { error: { code: "invalid_input", message: error.issues[0]?.message ?? "Please check your input.", fields } };
}

/** A refusal: `return refusal(c, 409, "slot_taken", "That time is no longer free.")`. What is unavailable is worth another try in a minute. */
export const refusal = <const Status extends 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503>(
  c: Context,
  status: Status,
  code: string,
  message: string,
  extra: { fields?: Record<string, string>; retryAfterSeconds?: number } = {},
) => {
  const { fields, retryAfterSeconds = status === 503 ? 60 : 0 } = extra;
  if (retryAfterSeconds) c.header("retry-after", String(retryAfterSeconds));
  c.set("refusalCode", code);
  const error: ErrorBody["error"] = fields ? { code, message, fields } : { code, message };
  return c.json({ error }, status);
};

/** Beside fields that were changed in another tab or on another device since the form was opened. */
export const changedElsewhere = (current: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(current).map(([name, value]) => [
      name,
      `Changed elsewhere to "${value ?? ""}". Save again to replace it.`,
    ]),
  );
export const renamedElsewhere = (c: Context, { current }: { current: string }) =>
  refusal(c, 409, "stale", "The name was changed in another tab or on another device.", {
    fields: changedElsewhere({ name: current }),
  });

export const signInFirst = (c: Context) => refusal(c, 401, "sign_in_required", "Please sign in and try again.");
export const notFound = (c: Context) =>
  refusal(c, 404, "not_found", "There is nothing at this address, or it is not yours.");
export const tooManyMessage = "Too many attempts. Please try again later.";
export const tooMany = (c: Context, retryAfterSeconds: number, message: string = tooManyMessage) =>
  refusal(c, 429, "too_many", message, { retryAfterSeconds });

/** The context of a signed-in user, or undefined; the endpoint then returns `signInFirst(c)`. */
export const signedIn = (ctx: Ctx): SignedInCtx | undefined =>
  ctx.actor.kind === "user" ? (ctx as SignedInCtx) : undefined;

type SignedInEnv = EndpointEnv & { Variables: { signedIn: SignedInCtx } };

/**
 * Route middleware: returns 401 before the body is validated, so visitors learn nothing about its schema. Only handlers of
 * routes that have it can read `c.get("signedIn")`; elsewhere that does not compile.
 */
export const sessionFirst: MiddlewareHandler<SignedInEnv> = async (c, next) => {
  const ctx = signedIn(c.get("ctx"));
  if (!ctx) return signInFirst(c);
  c.set("signedIn", ctx);
  await next();
};

/**
 * Middleware of every endpoint under /api/admin: 401 without a session, 403 without a role that can read `area` (GET) or
 * change it, at aal2, before the body is validated. Commands check the role again; this check covers endpoints that only read.
 */
export const adminOnly =
  (area: Area): MiddlewareHandler<EndpointEnv> =>
  async (c, next) => {
    const { actor } = c.get("ctx");
    if (actor.kind !== "user") return signInFirst(c);
    return (c.req.method === "GET" ? canRead : canChange)(actor, area) ? next() : adminFirst(c);
  };

/**
 * Route middleware after `adminOnly`: 403 `fresh_code_required` unless this session verified a second-factor code within
 * the last ten minutes. Pages then ask for a code and repeat the request.
 */
export const freshCode: MiddlewareHandler<EndpointEnv> = async (c, next) => {
  const { actor, now } = c.get("ctx");
  return hasFreshCode(actor, now) ? next() : freshCodeFirst(c);
};

export const freshCodeFirst = (c: Context) => refusal(c, 403, freshCodeRequired, accountMessages.freshCode);

export const adminFirst = (c: Context) =>
  refusal(c, 403, "not_admin", actsInTeam(c.get("ctx").actor) ? roleDenied : adminDenied);

/**
 * Route middleware, with `ignoredBody`, for endpoints that ignore their body: an empty body or any JSON is accepted,
 * anything else returns 400.
 */
export const emptyOrJson: MiddlewareHandler<EndpointEnv> = async (c, next) =>
  isEmptyOrJson(await c.req.text()) ? next() : badJson({}, c);

const isEmptyOrJson = (text: string) => text === "" || jsonIn(text) !== undefined;

export const badJson = (_: object, c: Context) => refusal(c, 400, "bad_json", "The body is not readable JSON.");

export const ignoredBody = {
  required: false,
  content: { "application/json": { schema: { type: "object" as const } } },
};

/** Whether a plain form sent the request instead of a script. */
export const isForm = (c: Context) =>
  (c.req.header("content-type") ?? "").startsWith("application/x-www-form-urlencoded");

/** A form with its honeypot field filled in: recorded with `recordHit`, and responded to like a success. */
export const hiddenField = (c: Context<EndpointEnv>) => ({
  kind: "hidden_field" as const,
  path: c.req.path,
  referrer: c.req.header("referer") ?? null,
  userAgent: userAgentOf(c.req.raw.headers),
  address: c.get("address"),
});

/**
 * Route middleware before `adminOnly`, for file downloads by plain forms: an unauthorized form is redirected to `page` instead
 * of getting JSON.
 */
export const formToPage =
  (page: string): MiddlewareHandler<EndpointEnv> =>
  async (c, next) =>
    isForm(c) && !actsInTeam(c.get("ctx").actor) ? c.redirect(page, 303) : next();

/** The description of each error status in the API document. */
export const meanings: Record<number, string> = {
  400: "The body is not JSON",
  401: "No session",
  402: "Payment needed",
  403: "The session lacks the right",
  404: "Not there, or not yours",
  409: "Conflicts with what is stored",
  410: "No longer valid",
  413: "Body over 64 KiB",
  415: "Not sent as JSON",
  422: "Input does not fit; `fields` says where",
  429: "Too many; see Retry-After",
  503: "Not available right now; see Retry-After",
};

/** Response declarations for createRoute: `responses: { ...answers(200, Slots), ...refusals(404, 429) }`. */
export const answers = <const Status extends number, Schema extends z.ZodType>(
  status: Status,
  schema: Schema,
  description = "Done",
) =>
  ({ [status]: { description, content: { "application/json": { schema } } } }) as {
    [S in Status]: { description: string; content: { "application/json": { schema: Schema } } };
  };

export const refusals = <const Status extends number>(...statuses: Status[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: meanings[status] ?? "Refused", content: { "application/json": { schema: ErrorBody } } },
    ]),
  ) as { [S in Status]: { description: string; content: { "application/json": { schema: typeof ErrorBody } } } };

/** The body of an action that returns nothing else; its handler returns `c.json(done, 200)`. */
export const Done = z.object({ ok: z.literal(true) });
export const done = { ok: true as const };

/** The body of an endpoint that creates a record. */
export const Created = z.object({ id: z.string() });

/** A required JSON body; without `required` a missing content type would skip the check. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true as const,
  content: { "application/json": { schema } },
});
