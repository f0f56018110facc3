import type { Context, Hono } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import type { ZodType } from "zod";
import type { SignedIn } from "#app/lib/actor.ts";
import { never } from "#app/lib/result.ts";
import { unreadableIssues } from "#app/lib/text.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { accountWords } from "./accounts.ts";
import type { Auth } from "./auth.server.ts";
import type { FreshProofRefusal } from "./fresh-proof.server.ts";
import { rotateSession } from "./open-sessions.server.ts";
import { sessionLife } from "./session.server.ts";
import { type CookieSettings, cookieAttributes, sessionCookieName, signToken } from "./session-cookie.server.ts";
import type { Aal } from "./tables.server.ts";

/** What server/app.ts has found out about a request before these calls see it. */
export type AuthEnv = { Variables: { ctx: Ctx; address: string } };
export type AuthContext = Context<AuthEnv>;

/** What the calls are made with. */
export type AuthParts = { auth: Auth; settings: CookieSettings };

/** Writes a call down: it answers to POST, and every other method is 405. */
export const postCall = (routes: Hono<AuthEnv>, path: string, answer: (c: AuthContext) => Promise<Response>) =>
  routes.post(path, answer).all(path, (c) => wrongMethod(c, "POST"));

/** The same for what only reads. */
export const getCall = (
  routes: Hono<AuthEnv>,
  path: string,
  answer: (c: AuthContext) => Response | Promise<Response>,
) => routes.get(path, answer).all(path, (c) => wrongMethod(c, "GET"));

type Refusal = { code: string; message: string; fields?: Record<string, string> };

/** A refusal in the shape of every call: `{ error: { code, message, fields? } }`. */
export const refused = (c: AuthContext, status: 400 | 401 | 403 | 404 | 405 | 409 | 422, refusal: Refusal) =>
  c.json({ error: refusal }, status);

/** A refusal that belongs to one field. */
export const refusedField = (c: AuthContext, code: string, field: string, message: string) =>
  refused(c, 422, { code, message, fields: { [field]: message } });

export function tooMany(c: AuthContext, retryAfterSeconds: number, message: string = accountWords.tooManyTries) {
  c.header("retry-after", String(retryAfterSeconds));
  return c.json({ error: { code: "too_many_attempts", message } }, 429);
}

/** More passwords wait to be looked at than the machine should take on. */
export function busy(c: AuthContext) {
  c.header("retry-after", "3");
  return c.json({ error: { code: "busy", message: accountWords.busy } }, 503);
}

/** What `proveAgain` said, beside the field that asked for the password. */
export function notProven(c: AuthContext, refusal: FreshProofRefusal, field: string) {
  switch (refusal.why) {
    case "wrong-password":
      return refusedField(c, "wrong_password", field, accountWords.currentPasswordWrong);
    case "code-first":
      return refused(c, 403, { code: "second_factor_required", message: accountWords.codeFirst });
    case "too-many":
      return tooMany(c, refusal.retryAfterSeconds);
    default:
      return never(refusal);
  }
}

/** The signed-in person's context, or the 401 to give instead. */
export function signedIn(
  c: AuthContext,
): { ctx: Ctx & { actor: SignedIn }; answer?: undefined } | { ctx?: undefined; answer: Response } {
  const ctx = c.get("ctx");
  if (ctx.actor.kind === "user") return { ctx: ctx as Ctx & { actor: SignedIn } };
  return { answer: refused(c, 401, { code: "sign_in_required", message: "Please sign in and try again." }) };
}

/** The body as its schema describes it, or the answer to give instead: 400 for what is no JSON, 422 for what does not fit. */
export async function readJson<Value>(
  c: AuthContext,
  schema: ZodType<Value>,
): Promise<{ value: Value; answer?: undefined } | { value?: undefined; answer: Response }> {
  let body: unknown;
  try {
    body = await c.req.json();
  } catch {
    return { answer: refused(c, 400, { code: "bad_json", message: "The body is not readable JSON." }) };
  }
  const parsed = schema.safeParse(body);
  const issues = parsed.success ? unreadableIssues(parsed.data) : parsed.error.issues;
  if (parsed.success && issues.length === 0) return { value: parsed.data };
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.map(String).join(".") || "form"] ??= issue.message;
  const message = issues[0]?.message ?? "Please check your input.";
  return { answer: refused(c, 422, { code: "invalid_input", message, fields }) };
}

/** A plain form of a page, not a call: it is answered with a page to go to. */
export const isForm = (c: AuthContext) =>
  (c.req.header("content-type") ?? "").startsWith("application/x-www-form-urlencoded");

/** The `token` field of a posted form; empty when it is missing or the form is malformed. */
export async function formToken(c: AuthContext): Promise<string> {
  const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
  return typeof form["token"] === "string" ? form["token"] : "";
}

/** Refuses what needs a code of the last ten minutes; the code of this refusal makes pages ask for one and send again. */
export const freshCodeFirst = (c: AuthContext) =>
  refused(c, 403, { code: "fresh_code_required", message: accountWords.freshCode });

/** What the browser may have fetched ahead for another visitor is thrown away. */
export const forgetPrefetched = (c: AuthContext) => c.header("clear-site-data", '"prefetchCache", "prerenderCache"');

/** Hands the browser a cookie of this room's for so long. */
export const keepCookie = (c: AuthContext, settings: CookieSettings, name: string, value: string, seconds: number) =>
  setCookie(c, name, value, { ...cookieAttributes(settings), maxAge: seconds });

export const dropCookie = (c: AuthContext, settings: CookieSettings, name: string) =>
  deleteCookie(c, name, cookieAttributes(settings));

/** The open session goes on under a new token, which the browser is handed; what it may do can change with it. */
export async function renewSession(c: AuthContext, settings: CookieSettings, sessionId: string, aal?: Aal) {
  const token = await rotateSession(c.get("ctx"), { sessionId, ...(aal ? { aal } : {}) });
  if (!token) return;
  const seconds = sessionLife.longestDays * 86_400;
  keepCookie(c, settings, sessionCookieName(settings), signToken(token, settings), seconds);
}

function wrongMethod(c: AuthContext, allowed: "GET" | "POST") {
  c.header("allow", allowed);
  return refused(c, 405, { code: "method_not_allowed", message: `This call answers to ${allowed} only.` });
}
