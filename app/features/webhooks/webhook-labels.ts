import { disabledAfterDays } from "./sending/retry-schedule.ts";
import type { DeliveryKind, DeliveryStatus, DisabledReason, EndpointStatus } from "./webhook-terms.ts";

export const endpointStatusLabels: Record<EndpointStatus, string> = {
  active: "Active",
  paused: "Paused",
  disabled: "Disabled",
};

export const deliveryStatusLabels: Record<DeliveryStatus, string> = {
  pending: "Pending",
  delivered: "Delivered",
  failed: "Failed",
  canceled: "Canceled",
};

export const deliveryKindLabels: Record<DeliveryKind, string> = { event: "Event", replay: "Replay", test: "Test" };

export const disabledReasonText: Record<DisabledReason, string> = {
  gone: "The receiver responded with 410 Gone: it does not want more events.",
  failing: `Every attempt failed for ${disabledAfterDays} days.`,
};

/** `["booking.*", "payment.received"]` as "All booking events, payment.received"; `*` as "All events". */
export const describeEvents = (patterns: readonly string[]): string =>
  patterns.includes("*")
    ? "All events"
    : patterns
        .map((pattern) =>
          pattern.endsWith(".*") ? `All ${pattern.slice(0, -2).replaceAll("_", " ")} events` : pattern,
        )
        .join(", ");

type Progress = {
  status: DeliveryStatus;
  endpointStatus: EndpointStatus;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
};

/** Whether no attempt has a result yet. Independent of `attempts`, which is raised when an attempt starts. */
export const hasNoResult = ({ status, lastStatus, lastError }: Progress): boolean =>
  status === "pending" && lastStatus === null && lastError === null;

/** When the next attempt is due. Null before the first result, and while the endpoint is paused or disabled. */
export const nextAttemptOf = (delivery: Progress & { nextAttemptAt: Date | null }): Date | null =>
  delivery.endpointStatus === "active" && !hasNoResult(delivery) ? delivery.nextAttemptAt : null;

const soonMs = 1000;
const laterMs = 5000;

/** Interval at which a page reloads a delivery to show its result. Null: nothing happens within the next minutes. */
export function reloadMs(delivery: Progress | null): number | null {
  if (delivery?.status !== "pending" || delivery.endpointStatus !== "active") return null;
  if (hasNoResult(delivery)) return soonMs;
  // The second and third attempts follow within minutes.
  return delivery.attempts < 3 ? laterMs : null;
}
