import { type FormEvent, useEffect, useRef, useState } from "react";
import { AdminDetails } from "#app/ui/admin/admin-details.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { useUnsaved } from "#app/ui/drafts/leave-warning.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import {
  changesSince,
  draftOf,
  type EndpointDraft,
  inputOf,
  type StoredEndpoint,
} from "../endpoints/endpoint-draft.ts";
import type { EndpointInput } from "../webhooks.ts";
import css from "./endpoint-form.module.css";
import { EventPicker, type PickerGroup } from "./event-picker.tsx";
import { HeaderFields } from "./header-fields.tsx";

/**
 * The fields of an endpoint. `stored` is the newest save: after a colleague's save, an untouched form shows it, and a changed
 * one keeps its input and asks. `savedAt` changes when the user's own save is done and loaded. `refusal`: of the last save.
 */
export function EndpointForm({
  stored,
  groups,
  save,
  busy,
  savedAt,
  refusal,
  onSave,
}: {
  stored: StoredEndpoint;
  groups: readonly PickerGroup[];
  save: string;
  busy: boolean;
  savedAt: number;
  refusal: { message: string; fields?: Record<string, string> } | null;
  onSave: (input: EndpointInput) => void;
}) {
  const [opened, setOpened] = useState(stored);
  const [draft, setDraft] = useState(() => draftOf(stored));
  const [mistakes, setMistakes] = useState<Record<string, string> | null>(null);
  const [seenSave, setSeenSave] = useState(savedAt);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(opened));
  const conflict = changesSince(opened, stored);
  const takeStored = () => {
    setOpened(stored);
    setDraft(draftOf(stored));
  };
  if (savedAt !== seenSave) {
    setSeenSave(savedAt);
    takeStored();
  } else if (conflict.length > 0 && !isChanged) takeStored();
  useUnsaved(isChanged);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (mistakes ?? refusal?.fields) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [mistakes, refusal]);
  const change = (changed: Partial<EndpointDraft>) => setDraft((before) => ({ ...before, ...changed }));
  const errors: Record<string, string | undefined> = mistakes ?? refusal?.fields ?? {};
  const hasField = Object.keys(errors).length > 0;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const result = inputOf(draft);
    setMistakes(result.ok ? null : result.fields);
    if (result.ok && conflict.length === 0) onSave(result.input);
  };
  return (
    <ScriptForm ref={form} className={`max-46 ${css.form}`} onSubmit={submit} noValidate>
      {refusal && !hasField && (
        <Notice kind="critical" live>
          {refusal.message}
        </Notice>
      )}
      {conflict.length > 0 && isChanged && (
        <Notice kind="caution" live title="Another admin changed this endpoint. Your input is still here.">
          <dl className={css.conflict}>
            {conflict.map(({ label, value }) => (
              <div className="grid gap-100 breaks" key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <div className={`cluster gap-50 ${css.actions}`}>
            <Button size={32} onClick={takeStored}>
              Use the saved version
            </Button>
            <Button size={32} onClick={() => setOpened(stored)}>
              Keep my input
            </Button>
          </div>
        </Notice>
      )}
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        required
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        hint="The web address that your program gave you. It begins with https://."
        value={draft.url}
        error={errors.url}
        onChange={({ target }) => change({ url: target.value })}
      />
      <TextField
        label="Name"
        optional
        maxLength={200}
        autoComplete="off"
        hint="Such as: Slack message for new bookings."
        value={draft.description}
        error={errors.description}
        onChange={({ target }) => change({ description: target.value })}
      />
      <EventPicker
        groups={groups}
        chosen={draft.events}
        error={errors.events}
        onChosen={(events) => change({ events })}
      />
      <AdminDetails
        summary="Headers and limit"
        className={css.more}
        open={errors.headers || errors.ratePerMinute ? true : undefined}
      >
        <HeaderFields headers={draft.headers} error={errors.headers} onHeaders={(headers) => change({ headers })} />
        <TextField
          label="Maximum messages per minute"
          optional
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          hint="Empty: no limit. Messages above the limit wait."
          value={draft.rate}
          error={errors.ratePerMinute}
          onChange={({ target }) => change({ rate: target.value })}
        />
      </AdminDetails>
      <Button type="submit" variant="primary" size={40} busy={busy} busyText="Saving" disabled={conflict.length > 0}>
        {save}
      </Button>
    </ScriptForm>
  );
}
