import { type FormEvent, useEffect, useState } from "react";
import type { ProviderId } from "#app/features/accounts/providers/sign-in-providers.ts";
import {
  CaldavAccount,
  type CalendarChoice,
  calendarKinds,
  deletionTexts,
  downTexts,
} from "#app/features/booking/calendars/connection.ts";
import { type PushProblem, pushProblemTexts } from "#app/features/booking/calendars/push/push.ts";
import { fieldErrors } from "#app/lib/forms/validation-messages.ts";
import { counted } from "#app/lib/numbers.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { useUnsaved } from "#app/ui/drafts/leave-warning.tsx";
import { useDraft } from "#app/ui/drafts/use-draft.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { CheckField, PasswordField, SelectField, TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import { ColleagueValue } from "#app/ui/text/colleague-value.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import css from "./host.module.css";

type Calendar = {
  id: string;
  name: string;
  canWrite: boolean;
  isChecked: boolean;
  isTarget: boolean;
  readAt: Date | null;
  problem: string | null;
  skippedCount: number;
  /** Why changes are not reported; null: they are. */
  push: PushProblem | null;
};
export type Account = {
  id: string;
  kind: keyof typeof calendarKinds;
  server: string;
  username: string;
  calendars: readonly Calendar[];
};
type FormState = { busy: boolean; refusal: string | undefined };
/** `version` of the host; `savedAt`: time of the choice's last save, once the saved choice is loaded; 0 before. */
type ChoiceState = FormState & { version: number; savedAt: number };

/** The calendars of a host that are read and written, the choice between them, and a form to connect an account. */
export function ConnectedCalendars({
  accounts,
  rules,
  providers,
  consent,
  starting,
  connecting,
  choosing,
  onStart,
  onConnect,
  onChoose,
  onDisconnect,
}: {
  accounts: readonly Account[];
  rules: Pick<CalendarChoice, "calendarDown" | "calendarDeletion">;
  /** Providers with keys in the settings. */
  providers: readonly ProviderId[];
  /** What became of a connection that was started at a provider. */
  consent: { isConnected: boolean; problem: string | null };
  starting: FormState;
  connecting: FormState;
  choosing: ChoiceState;
  onStart: (provider: ProviderId) => void;
  onConnect: (account: CaldavAccount) => void;
  onChoose: (choice: CalendarChoice) => void;
  onDisconnect: (account: { id: string; label: string }) => void;
}) {
  return (
    <>
      <p className="muted">
        Busy times are read when times are shown and again before a call is booked. Calls are written to one calendar;
        moving or deleting them there moves or cancels the call.
      </p>
      {consent.isConnected && <Notice kind="positive">The calendar is connected.</Notice>}
      {consent.problem && <Notice kind="critical">{consent.problem}</Notice>}
      {accounts.length > 0 && (
        <ul className={`grid ${css.list}`}>
          {accounts.map((account) => (
            <li className="line start between gap-100" key={account.id}>
              <div className={`grid gap-50 ${css.calendar}`}>
                <b>{labelOf(account)}</b>
                {account.calendars.map((calendar) => (
                  <State key={calendar.id} calendar={calendar} />
                ))}
              </div>
              <Button
                size={32}
                aria-label={`Disconnect ${labelOf(account)}`}
                onClick={() => onDisconnect({ id: account.id, label: labelOf(account) })}
              >
                Disconnect
              </Button>
            </li>
          ))}
        </ul>
      )}
      {accounts.length > 0 && (
        <ChoiceForm
          calendars={accounts.flatMap(({ calendars }) => calendars)}
          rules={rules}
          {...choosing}
          onChoose={onChoose}
        />
      )}
      {providers.length > 0 && (
        <div className={`grid gap-75 ${css.form}`}>
          <FormFailure text={starting.refusal} />
          {providers.map((provider) => (
            <Button
              key={provider}
              size={40}
              busy={starting.busy}
              busyText="Connecting"
              onClick={() => onStart(provider)}
            >
              Connect {calendarKinds[provider]}
            </Button>
          ))}
        </div>
      )}
      <AccountForm count={accounts.length} {...connecting} onConnect={onConnect} />
    </>
  );
}

const labelOf = ({ kind, server, username }: Account) =>
  `${username}, ${server && URL.canParse(server) ? new URL(server).host : calendarKinds[kind]}`;

function State({ calendar }: { calendar: Calendar }) {
  const { name, isChecked, isTarget, readAt, problem, skippedCount, push } = calendar;
  if (!isChecked && !isTarget) return null;
  return (
    <div>
      {name}:{" "}
      {readAt ? (
        <>
          read <Moment at={readAt} />
        </>
      ) : (
        "not read yet"
      )}
      <p className="muted">
        {push ? `Changes are read every minute, because ${pushProblemTexts[push]}.` : "Changes arrive at once."}
      </p>
      {skippedCount > 0 && (
        <Notice kind="caution">{counted(skippedCount, "event")} could not be read completely.</Notice>
      )}
      {problem && <Notice kind="critical">{problem}</Notice>}
    </div>
  );
}

const none = "none";

/** A calendar or rule that a colleague changed meanwhile shows the colleague's value. */
function ChoiceForm({
  calendars,
  rules: { calendarDown, calendarDeletion },
  version,
  savedAt,
  busy,
  refusal,
  onChoose,
}: {
  calendars: readonly Calendar[];
  rules: Pick<CalendarChoice, "calendarDown" | "calendarDeletion">;
  onChoose: (choice: CalendarChoice) => void;
} & ChoiceState) {
  const draft = useDraft<Record<string, string | boolean>>({
    stored: {
      ...Object.fromEntries(calendars.map(({ id, isChecked }) => [id, isChecked])),
      ...{ target: calendars.find(({ isTarget }) => isTarget)?.id ?? none, calendarDown, calendarDeletion },
    },
    ...{ version, savedAt },
  });
  const { values } = draft;
  useUnsaved(draft.isUnsaved);
  const hintOf = (field: string, label: string, textOf: (value: string) => string) => {
    const conflict = busy ? undefined : draft.conflictOf(field);
    if (conflict === undefined) return undefined;
    const value = typeof conflict === "boolean" ? (conflict ? "on" : "off") : textOf(conflict);
    return <ColleagueValue label={label} value={value} onUse={() => draft.takeOver(field)} />;
  };
  const choice = (field: string, label: string, texts: Readonly<Record<string, string>>) => ({
    ...{ label, value: String(values[field]), hint: hintOf(field, label, (value) => texts[value] ?? value) },
    options: Object.entries(texts).map(([value, text]) => ({ value, label: text })),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => draft.change(field, currentTarget.value),
  });
  const writable = calendars.filter(({ canWrite }) => canWrite).map(({ id, name }) => [id, name]);
  return (
    <ScriptForm
      className={`grid gap-75 ${css.form}`}
      aria-label="Choice of calendars"
      onSubmit={(event) => {
        event.preventDefault();
        draft.markSent(values);
        onChoose({
          checked: calendars.filter(({ id }) => values[id]).map(({ id }) => id),
          target: values["target"] === none ? null : String(values["target"]),
          calendarDown: values["calendarDown"] as CalendarChoice["calendarDown"],
          calendarDeletion: values["calendarDeletion"] as CalendarChoice["calendarDeletion"],
        });
      }}
    >
      <FormFailure text={refusal} />
      {calendars.map(({ id, name }) => (
        <CheckField
          key={id}
          label={`Events in ${name} make the host busy`}
          checked={values[id] === true}
          hint={hintOf(id, name, String)}
          onChange={({ target: { checked } }) => draft.change(id, checked)}
        />
      ))}
      <SelectField
        {...choice("target", "Write calls to", { ...Object.fromEntries(writable), [none]: "No calendar" })}
      />
      <SelectField {...choice("calendarDown", "While a calendar cannot be read", downTexts)} />
      <SelectField {...choice("calendarDeletion", "When the host deletes or declines a call there", deletionTexts)} />
      <Button type="submit" size={40} busy={busy} busyText="Saving">
        Save the choice
      </Button>
    </ScriptForm>
  );
}

const empty = { server: "", username: "", password: "" };

function AccountForm({
  count,
  busy,
  refusal,
  onConnect,
}: { count: number; onConnect: (account: CaldavAccount) => void } & FormState) {
  const [values, setValues] = useState(empty);
  const [faults, setFaults] = useState<Record<string, string>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: clear the fields after each connected account
  useEffect(() => setValues(empty), [count]);
  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = CaldavAccount.safeParse(values);
    setFaults(parsed.success ? {} : fieldErrors(parsed.error.issues));
    if (parsed.success) onConnect(values);
  }
  const field = (name: keyof typeof empty, label: string) => ({
    ...{ label, value: values[name], error: faults[name], autoComplete: "off" },
    onChange: ({ target }: { target: { value: string } }) =>
      setValues((newest) => ({ ...newest, [name]: target.value })),
  });
  return (
    <ScriptForm noValidate className={`grid gap-75 ${css.form}`} aria-label="CalDAV account" onSubmit={submit}>
      <FormFailure text={refusal} />
      <TextField
        {...field("server", "CalDAV server")}
        hint="Such as https://caldav.icloud.com. Many services need a password made for one app."
        type="text"
        inputMode="url"
        maxLength={500}
      />
      <TextField {...field("username", "User name")} type="text" maxLength={200} />
      <PasswordField {...field("password", "Password")} autoComplete="new-password" maxLength={500} />
      <Button type="submit" size={40} busy={busy} busyText="Testing">
        Test and connect
      </Button>
    </ScriptForm>
  );
}
