import type { LoggedEvent } from "#app/features/events/consumers.server.ts";
import { sampleData } from "../endpoints/catalogue.server.ts";
import type { DeliveryKind } from "../webhooks.ts";
import { bodyOf } from "./signing.server.ts";

/** Returns the text that a delivery sends, the same at every attempt. Null if its event has been redacted. */
export function messageBody(
  delivery: { kind: DeliveryKind; eventName: string; occurredAt: Date },
  event: LoggedEvent | undefined,
): string | null {
  const { kind, eventName: type, occurredAt } = delivery;
  if (kind === "test") return bodyOf({ type, occurredAt, data: sampleData(type) });
  return event ? bodyOf({ type, occurredAt, data: event.payload }) : null;
}
