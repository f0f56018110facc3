import { type FormEvent, useEffect, useState } from "react";
import type { ProviderId } from "#app/features/accounts/providers/sign-in-providers.ts";
import {
  CaldavAccount,
  type CalendarChoice,
  calendarKinds,
  deletionTexts,
  downTexts,
} from "#app/features/booking/calendars/connection.ts";
import { counted } from "#app/lib/numbers.ts";
import { fieldErrors } from "#app/lib/validation-messages.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckField, PasswordField, SelectField, TextField } from "#app/ui/field.tsx";
import { Moment } from "#app/ui/firm-dates.tsx";
import { FormFailure } from "#app/ui/form-failure.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ScriptForm } from "#app/ui/script-form.tsx";
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
};
export type Account = {
  id: string;
  kind: keyof typeof calendarKinds;
  server: string;
  username: string;
  calendars: readonly Calendar[];
};
type FormState = { busy: boolean; refusal: string | undefined };

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
  choosing: FormState;
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
            <li key={account.id}>
              <div className={css.calendar}>
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
          key={JSON.stringify([accounts.map(({ calendars }) => calendars.map(chosen)), rules])}
          calendars={accounts.flatMap(({ calendars }) => calendars)}
          rules={rules}
          {...choosing}
          onChoose={onChoose}
        />
      )}
      {providers.length > 0 && (
        <div className={css.form}>
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

const chosen = ({ id, isChecked, isTarget }: Calendar) => [id, isChecked, isTarget];

const labelOf = ({ kind, server, username }: Account) =>
  `${username}, ${server && URL.canParse(server) ? new URL(server).host : calendarKinds[kind]}`;

function State({ calendar }: { calendar: Calendar }) {
  const { name, isChecked, isTarget, readAt, problem, skippedCount } = calendar;
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
      {skippedCount > 0 && (
        <Notice kind="caution">{counted(skippedCount, "event")} could not be read completely.</Notice>
      )}
      {problem && <Notice kind="critical">{problem}</Notice>}
    </div>
  );
}

const none = "none";

function ChoiceForm({
  calendars,
  rules,
  busy,
  refusal,
  onChoose,
}: {
  calendars: readonly Calendar[];
  rules: Pick<CalendarChoice, "calendarDown" | "calendarDeletion">;
  onChoose: (choice: CalendarChoice) => void;
} & FormState) {
  const [checked, setChecked] = useState(calendars.filter(({ isChecked }) => isChecked).map(({ id }) => id));
  const [target, setTarget] = useState(calendars.find(({ isTarget }) => isTarget)?.id ?? none);
  const [{ calendarDown, calendarDeletion }, setRules] = useState(rules);
  const options = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([value, label]) => ({ value, label }));
  return (
    <ScriptForm
      className={css.form}
      aria-label="Choice of calendars"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose({ checked, target: target === none ? null : target, calendarDown, calendarDeletion });
      }}
    >
      <FormFailure text={refusal} />
      {calendars.map(({ id, name }) => (
        <CheckField
          key={id}
          label={`Events in ${name} make the host busy`}
          checked={checked.includes(id)}
          onChange={({ target: { checked: isOn } }) =>
            setChecked(isOn ? [...checked, id] : checked.filter((each) => each !== id))
          }
        />
      ))}
      <SelectField
        label="Write calls to"
        value={target}
        options={[
          ...calendars.filter(({ canWrite }) => canWrite).map(({ id, name }) => ({ value: id, label: name })),
          { value: none, label: "No calendar" },
        ]}
        onChange={(event) => setTarget(event.currentTarget.value)}
      />
      <SelectField
        label="While a calendar cannot be read"
        value={calendarDown}
        options={options(downTexts)}
        onChange={(event) =>
          setRules({ calendarDeletion, calendarDown: event.currentTarget.value as CalendarChoice["calendarDown"] })
        }
      />
      <SelectField
        label="When the host deletes or declines a call there"
        value={calendarDeletion}
        options={options(deletionTexts)}
        onChange={(event) =>
          setRules({
            calendarDown,
            calendarDeletion: event.currentTarget.value as CalendarChoice["calendarDeletion"],
          })
        }
      />
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
    <ScriptForm noValidate className={css.form} aria-label="CalDAV account" onSubmit={submit}>
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
