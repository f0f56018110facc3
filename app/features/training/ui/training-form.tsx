import { type FormEvent, useEffect, useRef, useState } from "react";
import type { SignupAnswer, SignupToast } from "#app/lib/forms/signup-answer.ts";
import { fieldErrors } from "#app/lib/forms/validation-messages.ts";
import { SubmitWithConsent } from "#app/ui/buttons/submit-with-consent.tsx";
import { useEnclosingDialog } from "#app/ui/dialogs/enclosing-dialog.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TrainingRegistration, trainingConsent, trainingMessages as words } from "../registration.ts";
import { TrainingFields, TrainingProgramLine } from "./training-fields.tsx";

type Faults = Record<string, string>;
const closesAfterMs = 3000;
const fieldOrder = ["email", "companyName", "companyWebsite", "role", "industry"];

export function TrainingForm({
  program,
  send,
  toast,
  onDone,
}: {
  program: string;
  send: (registration: TrainingRegistration) => Promise<SignupAnswer>;
  toast: (toast: SignupToast | null) => void;
  onDone: () => void;
}) {
  const [phase, setPhase] = useState<"form" | "submitting" | "done">("form");
  const [faults, setFaults] = useState<Faults>({});
  const [failures, setFailures] = useState(0);
  const hasFailed = useRef(false);
  const outcome = useRef<HTMLDivElement>(null);
  const { ref } = useEnclosingDialog<HTMLFormElement>({ locked: phase === "submitting" });
  useEffect(() => {
    if (phase !== "done") return;
    outcome.current?.focus();
    const timer = setTimeout(onDone, closesAfterMs);
    return () => clearTimeout(timer);
  }, [phase, onDone]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after each failure, not when an edit clears a fault
  useEffect(() => {
    const first = fieldOrder.find((name) => faults[name]);
    if (first) ref.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [failures]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (phase === "submitting") return;
    const values = Object.fromEntries(new FormData(event.currentTarget));
    const registration = TrainingRegistration.safeParse({ ...values, trainingProgram: program });
    const fail = (found: Faults, text: string) => {
      setPhase("form");
      setFaults(found);
      setFailures((count) => count + 1);
      hasFailed.current = true;
      toast({ title: words.failedTitle, text, kind: "error" });
    };
    if (!registration.success) {
      const { issues } = registration.error;
      return fail(fieldErrors(issues), issues[0]?.message ?? words.checkInput);
    }
    setFaults({});
    // A new attempt clears the toast of the failed one.
    if (hasFailed.current) toast(null);
    setPhase("submitting");
    const answer = await send(registration.data);
    if (answer.ok) setPhase("done");
    else fail(answer.fields ?? {}, answer.message ?? words.tryAgain);
  }

  if (phase === "done")
    return (
      <div ref={outcome} tabIndex={-1}>
        <Notice kind="positive" title={words.doneTitle} live>
          <p>{words.done}</p>
        </Notice>
      </div>
    );
  const busy = phase === "submitting";
  const clear = (name: string) => faults[name] && setFaults(({ [name]: _, ...others }) => others);
  return (
    <form ref={ref} className="grid gap-110" method="post" noValidate onSubmit={submit}>
      <TrainingProgramLine program={program} />
      <fieldset className="grid gap-110" disabled={busy}>
        <TrainingFields autoFocus faults={faults} onEdit={clear} />
      </fieldset>
      <SubmitWithConsent
        label="Submit Registration"
        consent={trainingConsent}
        busy={busy}
        busyText={words.submitting}
      />
    </form>
  );
}
