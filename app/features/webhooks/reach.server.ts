import { env } from "#app/platform/env.server.ts";
import { everywhere, type Reach, theOutside } from "#app/platform/outside-request.server.ts";

/** What webhooks reach: the public internet; with WEBHOOK_ALLOW_PRIVATE, for tests, this machine and its network as well. */
export const webhookReach = (): Reach => (env().WEBHOOK_ALLOW_PRIVATE ? everywhere : theOutside);
