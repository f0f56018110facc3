import { Badge } from "#app/ui/feedback/badge.tsx";
import { type EndReason, type EnrollmentState, endReasons } from "../definitions/definition.ts";

export function SequenceBadge({
  isActive,
  isPaused,
  version,
}: {
  isActive: boolean;
  isPaused: boolean;
  version: number | null;
}) {
  if (isActive && isPaused)
    return (
      <Badge kind="caution" icon="pause">
        Paused
      </Badge>
    );
  if (isActive)
    return (
      <Badge kind="positive" icon="check">
        Running
      </Badge>
    );
  return version === null ? (
    <Badge kind="sunk" icon="edit">
      Draft
    </Badge>
  ) : (
    <Badge icon="minus">Stopped</Badge>
  );
}

export const stateLabels: Readonly<Record<EnrollmentState, string>> = {
  active: "Active",
  paused: "Paused",
  finished: "Finished",
  exited: "Ended early",
  blocked: "Not enrolled",
};

const looks = {
  active: { kind: "info", icon: "clock" },
  paused: { kind: "caution", icon: "pause" },
  finished: { kind: "positive", icon: "check" },
  exited: { kind: "plain", icon: "minus" },
  blocked: { kind: "sunk", icon: "close" },
} as const;

export const EnrollmentBadge = ({ state }: { state: EnrollmentState }) => (
  <Badge {...looks[state]}>{stateLabels[state]}</Badge>
);

/** Why an enrollment ended, and how many of its emails a mail server refused. */
export function reasonText(reason: EndReason | null, { mails, refused }: { mails: number; refused: number }): string {
  const ended = reason ? endReasons[reason] : "";
  if (refused === 0) return ended;
  const count =
    refused < mails
      ? `${refused} of ${mails} emails were refused`
      : mails === 1
        ? "The only email was refused"
        : `All ${mails} emails were refused`;
  return ended && reason !== "completed" ? `${ended}. ${count}` : count;
}
