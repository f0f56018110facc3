import { prices } from "#app/features/content/prices.ts";
import { spanInZone } from "#app/lib/dates/date-text.ts";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";

export type OutcomeQuestion = {
  bookingId: string;
  outcome: "held" | "no-show";
  before: "held" | "no-show" | "none";
  title: string;
  name: string;
  start: Date;
  end: Date;
  hostTimezone: string;
};

/** Returns the dialog's question for a call that can be marked: one that has started and was not canceled. */
export const outcomeQuestion = (
  call: Omit<OutcomeQuestion, "bookingId" | "outcome" | "before"> & { id: string; state: string },
  outcome: OutcomeQuestion["outcome"],
): OutcomeQuestion => {
  const { id, state, title, name, start, end, hostTimezone } = call;
  const before = state === "held" || state === "no-show" ? state : "none";
  return { bookingId: id, outcome, before, title, name, start, end, hostTimezone };
};

/** Asks before a call is marked as held or missed, because a held call unlocks a full blueprint. */
export function OutcomeDialog({
  question,
  onConfirm,
  ...dialog
}: {
  question: OutcomeQuestion | null;
  busy: boolean;
  refusal: string | undefined;
  onClose: () => void;
  onConfirm: (values: { intent: "mark"; bookingId: string; outcome: string; before: string }) => void;
}) {
  const isHeld = question?.outcome === "held";
  return (
    <ConfirmDialog
      {...dialog}
      open={question !== null}
      title={
        isHeld ? `Did the call with ${question.name} take place?` : `Did ${question?.name ?? "no one"} miss the call?`
      }
      confirm={isHeld ? "Mark as held" : "Mark as no-show"}
      busyText="Saving"
      onConfirm={() => {
        if (!question) return;
        const { bookingId, outcome, before } = question;
        onConfirm({ intent: "mark", bookingId, outcome, before });
      }}
    >
      {question && (
        <p>
          {question.title}, {spanInZone(question, question.hostTimezone)}.
        </p>
      )}
      {isHeld ? (
        <p>
          If {question.name} has a finished analysis, the call unlocks its full blueprint without the $
          {prices.unlockUsd}, counts as the kickoff, and they get an email. Removing the mark does not lock it; marking
          the call as a no-show does, unless an architect has started.
        </p>
      ) : (
        <p>
          A full blueprint that this call unlocked is locked again, unless an architect has started. No email is sent.
          If you mark the call as held later, you have to unlock the blueprint on its page.
        </p>
      )}
    </ConfirmDialog>
  );
}
