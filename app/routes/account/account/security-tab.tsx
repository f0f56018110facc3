import { useState } from "react";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import { ChangePasswordForm } from "#app/features/accounts/ui/change-password-form.tsx";
import { PasswordDialog } from "#app/features/accounts/ui/password-dialog.tsx";
import { timeAgo } from "#app/features/accounts/users/time-ago.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { ToastHost, type ToastMessage } from "#app/ui/feedback/toast.tsx";
import { Day, DayOn, useFirmDates } from "#app/ui/text/firm-dates.tsx";
import css from "../account.module.css";
import { AccountButton } from "./account-button.tsx";
import type { AccountData } from "./account-data.server.ts";
import { AccountSection } from "./account-section.tsx";
import { FactorSection } from "./factor-section.tsx";
import { PasskeySection } from "./passkey-section.tsx";
import { ProviderSection } from "./provider-section.tsx";
import { useAccountAction } from "./use-account-action.ts";

export function SecurityTab({ data }: { data: AccountData }) {
  return (
    <>
      {data.hasPassword ? <PasswordSection email={data.email} /> : <NoPasswordSection />}
      <PasskeySection {...data} />
      <ProviderSection {...data} />
      {data.factor && <FactorSection factor={data.factor} />}
      <SessionsSection sessions={data.sessions} />
      <AccountSection
        title="Your data"
        text="Everything we hold about you, as data files and a readable page: profile, blueprints, analyses, calls, emails."
      >
        <form method="post" action="/api/account/export">
          <Button type="submit" icon="download">
            Download my data
          </Button>
        </form>
        <p className={`top-75 soft ui-size ${css.small}`}>A ZIP file, ready immediately.</p>
      </AccountSection>
      <DeletionSection {...data} />
    </>
  );
}

function PasswordSection({ email }: { email: string }) {
  const { result, refusal, busy, act } = useAccountAction("password");
  const [seen, setSeen] = useState(0);
  const toast: ToastMessage | null =
    result?.ok && result.at > seen ? { id: result.at, kind: "done", text: accountMessages.passwordSaved } : null;
  return (
    <AccountSection title="Password" text="Changing it signs out every other device, and we confirm it by email.">
      <ChangePasswordForm key={result?.ok ? result.at : 0} email={email} refusal={refusal} busy={busy} onValid={act} />
      <ToastHost toast={toast} onGone={() => setSeen(toast ? Number(toast.id) : seen)} />
    </AccountSection>
  );
}

const NoPasswordSection = () => (
  <AccountSection title="Password" text="This account has no password. You do not need one to sign in.">
    <ButtonLink href="/reset-password">Set a password by email</ButtonLink>
  </AccountSection>
);

function SessionsSection({ sessions }: { sessions: AccountData["sessions"] }) {
  return (
    <AccountSection
      title="Where you are signed in"
      text="A session ends after 7 days without a visit, and after 30 days in any case."
    >
      <ul className={`ruled ${css.list}`}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className={`cluster middle gap-75 top-125 ${css.actions}`}>
          <AccountButton intent="others-off" size={48} busyText="Ending sessions">
            End all other sessions
          </AccountButton>
        </div>
      )}
    </AccountSection>
  );
}

function SessionRow({ session }: { session: AccountData["sessions"][number] }) {
  const { id, device, current, createdAt, lastSeenAt, now } = session;
  const { day } = useFirmDates();
  const lastSeen = timeAgo(lastSeenAt, now, day);
  return (
    <li className={`grid middle ${css.row}`}>
      <div>
        <p className={`cluster middle strong breaks ${css.device}`}>
          {device}
          {current && <Badge kind="info">This device</Badge>}
        </p>
        <p className="note">
          Last seen {lastSeen} · signed in <Day at={createdAt} />
        </p>
      </div>
      {current ? (
        <form method="post" action="/api/auth/sign-out">
          <Button type="submit" size={40}>
            Sign Out
          </Button>
        </form>
      ) : (
        <AccountButton intent="session-off" id={id} aria-label={`End session: ${device}, last seen ${lastSeen}`}>
          End session
        </AccountButton>
      )}
    </li>
  );
}

function DeletionSection({
  deletionDueOn,
  isInTeam,
  hasPassword,
}: Pick<AccountData, "deletionDueOn" | "isInTeam" | "hasPassword">) {
  const [asking, setAsking] = useState(false);
  const remove = useAccountAction("delete");
  if (asking && remove.result?.ok && deletionDueOn && !remove.busy) setAsking(false);
  return (
    <AccountSection
      id="delete"
      scripted={deletionDueOn || isInTeam ? undefined : "Deleting your account needs"}
      title="Delete your account"
      text="Your profile, blueprints, analyses, calls, codes and emails are deleted 7 days after you request it. Until then, you can keep the account."
    >
      {deletionDueOn ? (
        <>
          <Notice kind="caution" live>
            This account will be deleted on <DayOn date={deletionDueOn} />, with everything in it.
          </Notice>
          <div className={`cluster middle gap-75 top-125 ${css.actions}`}>
            <AccountButton intent="keep" size={48} variant="primary" busyText="Keeping it">
              Keep my account
            </AccountButton>
          </div>
        </>
      ) : isInTeam ? (
        <p className={`top-75 soft ui-size ${css.small}`}>{accountMessages.adminNotDeleted}</p>
      ) : (
        <Button icon="trash" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      )}
      {asking && (
        <PasswordDialog
          open
          needsPassword={hasPassword}
          title="Delete your account?"
          confirm="Delete in seven days"
          busyText="Scheduling"
          busy={remove.busy}
          refusal={remove.refusal}
          onClose={() => setAsking(false)}
          onValid={remove.act}
        >
          You can still sign in and change your mind for 7 days. After that, nothing can be restored.
        </PasswordDialog>
      )}
    </AccountSection>
  );
}
