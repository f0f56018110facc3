import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { useUnsaved } from "#app/ui/drafts/leave-warning.tsx";
import { useIsHydrated } from "#app/ui/drafts/use-hydrated.ts";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";

/** A short form that resets after a save; a refusal keeps the input. */
export function InlineForm({
  label,
  busy,
  refusal,
  doneAt,
  submit,
  onSend,
  onSaved,
  onCancel,
  onUnsaved,
  children,
}: {
  label: string;
  busy: boolean;
  refusal: string | undefined;
  /** Time of the form's last successful action; increases after a save. */
  doneAt: number;
  submit: string;
  onSend: (values: Record<string, string>) => void;
  onSaved?: () => void;
  onCancel?: () => void;
  onUnsaved?: (isUnsaved: boolean) => void;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const sentAt = useRef<number | null>(null);
  const [isUnsaved, setUnsaved] = useState(false);
  useUnsaved(isUnsaved);
  // Without scripts the form would be posted to a page that does not accept posts.
  const isHydrated = useIsHydrated();
  useEffect(() => {
    if (!isUnsaved) return;
    onUnsaved?.(true);
    return () => onUnsaved?.(false);
  }, [isUnsaved, onUnsaved]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    sentAt.current = doneAt;
    onSend(Object.fromEntries([...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])));
  };
  useEffect(() => {
    if (sentAt.current === null || doneAt <= sentAt.current) return;
    sentAt.current = null;
    form.current?.reset();
    setUnsaved(false);
    onSaved?.();
  }, [doneAt, onSaved]);
  return (
    <ScriptForm
      ref={form}
      className="grid gap-75"
      aria-label={label}
      onSubmit={send}
      onInput={(event) => setUnsaved([...event.currentTarget.elements].some(isTyped))}
    >
      <FormFailure text={refusal} />
      {children}
      <div className="cluster gap-50">
        <Button type="submit" size={40} disabled={!isHydrated} busy={busy} busyText="Saving">
          {submit}
        </Button>
        {onCancel && (
          <Button variant="tertiary" size={40} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </ScriptForm>
  );
}

function isTyped(control: Element): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return (
    (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
    control.value !== control.defaultValue
  );
}

export type ProspectActions<Intent extends string> = {
  perform: (values: { intent: Intent } & Record<string, string>) => void;
  isRunning: (intent: Intent) => boolean;
  refusalOf: (intent: Intent) => string | undefined;
  /** Time of the newest action if it has this intent and its result is loaded; otherwise 0. */
  doneAtOf: (intent: Intent) => number;
};
