import type { Context } from "hono";
import { asksForPrivacy } from "#app/features/analytics/funnel.server.ts";
import { identifyVisitor } from "#app/features/analytics/identity.server.ts";
import { limitKey } from "#app/features/security/client-address.server.ts";
import { countUse } from "#app/features/security/limits.server.ts";
import type { EndpointEnv } from "./endpoint.server.ts";

/** Counts a submitted public form against the limit of the client's address, which all public forms share. */
export const countPublicForm = <Env extends EndpointEnv>(c: Context<Env>) =>
  countUse(c.get("ctx"), "public-form", limitKey(c.get("address")));

/** Links the email of a submitted form to its visit, unless the visitor asks not to be tracked. */
export const identifyByForm = <Env extends EndpointEnv>(
  c: Context<Env>,
  form: { email: string; sessionId?: string | undefined },
): Promise<void> => identifyVisitor(c.get("ctx"), { ...form, isPrivate: asksForPrivacy(c.req.raw.headers) });
