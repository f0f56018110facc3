import type { AccessAnswer } from "#app/features/access/access.ts";
import type { ActiveBlock } from "#app/features/access/grants/blocks.server.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import type { AccessIntent } from "./access-actions.ts";

/** The actions on a person's access that need a confirmation. */
export type AccessQuestion = "revoke" | "block";

/** The intents of a page with these buttons and confirmations. */
type PersonIntent = Extract<AccessIntent, "forgive" | "restore" | "revoke" | "block" | "unblock">;
type Perform = (intent: PersonIntent, values: Record<string, string>) => void;

type Person = { userId: string; isAdmin: boolean; access: AccessAnswer; hadGrant: boolean };

/** The buttons that the state of a person's access allows. `person`: null without an account. */
export function AccessTools({
  person,
  block,
  size,
  running,
  perform,
  ask,
}: {
  person: Person | null;
  block: ActiveBlock | null;
  size: 32 | 40;
  /** The intent that runs. */
  running: string | null;
  perform: Perform;
  ask: (question: AccessQuestion) => void;
}) {
  const button = (intent: PersonIntent, label: string, values: Record<string, string>) => (
    <Button size={size} busy={running === intent} onClick={() => perform(intent, values)}>
      {label}
    </Button>
  );
  const hasGrant = person !== null && person.access.reason !== "no_grant";
  return (
    <>
      {person?.access.reason === "too_many_devices" &&
        button("forgive", "Reset device count", { userId: person.userId })}
      {person && !hasGrant && person.hadGrant ? button("restore", "Restore access", { userId: person.userId }) : null}
      {hasGrant && !person.isAdmin && (
        <Button size={size} onClick={() => ask("revoke")}>
          Revoke access
        </Button>
      )}
      {block
        ? button("unblock", "Unblock", { email: block.email })
        : !person?.isAdmin && (
            <Button size={size} onClick={() => ask("block")}>
              Block
            </Button>
          )}
    </>
  );
}

/** The confirmations of `AccessTools`. */
export function AccessQuestions({
  email,
  userId,
  dialog,
  perform,
}: {
  email: string;
  userId: string | null;
  dialog: (asked: AccessQuestion) => { open: boolean; busy: boolean; refusal: string | undefined; onClose: () => void };
  perform: Perform;
}) {
  return (
    <>
      <ConfirmDialog
        {...dialog("revoke")}
        title="Revoke access?"
        confirm="Revoke access"
        busyText="Revoking"
        onConfirm={() => userId && perform("revoke", { userId })}
      >
        <p>
          {readableAddress(email)} loses access to the wizard immediately, in every open tab. Drafts and analyses are
          kept.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog("block")}
        title="Block this address?"
        confirm="Block"
        busyText="Blocking"
        onConfirm={(form) => perform("block", { email, reason: String(form.get("reason")) })}
      >
        <p>Codes for {email} are rejected and its account cannot use the wizard until you lift the block.</p>
        <TextField
          label="Reason"
          name="reason"
          required
          maxLength={200}
          hint="For the audit trail. The user is not notified."
        />
      </ConfirmDialog>
    </>
  );
}
