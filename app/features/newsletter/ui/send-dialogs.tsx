import { useEffect, useState } from "react";
import { counted, formatNumber } from "#app/lib/numbers.ts";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { RadioCards } from "#app/ui/forms/choice-cards.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import type { IssueActions } from "./issue-actions.ts";

export function SendDialogs({
  asking,
  onClose,
  actions,
  version,
  readers,
  perMinute,
  subject,
  myEmail,
}: {
  asking: "test" | "send" | "delete" | null;
  onClose: () => void;
  actions: IssueActions;
  version: number;
  readers: number;
  perMinute: number;
  subject: string;
  myEmail: string;
}) {
  const { act, busy, doneAt, refusal } = actions;
  const [when, setWhen] = useState("now");
  // biome-ignore lint/correctness/useExhaustiveDependencies: close the dialog once when its action has succeeded
  useEffect(() => {
    if (doneAt > 0) onClose();
  }, [doneAt]);
  const dialog = (asked: typeof asking) => ({ open: asking === asked, busy, refusal, onClose });
  const people = counted(readers, "reader");
  return (
    <>
      <ConfirmDialog
        {...dialog("test")}
        title="Send a test?"
        confirm="Send the test"
        busyText="Sending"
        onConfirm={(form) => void act({ intent: "test", to: String(form.get("to")) })}
      >
        <p>Sends one email as readers will get it, with [Test] before the subject.</p>
        <TextField label="Email" name="to" type="email" required defaultValue={myEmail} maxLength={255} />
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog("send")}
        title={`Send to ${people}?`}
        confirm={when === "now" ? "Send now" : "Schedule"}
        busyText={when === "now" ? "Sending" : "Scheduling"}
        onConfirm={(form) => {
          const at = when === "later" ? instantOf(String(form.get("at"))) : "";
          void act({ intent: "send", version: String(version), at });
        }}
      >
        <p>
          “{subject}” goes to {people} at {formatNumber(perMinute)} a minute: {durationOf(readers / perMinute)}. You can
          pause or cancel it, but not recall emails already sent.
        </p>
        <RadioCards
          legend="When"
          name="when"
          value={when}
          onChange={(event) => setWhen(event.target.value)}
          columns={2}
          options={[
            { value: "now", label: "Now" },
            { value: "later", label: "Later" },
          ]}
        />
        {when === "later" && (
          <TextField
            label="Date and time"
            name="at"
            type="datetime-local"
            required
            hint="In this browser's time zone."
          />
        )}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog("delete")}
        title={subject ? `Delete “${subject}”?` : "Delete this draft?"}
        confirm="Delete the draft"
        busyText="Deleting"
        onConfirm={() => void act({ intent: "delete" })}
      >
        <p>The draft and its text cannot be restored.</p>
      </ConfirmDialog>
    </>
  );
}

const instantOf = (local: string) => (Number.isNaN(Date.parse(local)) ? "" : new Date(local).toISOString());

function durationOf(minutes: number): string {
  if (minutes < 1) return "less than a minute";
  if (minutes < 90) return `about ${counted(Math.round(minutes), "minute")}`;
  return `about ${counted(Math.round(minutes / 60), "hour")}`;
}
