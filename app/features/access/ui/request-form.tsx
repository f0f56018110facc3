import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { fieldErrors } from "#app/lib/forms/validation-messages.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { useEnclosingDialog } from "#app/ui/dialogs/enclosing-dialog.ts";
import { AccessRequest, requestMessages } from "../access.ts";
import css from "./form.module.css";
import type { FormAnswer } from "./form-answer.ts";
import { PrivacyLine, RequestedNote, RequestFields } from "./request-fields.tsx";

type Faults = Record<string, string>;
type Phase = "idle" | "submitting" | "submitted" | "needs_person";

const closesAfterMs = 4000;
const fieldOrder = ["email", "company_name", "company_website", "role", "industry"];

/** Uncontrolled fields keep input from before hydration. Closes the dialog and resets four seconds after a success. */
export function RequestForm(props: {
  /** The signed-in user's address: a code works only for the account with the requesting address. */
  email: string | null;
  codeWithin: string;
  send: (request: AccessRequest) => Promise<FormAnswer>;
  /** Shows a toast in addition to the field errors; null removes it. */
  showError: (toast: { title?: string; text: string } | null) => void;
  campaign: () => Record<string, string>;
  children?: ReactNode;
}) {
  const [round, setRound] = useState(0);
  return <Round key={round} {...props} onOver={() => setRound(round + 1)} />;
}

function Round({
  email,
  codeWithin,
  send,
  showError,
  campaign,
  onOver,
  children,
}: Parameters<typeof RequestForm>[0] & { onOver: () => void }) {
  const [phase, setPhase] = useState<Phase>("idle");
  const isDone = phase === "submitted" || phase === "needs_person";
  const [faults, setFaults] = useState<Faults>({});
  const hasShownError = useRef(false);
  const { ref, close } = useEnclosingDialog<HTMLDivElement>({
    locked: phase === "submitting",
    onClosed: () => isDone && onOver(),
  });
  useEffect(() => {
    if (!isDone) return;
    ref.current?.focus();
    const timer = setTimeout(() => {
      close();
      onOver();
    }, closesAfterMs);
    return () => clearTimeout(timer);
  }, [isDone, ref, close, onOver]);

  function showFaults(form: HTMLFormElement, found: Faults) {
    setFaults(found);
    const first = fieldOrder.find((name) => found[name]);
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const request = AccessRequest.safeParse({ ...campaign(), ...valuesOf(form) });
    if (!request.success) {
      showFaults(form, fieldErrors(request.error.issues));
      hasShownError.current = true;
      showError({
        title: requestMessages.invalidTitle,
        text: request.error.issues[0]?.message ?? requestMessages.failed,
      });
      return;
    }
    setFaults({});
    setPhase("submitting");
    const answer = await send(request.data);
    setPhase(answer.ok ? (answer.needsPerson ? "needs_person" : "submitted") : "idle");
    if (answer.ok) {
      if (answer.isSynced === false) showError({ title: requestMessages.syncTitle, text: requestMessages.syncFailed });
      else if (hasShownError.current) showError(null);
      return;
    }
    hasShownError.current = true;
    if (answer.fields) showFaults(form, answer.fields);
    showError({ title: answer.fields && requestMessages.invalidTitle, text: answer.message });
  }

  /** Clears errors as soon as they are fixed; shows new ones only on blur. */
  function recheck(form: HTMLFormElement, left: string | null = null) {
    const found = fieldErrors(AccessRequest.safeParse(valuesOf(form)).error?.issues ?? []);
    if (Object.keys(found).length === 0 && hasShownError.current) showError(null);
    setFaults((shown) =>
      Object.fromEntries(
        Object.entries(found).filter(([name]) => shown[name] || (name === left && valuesOf(form)[name])),
      ),
    );
  }

  if (isDone)
    return (
      <div ref={ref} tabIndex={-1}>
        <RequestedNote codeWithin={codeWithin} needsPerson={phase === "needs_person"} />
      </div>
    );
  return (
    <div ref={ref}>
      <form
        className="grid gap-110"
        method="post"
        noValidate
        onSubmit={submit}
        onInput={({ currentTarget }) => Object.keys(faults).length > 0 && recheck(currentTarget)}
        onBlur={({ currentTarget, target, relatedTarget }) => {
          // A layout shift on blur would make a click on the button miss.
          if (!(relatedTarget instanceof HTMLButtonElement)) recheck(currentTarget, target.getAttribute("name"));
        }}
      >
        <RequestFields autoFocus email={email} faults={faults} />
        <div className={`grid gap-90 justify-items-start ${css.actions}`}>
          <Button type="submit" variant="primary" wide busy={phase === "submitting"} busyText="Sending your request">
            Request Access
          </Button>
          <PrivacyLine />
          {children}
        </div>
      </form>
    </div>
  );
}

const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
