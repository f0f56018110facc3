import { useEffect, useState } from "react";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { RadioCards, TextField } from "#app/ui/field.tsx";
import type { IssueActs } from "./issue-acts.ts";

/** Asks before an issue is tested, sent or thrown away. */
export function SendDialogs({
  asking,
  onClose,
  acts,
  version,
  readers,
  perMinute,
  subject,
  myEmail,
}: {
  asking: "test" | "send" | "delete" | null;
  onClose: () => void;
  acts: IssueActs;
  version: number;
  readers: number;
  perMinute: number;
  subject: string;
  myEmail: string;
}) {
  const { act, busy, doneAt, refusal } = acts;
  const [when, setWhen] = useState("now");
  // biome-ignore lint/correctness/useExhaustiveDependencies: an act that worked closes what asked about it, once
  useEffect(() => {
    if (doneAt > 0) onClose();
  }, [doneAt]);
  const people = `${readers.toLocaleString("en-US")} ${readers === 1 ? "reader" : "readers"}`;
  return (
    <>
      <ConfirmDialog
        open={asking === "test"}
        title="Send a test?"
        confirm="Send the Test"
        busy={busy}
        busyText="Sending"
        refusal={refusal}
        onClose={onClose}
        onConfirm={(form) => void act({ intent: "test", to: String(form.get("to")) })}
      >
        <p>One mail, as its readers will get it, with [Test] before the subject.</p>
        <TextField label="Email" name="to" type="email" required defaultValue={myEmail} maxLength={255} />
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === "send"}
        title={`Send to ${people}?`}
        confirm={when === "now" ? "Send Now" : "Schedule"}
        busy={busy}
        busyText={when === "now" ? "Sending" : "Scheduling"}
        refusal={refusal}
        onClose={onClose}
        onConfirm={(form) => {
          const at = when === "later" ? instantOf(String(form.get("at"))) : "";
          void act({ intent: "send", version: String(version), at });
        }}
      >
        <p>
          “{subject}” goes to {people} at {perMinute.toLocaleString("en-US")} a minute: about{" "}
          {durationOf(readers / perMinute)}. It can be paused and cancelled; what is out is out.
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
            label="Date and Time"
            name="at"
            type="datetime-local"
            required
            hint="In the time zone of this browser."
          />
        )}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === "delete"}
        title="Delete this draft?"
        confirm="Delete the Draft"
        busy={busy}
        busyText="Deleting"
        refusal={refusal}
        onClose={onClose}
        onConfirm={() => void act({ intent: "delete" })}
      >
        <p>Its text is gone for good.</p>
      </ConfirmDialog>
    </>
  );
}

/** What the field says, in the browser's own zone, as an instant. */
const instantOf = (local: string) => (Number.isNaN(Date.parse(local)) ? "" : new Date(local).toISOString());

function durationOf(minutes: number): string {
  if (minutes < 1) return "less than a minute";
  if (minutes < 90) return `${Math.round(minutes)} ${Math.round(minutes) === 1 ? "minute" : "minutes"}`;
  return `${Math.round(minutes / 60)} hours`;
}
