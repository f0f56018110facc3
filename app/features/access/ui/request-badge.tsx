import { Badge } from "#app/ui/feedback/badge.tsx";
import { type RequestState, stateLabels } from "../requests/queue.ts";

const looks: Record<RequestState, Parameters<typeof Badge>[0]> = {
  waiting: { kind: "caution", icon: "clock", children: null },
  declined: { kind: "sunk", icon: "close", children: null },
  code_sent: { kind: "info", icon: "mail", children: null },
  code_expired: { kind: "sunk", icon: "clock", children: null },
  code_withdrawn: { kind: "sunk", icon: "minus", children: null },
  has_access: { kind: "positive", icon: "check", children: null },
  access_ended: { kind: "critical", icon: "lock", children: null },
};

export function RequestBadge({ state, isBlocked }: { state: RequestState; isBlocked: boolean }) {
  return (
    <>
      <Badge {...looks[state]}>{stateLabels[state]}</Badge>
      {isBlocked && (
        <>
          {" "}
          <Badge kind="critical" icon="lock">
            Blocked
          </Badge>
        </>
      )}
    </>
  );
}
