import { type CallState, callStateLabels } from "#app/features/booking/agenda/agenda.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";

const looks: Record<CallState, Parameters<typeof Badge>[0]> = {
  pending: { kind: "caution", icon: "clock", children: null },
  upcoming: { kind: "info", icon: "clock", children: null },
  running: { kind: "caution", icon: "clock", children: null },
  held: { kind: "positive", icon: "check", children: null },
  "no-show": { kind: "critical", icon: "warning", children: null },
  over: { kind: "sunk", icon: "clock", children: null },
  cancelled: { kind: "sunk", icon: "close", children: null },
};

export const CallStateBadge = ({ state }: { state: CallState }) => (
  <Badge {...looks[state]}>{callStateLabels[state]}</Badge>
);
