import { Badge } from "#app/ui/feedback/badge.tsx";

const looks = {
  draft: { kind: "sunk", icon: "edit", words: "Draft" },
  scheduled: { kind: "info", icon: "clock", words: "Scheduled" },
  sending: { kind: "caution", icon: "refresh", words: "Being sent" },
  paused: { kind: "caution", icon: "pause", words: "Paused" },
  sent: { kind: "positive", icon: "check", words: "Sent" },
  cancelled: { kind: "critical", icon: "close", words: "Canceled" },
} as const;

export const issueStatusLabel = (status: keyof typeof looks): string => looks[status].words;

export function IssueBadge({ status }: { status: keyof typeof looks }) {
  const { kind, icon, words } = looks[status];
  return (
    <Badge kind={kind} icon={icon}>
      {words}
    </Badge>
  );
}
