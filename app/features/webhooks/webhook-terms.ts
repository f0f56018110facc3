/* Names and limits of webhooks without their schema, so that pages do not load the schema library. */

export type EndpointStatus = "active" | "paused" | "disabled";
/** `gone`: the endpoint returned 410. `failing`: every attempt failed for five days. */
export type DisabledReason = "gone" | "failing";
export type DeliveryStatus = "pending" | "delivered" | "failed" | "canceled";
/** `test` carries a sample; `replay` sends an event again. */
export type DeliveryKind = "event" | "replay" | "test";

export const deliveryStatuses = ["pending", "delivered", "failed", "canceled"] as const;

export const maxEndpoints = 50;
export const maxHeaders = 10;
export const maxRatePerMinute = 6000;
export const maxReplayed = 10_000;
export const rotationHours = 24;
export const deliveryDays = 30;

/** `["booking.*"]` matches `booking.made`. */
export const isSubscribed = (patterns: readonly string[], eventName: string): boolean =>
  patterns.some((pattern) => pattern === "*" || pattern === eventName || pattern === groupOf(eventName));

/** `booking.made` belongs to `booking.*`. */
export const groupOf = (eventName: string): string => `${eventName.slice(0, eventName.indexOf("."))}.*`;
