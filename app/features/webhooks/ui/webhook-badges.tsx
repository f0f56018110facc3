import type { IconName } from "#app/ui/buttons/icon.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { deliveryStatusLabels, endpointStatusLabels } from "../webhook-labels.ts";
import type { DeliveryStatus, EndpointStatus } from "../webhook-terms.ts";

type Look = { kind: "sunk" | "info" | "positive" | "critical"; icon: IconName };

const endpointLooks: Record<EndpointStatus, Look> = {
  active: { kind: "positive", icon: "check" },
  paused: { kind: "sunk", icon: "pause" },
  disabled: { kind: "critical", icon: "warning" },
};

const deliveryLooks: Record<DeliveryStatus, Look> = {
  pending: { kind: "info", icon: "clock" },
  delivered: { kind: "positive", icon: "check" },
  failed: { kind: "critical", icon: "warning" },
  canceled: { kind: "sunk", icon: "close" },
};

export const EndpointBadge = ({ status }: { status: EndpointStatus }) => (
  <Badge {...endpointLooks[status]}>{endpointStatusLabels[status]}</Badge>
);

export const DeliveryBadge = ({ status }: { status: DeliveryStatus }) => (
  <Badge {...deliveryLooks[status]}>{deliveryStatusLabels[status]}</Badge>
);
