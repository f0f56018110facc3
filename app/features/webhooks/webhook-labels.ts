import type { DeliveryKind, DeliveryStatus, DisabledReason, EndpointStatus } from "./webhooks.ts";

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
  gone: "The receiver responded with 410 Gone: it does not want any more events.",
  failing: "Every attempt failed for five days.",
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

/** Whether the first attempt has no result yet. The number of attempts does not tell: it is raised when an attempt begins. */
export const isFirstOpen = ({
  status,
  lastStatus,
  lastError,
}: {
  status: DeliveryStatus;
  lastStatus: number | null;
  lastError: string | null;
}): boolean => status === "pending" && lastStatus === null && lastError === null;
