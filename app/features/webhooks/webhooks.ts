import { z } from "zod";
import { formatNumber } from "#app/lib/numbers.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { text } from "#app/lib/text.ts";
import { maxEndpoints, maxHeaders, maxRatePerMinute, maxReplayed } from "./webhook-terms.ts";

/*
 * Webhooks: events of the product, sent to addresses that an admin enters.
 *
 * Life of an endpoint (`webhook_endpoint`): active, paused by an admin, or disabled after it returned 410 or failed for five days. The
 * consumer writes one `webhook_delivery` per event and subscribed endpoint; each attempt is a `webhook_attempt`. A delivery is pending
 * until it is delivered, has failed too often, or is canceled; it can be sent again.
 *
 * It publishes no events itself and can send those of every other feature.
 *
 * Invariants: an event reaches an endpoint at least once, and a repeated request has the same `webhook-id`; requests are signed and go to
 * public addresses only; a killed process leaves leases that end.
 *
 * Begin with consumer.server.ts and sending/sender.server.ts. endpoints/ has the commands of admins, deliveries/ the log, verifying/ what
 * receivers need to check a signature. Here: schemas and texts, safe in the browser.
 */

export * from "./webhook-terms.ts";

const EventPattern = z
  .string()
  .max(100)
  .regex(/^(\*|[a-z_]+\.\*|[a-z_]+\.[a-z_]+)$/, "Choose events from the catalog.");

const Header = z.object({
  name: text({ max: 100, required: "Enter the name of the header." }),
  value: z.string().max(1000, "Use at most 1,000 characters.").nullable(),
});

export const EndpointInput = z.object({
  url: text({ max: 2000, required: "Enter the address that receives the events." }),
  description: text({ max: 200 }).default(""),
  events: z.array(EventPattern).min(1, "Choose at least one event.").max(200),
  ratePerMinute: z.int().min(1).max(maxRatePerMinute).nullable().default(null),
  headers: z.array(Header).max(maxHeaders, `Use at most ${maxHeaders} headers.`).default([]),
});
export type EndpointInput = z.output<typeof EndpointInput>;

export const urlRefusals = [
  "not_https",
  "has_credentials",
  "bad_port",
  "unknown_name",
  "not_public",
  "timed_out",
] as const;
export type UrlRefusal = Refusal<(typeof urlRefusals)[number]>;

export const webhookRefusalText = {
  not_https: "The address must begin with https://.",
  has_credentials: "Leave name and password out of the address. Use a header instead.",
  bad_port: "The address has a port that no web server uses. Leave the port out, or use one from 1024.",
  unknown_name: "The host in the address does not exist. Check the spelling.",
  not_public: "The address leads to a private network. Enter a public address.",
  timed_out: "The host in the address could not be looked up in time. Try again.",
  too_many_endpoints: `There are ${maxEndpoints} endpoints already. Delete one first.`,
  unknown_event: "Choose events from the catalog.",
  bad_header: "This header cannot be sent. Choose another name, or remove special characters from the value.",
  stale: "Another admin changed this endpoint. Reload the page and try again.",
  not_active: "The endpoint is paused or disabled. Resume it first.",
  forgotten: "The personal data of this event was deleted. It cannot be sent again.",
  too_many_events: `A replay sends at most ${formatNumber(maxReplayed)} events. Choose a shorter period.`,
} as const;
