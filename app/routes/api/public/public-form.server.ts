import type { Context, MiddlewareHandler } from "hono";
import type { AccessRequest } from "#app/features/access/access.ts";
import { fillProfile } from "#app/features/accounts/accounts.server.ts";
import { identifyVisitor } from "#app/features/analytics/privacy/identity.server.ts";
import { asksForPrivacy } from "#app/features/analytics/steps/funnel.server.ts";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse, type LimitRule } from "#app/features/security/requests/limits.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type EndpointEnv, tooMany } from "#app/routes/api/endpoint.server.ts";

/** Route middleware: 429 when the client's address has used up this limit. */
export const limitedBy =
  (rule: LimitRule): MiddlewareHandler<EndpointEnv> =>
  async (c, next) => {
    const limit = await countUse(c.get("ctx"), rule, limitKey(c.get("address")));
    return limit.allowed ? next() : tooMany(c, limit.retryAfterSeconds);
  };

/** Counts a submitted public form against the limit of the client's address, which all public forms share. */
export const countPublicForm = <Env extends EndpointEnv>(c: Context<Env>) =>
  countUse(c.get("ctx"), "public-form", limitKey(c.get("address")));

/**
 * Links the email of a submitted form to its visit, unless the visitor asks not to be tracked, or the client has linked too many today: some
 * forms are refused only afterwards.
 */
export async function identifyByForm<Env extends EndpointEnv>(
  c: Context<Env>,
  form: { email: string; sessionId?: string | undefined },
): Promise<void> {
  const isPrivate = asksForPrivacy(c.req.raw.headers);
  if (isPrivate || !form.sessionId) return;
  const limit = await countUse(c.get("ctx"), "visit-email", limitKey(c.get("address")));
  if (limit.allowed) await identifyVisitor(c.get("ctx"), { ...form, isPrivate });
}

/**
 * Fills the own profile of a signed-in person from a stored request for their own address. False if that failed; the request is kept.
 */
export async function syncProfile<Env extends EndpointEnv>(c: Context<Env>, request: AccessRequest): Promise<boolean> {
  const ctx: Ctx = c.get("ctx");
  const { actor } = ctx;
  if (actor.kind !== "user" || actor.email !== request.email) return true;
  const { company_name: companyName, role: title = null, industry = null } = request;
  return fillProfile({ ...ctx, actor }, { companyName, title, industry });
}
