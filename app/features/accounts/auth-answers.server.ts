import type { Context } from "hono";
import type { ZodType } from "zod";
import type { Ctx } from "../../platform/context.server.ts";

/** What server/app.ts has found out about a request before these calls see it. */
export type AuthEnv = { Variables: { ctx: Ctx; address: string } };
export type AuthContext = Context<AuthEnv>;

type Refusal = { code: string; message: string; fields?: Record<string, string> };

/** A refusal in the shape of every call: `{ error: { code, message, fields? } }`. */
export const refused = (c: AuthContext, status: 400 | 401 | 403 | 404 | 405 | 422, refusal: Refusal) =>
  c.json({ error: refusal }, status);

export function tooMany(c: AuthContext, retryAfterSeconds: number) {
  c.header("retry-after", String(retryAfterSeconds));
  return c.json({ error: { code: "too_many_attempts", message: "Too many attempts. Please try again later." } }, 429);
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
  if (parsed.success) return { value: parsed.data };
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.map(String).join(".") || "form"] ??= issue.message;
  const message = parsed.error.issues[0]?.message ?? "Please check your input.";
  return { answer: refused(c, 422, { code: "invalid_input", message, fields }) };
}

/** A plain form of a page, not a call: it is answered with a page to go to. */
export const isForm = (c: AuthContext) =>
  (c.req.header("content-type") ?? "").startsWith("application/x-www-form-urlencoded");

/** What the browser may have fetched ahead for another visitor is thrown away. */
export const forgetPrefetched = (c: AuthContext) => c.header("clear-site-data", '"prefetchCache", "prerenderCache"');
