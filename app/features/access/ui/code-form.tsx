import { type ClipboardEvent, type FormEvent, type ReactNode, useState } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { useEnclosingDialog } from "#app/ui/dialogs/enclosing-dialog.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { AccessCodeEntry, codeMessages } from "../access.ts";
import { writeCode } from "../codes/code.ts";
import css from "./form.module.css";
import type { FormAnswer } from "./form-answer.ts";

type Phase = { name: "idle"; error?: string } | { name: "validating" } | { name: "granted" };

/** Code entry form: idle, validating, then granted (calls `onGranted`) or an error at the field. */
export function CodeForm({
  length,
  submitLabel,
  intro,
  send,
  onGranted,
  refused,
  children,
}: {
  /** Maximum input length: 14 in the dialog, 20 on the page. */
  length: 14 | 20;
  submitLabel: string;
  intro?: ReactNode;
  send: (entry: AccessCodeEntry) => Promise<FormAnswer>;
  onGranted: () => void;
  /** The code submitted without scripts, and its error. */
  refused?: { code: string; error: string } | null;
  children?: ReactNode;
}) {
  const [phase, setPhase] = useState<Phase>(refused ? { name: "idle", error: refused.error } : { name: "idle" });
  const busy = phase.name !== "idle";
  const { ref } = useEnclosingDialog<HTMLFormElement>({ locked: phase.name === "validating" });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("code") as HTMLInputElement;
    const entry = AccessCodeEntry.safeParse({ code: field.value });
    const fail = (error: string) => {
      setPhase({ name: "idle", error });
      field.focus();
    };
    if (!entry.success) return fail(entry.error.issues[0]?.message ?? codeMessages.failed);
    setPhase({ name: "validating" });
    const answer = await send(entry.data);
    if (!answer.ok) return fail(answer.message);
    setPhase({ name: "granted" });
    onGranted();
  }

  return (
    <form ref={ref} className="grid gap-110" method="post" noValidate onSubmit={submit}>
      {intro}
      <TextField
        label="Access Code"
        name="code"
        className={css.code}
        placeholder="XXXX-XXXX-XXXX"
        maxLength={length}
        {...(refused && { defaultValue: refused.code })}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
        readOnly={busy}
        onPaste={pasteCode}
        onInput={({ currentTarget, nativeEvent }) => {
          capitalize(currentTarget, nativeEvent as InputEvent);
          if (phase.name === "idle" && phase.error) setPhase({ name: "idle" });
        }}
        error={phase.name === "idle" ? phase.error : undefined}
      />
      {phase.name === "idle" && phase.error === codeMessages.signInFirst && (
        <a href="/auth?next=%2Fverify-access">Go to Sign In</a>
      )}
      {phase.name === "idle" && phase.error === codeMessages.otherEmail && length === 14 && (
        <a href="/verify-access">Use another account</a>
      )}
      {phase.name === "idle" && phase.error === codeMessages.alreadyUsed && length === 14 && (
        <a href="/blueprint/wizard">Go to the wizard</a>
      )}
      {phase.name === "granted" && (
        <Notice kind="positive" live>
          {codeMessages.granted}
        </Notice>
      )}
      <div className={`grid gap-90 justify-items-start ${css.actions}`}>
        <Button type="submit" variant="primary" wide busy={busy} busyText="Checking your code">
          {submitLabel}
        </Button>
        {children}
      </div>
    </form>
  );
}

/** Converts input to upper case. Inserts dashes while the user types at the end, not during corrections. */
function capitalize(field: HTMLInputElement, event: InputEvent) {
  const { selectionStart, value } = field;
  const atEnd = selectionStart === value.length;
  const typing = !event.isComposing && !event.inputType?.startsWith("delete");
  const next = atEnd && typing ? writeCode(value) : value.toUpperCase();
  if (next === value) return;
  field.value = next.slice(0, field.maxLength);
  if (!atEnd) field.setSelectionRange(selectionStart, selectionStart);
}

/** Strips spaces and line breaks, which would push the last letters past the field's maximum length. */
function pasteCode(event: ClipboardEvent<HTMLInputElement>) {
  const field = event.currentTarget;
  event.preventDefault();
  const { value, selectionStart, selectionEnd, maxLength } = field;
  const pasted = event.clipboardData.getData("text");
  const whole = value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length);
  field.value = writeCode(whole).slice(0, maxLength);
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
}
