import { unlockCents, usdCents } from "#app/features/billing/billing.ts";
import type { ArchitectWork } from "#app/features/full-blueprint/drawing/architect-work.server.ts";
import { untouchedSections } from "#app/features/full-blueprint/drawing/first-draft.ts";
import { targetBusinessDays } from "#app/features/full-blueprint/full-blueprint.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { counted } from "#app/lib/numbers.ts";
import type { useAdminAction } from "#app/shell/admin/action.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { Day } from "#app/ui/text/firm-dates.tsx";
import type { ArchitectIntent } from "./blueprint-actions.ts";

export type Question = { kind: "kickoff" } | { kind: "review" } | { kind: "assign"; architectId: string };

/** Confirmation dialogs for steps that the client notices. */
export function MarginDialogs({
  question,
  work,
  targetIfNow,
  actions: { act, busy, refusal },
  onClose,
}: {
  question: Question | null;
  work: ArchitectWork & { unlocked: NonNullable<ArchitectWork["unlocked"]> };
  targetIfNow: Date;
  actions: ReturnType<typeof useAdminAction<ArchitectIntent>>;
  onClose: () => void;
}) {
  const { client, architects, unlocked } = work;
  const dialog = (kind: Question["kind"]) => ({ open: question?.kind === kind, busy, refusal, onClose });
  const chosen = question?.kind === "assign" ? architects.find(({ userId }) => userId === question.architectId) : null;
  const untouched = untouchedSections(unlocked.draft, work).length;
  return (
    <>
      <ConfirmDialog
        {...dialog("assign")}
        title={`Assign ${chosen?.name ?? "this architect"}?`}
        confirm="Assign and email the client"
        busyText="Assigning"
        onConfirm={() =>
          chosen && void act({ intent: "assign", from: unlocked.architectId ?? "", architectId: chosen.userId })
        }
      >
        <p>{readableAddress(client.email)} gets an email with this name. You can assign another architect later.</p>
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog("kickoff")}
        title={`Has the kickoff with ${client.name} taken place?`}
        confirm="Record the kickoff"
        busyText="Saving"
        onConfirm={() => void act({ intent: "kickoff" })}
      >
        <p>
          The {targetBusinessDays} business days start now: the client sees <Day at={targetIfNow} /> as the target date.
          {unlocked.method === "payment" && ` The fee of ${usdCents(unlockCents())} is no longer refundable.`} You can
          withdraw the kickoff until the blueprint is published.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog("review")}
        title="Send the blueprint for review?"
        confirm="Send to review"
        busyText="Saving"
        onConfirm={() => void act({ intent: "review" })}
      >
        <p>
          {client.email} sees the stage “In review” but gets no email. This cannot be undone.
          {untouched > 0 && ` ${untouchedText(untouched, unlocked.draft.sections.length)}`}
        </p>
      </ConfirmDialog>
    </>
  );
}

/** "2 of 5 sections are still the first draft." */
export const untouchedText = (untouched: number, all: number): string =>
  `${untouched} of ${counted(all, "section")} ${untouched === 1 ? "is" : "are"} still the first draft.`;
