import type { ComponentProps } from "react";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { TextArea } from "#app/ui/forms/field.tsx";

/** Asks for the reason why a requested call is declined; open with a call. */
export function DeclineCallDialog({
  call,
  onDecline,
  ...dialog
}: Pick<ComponentProps<typeof ConfirmDialog>, "busy" | "refusal" | "onClose"> & {
  call: { id: string; name: string } | null;
  onDecline: (values: { bookingId: string; decision: "decline"; reason: string }) => void;
}) {
  return (
    <ConfirmDialog
      {...dialog}
      open={call !== null}
      title={`Decline the call with ${call?.name ?? ""}?`}
      confirm="Decline and email"
      cancel="Decide later"
      busyText="Declining"
      onConfirm={(form) =>
        call && onDecline({ bookingId: call.id, decision: "decline", reason: String(form.get("reason")) })
      }
    >
      <p>{call?.name} gets an email, and the time is offered to others again.</p>
      <TextArea label="Reason" name="reason" optional maxLength={500} hint={`${call?.name} reads it in the email.`} />
    </ConfirmDialog>
  );
}
