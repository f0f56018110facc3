import { z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { identifyApiClient } from "#app/features/security/tokens/api-tokens.server.ts";
import type { ApiScope } from "#app/lib/api-scopes.ts";
import type { Issue } from "#app/lib/forms/validation-messages.ts";
import { never } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type EndpointEnv, invalidInput, refusal, tooMany } from "../endpoint.server.ts";
import { areaOf } from "../endpoints.server.ts";

/**
 * Middleware of endpoints under /api/v1: the request acts as the program of its token; sessions grant nothing. 401 without a
 * valid token, 403 without the scope, 429 over a limit, all before the query is validated.
 */
const tokenWith =
  (scope: ApiScope): MiddlewareHandler<EndpointEnv> =>
  async (c, next) => {
    const { facts: _, ...ctx } = c.get("ctx");
    const authorization = c.req.header("authorization");
    const client = await identifyApiClient(ctx, { authorization, scope, address: c.get("address") });
    if (client.ok) {
      c.set("ctx", { ...ctx, actor: client.value });
      return next();
    }
    switch (client.reason.kind) {
      case "no_token":
        c.header("www-authenticate", 'Bearer realm="GTMarc"');
        return refusal(c, 401, "no_token", "Send a valid API token: Authorization: Bearer gtmarc_…");
      case "no_scope":
        return refusal(c, 403, "no_scope", `This token lacks the scope ${scope}.`);
      case "too_many":
        return tooMany(c, client.reason.retryAfterSeconds, "Too many requests. Please try again later.");
      default:
        return never(client.reason);
    }
  };

/** Endpoints for programs with a token that has this scope. */
export const tokenArea = (scope: ApiScope) =>
  areaOf<Ctx>({ session: [tokenWith(scope)], required: [401, 403, 429], security: [{ apiToken: [scope] }] })({
    bad_period: ({ issue }: { issue: Issue }, c: Context) => c.json(invalidInput({ issues: [issue] }), 422),
  });

/** The cursor from `next` of the previous page; an invalid one starts at the newest. */
export const cursor = () => z.string().max(1000).optional().openapi({ description: "`next` of the page before" });

/** One page of records, newest first. `next` is null on the last page. */
export const pageOf = <Schema extends z.ZodType>(items: Schema) =>
  z.object({ items: z.array(items), next: z.string().nullable() });
