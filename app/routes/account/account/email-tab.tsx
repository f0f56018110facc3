import { useState } from "react";
import { ChangeEmailForm } from "#app/features/accounts/ui/change-email-form.tsx";
import { clickConsentHint, clickConsentLabel } from "#app/features/mail/clicks/click-consent.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { CheckField } from "#app/ui/forms/field.tsx";
import css from "../account.module.css";
import { AccountButton } from "./account-button.tsx";
import type { AccountData } from "./account-data.server.ts";
import { AccountSection } from "./account-section.tsx";
import { useAccountAction } from "./use-account-action.ts";

export function EmailTab({ data: { email, emailChange, countsClicks } }: { data: AccountData }) {
  return (
    <>
      <AccountSection
        title="Your address"
        text="You sign in with this address, and the access codes that you request work only with it."
      >
        <p className={`cluster middle breaks ${css.fact}`}>
          <b>{readableAddress(email)}</b>
          <Badge kind="positive" icon="check">
            Verified
          </Badge>
        </p>
      </AccountSection>
      {/* One section, so that the state that replaces a form takes its focus. */}
      <AccountSection {...(emailChange ? pendingHead : changeHead)}>
        {emailChange ? <Pending email={email} change={emailChange} /> : <Change />}
      </AccountSection>
      <FollowUps countsClicks={countsClicks} />
    </>
  );
}

const changeHead = {
  title: "Change your email",
  text: "Confirm from your current address first, then from the new one. If you get the newsletter, it moves too.",
};
const pendingHead = {
  title: "Email change pending",
  text: "Confirm in both emails within an hour of the request. Nothing changes until then.",
};

function FollowUps({ countsClicks }: { countsClicks: boolean }) {
  const { result, refusal, posted, busy, act } = useAccountAction("clicks");
  const [agrees, setAgrees] = useState(posted ? posted["counts"] === "yes" : countsClicks);
  return (
    <AccountSection
      id="follow-ups"
      title="Follow-up emails"
      text="Every automatic follow-up email has an unsubscribe link. We count clicks only if you agree, here or on the unsubscribe page."
    >
      <form
        method="post"
        data-plain=""
        onSubmit={(event) => {
          event.preventDefault();
          act({ counts: agrees ? "yes" : "no" });
        }}
      >
        <input type="hidden" name="intent" value="clicks" />
        <CheckField
          label={clickConsentLabel}
          name="counts"
          value="yes"
          checked={agrees}
          onChange={({ target }) => setAgrees(target.checked)}
          hint={clickConsentHint}
          error={refusal?.message}
        />
        <div className={`cluster middle gap-75 top-125 ${css.actions}`}>
          <Button type="submit" busy={busy} busyText="Saving">
            Save
          </Button>
        </div>
        {result?.ok && !busy && <p role="status">Saved.</p>}
      </form>
    </AccountSection>
  );
}

function Change() {
  const { refusal, posted, busy, act } = useAccountAction("email");
  return <ChangeEmailForm email={posted?.["newEmail"]} refusal={refusal} busy={busy} onValid={act} />;
}

function Pending({ email, change }: { email: string; change: NonNullable<AccountData["emailChange"]> }) {
  const { confirmed, newEmail } = change;
  return (
    <>
      <p className={`cluster middle breaks ${css.fact}`}>
        <b>{readableAddress(newEmail)}</b>
        <Badge kind="caution" icon="clock">
          Not verified yet
        </Badge>
      </p>
      <ol className={`grid gap-75 ${css.steps}`}>
        <li className="grid gap-50 start breaks">
          <Icon name={confirmed ? "check" : "mail"} size={20} className={confirmed ? css.done : undefined} />
          <span>
            {confirmed ? "Confirmed from " : "Open the email to "}
            <b>{readableAddress(email)}</b>
            {confirmed ? "." : " and confirm."}
          </span>
        </li>
        <li className="grid gap-50 start breaks">
          <Icon name="mail" size={20} />
          <span>
            {confirmed ? "Open the email to " : "Then open the one to "}
            <b>{readableAddress(newEmail)}</b> and verify it.
          </span>
        </li>
      </ol>
      <div className={`cluster middle gap-75 top-125 ${css.actions}`}>
        <AccountButton intent="email-off" size={48} busyText="Canceling">
          Cancel the change
        </AccountButton>
      </div>
    </>
  );
}
