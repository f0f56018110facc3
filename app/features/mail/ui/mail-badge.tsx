import type { IconName } from "#app/ui/buttons/icon.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { type MailState, stateLabels } from "../messages/mail-states.ts";

const looks: Record<MailState, { kind: "sunk" | "info" | "positive" | "caution" | "critical"; icon: IconName }> = {
  queued: { kind: "info", icon: "clock" },
  sending: { kind: "info", icon: "refresh" },
  sent: { kind: "positive", icon: "check" },
  filed: { kind: "sunk", icon: "check" },
  demo: { kind: "sunk", icon: "minus" },
  failed: { kind: "critical", icon: "warning" },
  suppressed: { kind: "sunk", icon: "minus" },
  cancelled: { kind: "sunk", icon: "close" },
  bounced: { kind: "caution", icon: "back" },
  complained: { kind: "critical", icon: "warning" },
};

export const MailBadge = ({ state }: { state: MailState }) => (
  <Badge kind={looks[state].kind} icon={looks[state].icon}>
    {stateLabels[state]}
  </Badge>
);
