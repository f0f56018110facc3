import { env } from "#app/platform/env.server.ts";
import { everywhere, type Reach, theOutside } from "#app/platform/outside/outside-request.server.ts";

/** The networks that webhooks may reach; WEBHOOK_ALLOW_PRIVATE, for tests, adds this machine and its network. */
export const webhookReach = (): Reach => (env().WEBHOOK_ALLOW_PRIVATE ? everywhere : theOutside);
