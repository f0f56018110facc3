import { accessDoor } from "./access.server.ts";
import { accessAdminDoor } from "./access-admin.server.ts";
import { accountsDoor } from "./accounts.server.ts";
import { analyticsDoor } from "./analytics.server.ts";
import { billingDoor } from "./billing.server.ts";
import { blueprintDoor } from "./blueprint.server.ts";
import { bookingDoor } from "./booking.server.ts";
import { bookingAdminDoor } from "./booking-admin.server.ts";
import { bookingWebhooksDoor } from "./booking-webhooks.server.ts";
import { newDoor } from "./door.server.ts";
import { fullBlueprintDoor } from "./full-blueprint.server.ts";
import { kitDoor } from "./kit.server.ts";
import { mailAdminDoor } from "./mail-admin.server.ts";
import { mailWebhookDoor } from "./mail-webhook.server.ts";
import { newsletterAdminDoor } from "./newsletter-admin.server.ts";
import { securityDoor } from "./security.server.ts";
import { sharingDoor } from "./sharing.server.ts";
import { signupsDoor } from "./signups.server.ts";

/** Every call under /api, from every room. The typed client and /api/openapi.json are made from this. */
const doors = newDoor()
  .basePath("/api")
  .route("/", accountsDoor)
  .route("/", securityDoor)
  .route("/", accessDoor)
  .route("/", accessAdminDoor)
  .route("/", signupsDoor)
  .route("/", kitDoor)
  .route("/", newsletterAdminDoor)
  .route("/", mailAdminDoor)
  .route("/", mailWebhookDoor)
  .route("/", analyticsDoor)
  .route("/", blueprintDoor)
  .route("/", billingDoor)
  .route("/", fullBlueprintDoor)
  .route("/", sharingDoor)
  .route("/", bookingDoor)
  .route("/", bookingWebhooksDoor)
  .route("/", bookingAdminDoor);

export const apiDoors = doors;
export type Api = typeof apiDoors;

apiDoors.doc31("/openapi.json", {
  openapi: "3.1.0",
  info: {
    title: "GTMarc",
    version: "1.0.0",
    description: "Calls of the GTMarc site and application. JSON in, JSON out; errors have one shape.",
    license: { name: "MIT" },
  },
});
