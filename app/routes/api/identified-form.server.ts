import { asksForPrivacy } from "#app/features/analytics/funnel.server.ts";
import { identifyVisitor } from "#app/features/analytics/identity.server.ts";
import type { EndpointContext } from "./endpoint.server.ts";

/** Links the email of a submitted form to its visit, unless the visitor asks not to be tracked. */
export const identifyByForm = (
  c: EndpointContext,
  form: { email: string; sessionId?: string | undefined },
): Promise<void> => identifyVisitor(c.get("ctx"), { ...form, isPrivate: asksForPrivacy(c.req.raw.headers) });
