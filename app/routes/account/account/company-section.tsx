import { useEffect, useRef, useState } from "react";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import type { OwnCompany } from "#app/features/accounts/company/own-company.server.ts";
import { readableAddress, readableDomain } from "#app/lib/addresses/readable-address.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { Day } from "#app/ui/text/firm-dates.tsx";
import css from "../account.module.css";
import { AccountButton } from "./account-button.tsx";
import type { AccountData } from "./account-data.server.ts";
import { AccountSection } from "./account-section.tsx";
import { useAccountAction } from "./use-account-action.ts";

/** Who shares the user's company: people by invitation, by admin and by the confirmed domain. */
export function CompanySection({ data: { company, invitations } }: { data: AccountData }) {
  return (
    <AccountSection
      id="company"
      scripted={company && company.joinedBy !== "own" ? "Leaving the company needs" : undefined}
      title="Your company"
      text="People who share your company see its name. An email address alone does not share it, until the owner confirms the domain."
    >
      {invitations.map((invitation) => (
        <Invitation key={invitation.id} invitation={invitation} />
      ))}
      {company ? (
        <Shared company={company} />
      ) : (
        <p className="note">You can invite colleagues after you save your company name.</p>
      )}
    </AccountSection>
  );
}

function Invitation({ invitation: { id, from, name } }: { invitation: AccountData["invitations"][number] }) {
  return (
    <Notice
      kind="info"
      title={`${readableAddress(from)} invites you to share ${name ?? "their company"}`}
      className={`below-125 ${css.invitation}`}
    >
      <div className={`cluster middle gap-75 top-125 ${css.actions}`}>
        <AccountButton intent="invitation-accept" id={id} variant="primary" busyText="Joining">
          Accept
        </AccountButton>
        <AccountButton intent="invitation-off" id={id} busyText="Declining">
          Decline
        </AccountButton>
      </div>
    </Notice>
  );
}

const ways: Record<OwnCompany["joinedBy"], string> = {
  own: "",
  domain: "You share it by the domain of your email address.",
  admin: "We added you to it.",
  invitation: "You accepted an invitation to it.",
};

function Shared({ company }: { company: OwnCompany }) {
  const { name, domain, isConfirmed, isOwner, joinedBy, members, invited, record, endsAt } = company;
  return (
    <>
      <p className={`cluster middle breaks ${css.fact}`}>
        <b>{name ?? domain ?? "Not named yet"}</b>
        {isConfirmed && (
          <Badge kind="positive" icon="check">
            {readableDomain(domain ?? "")} confirmed
          </Badge>
        )}
      </p>
      <p className={`top-75 soft ui-size ${css.small}`}>{ways[joinedBy]}</p>
      <p className={`top-75 soft ui-size ${css.small}`}>
        {members.length === 0 ? "No one else shares it." : `Also shared by ${members.map(readableAddress).join(", ")}.`}
      </p>
      {joinedBy !== "own" && (
        <div className={`cluster middle gap-75 top-125 ${css.actions}`}>
          <Leave name={name ?? domain} />
        </div>
      )}
      {endsAt && domain && (
        <Notice kind="caution" title="The DNS record is missing" className={`below-125 ${css.invitation}`}>
          <p>
            Add it again by <Day at={endsAt} />. After that day, people with an address at {readableDomain(domain)} no
            longer join your company; those who share it now stay.
          </p>
        </Notice>
      )}
      {domain && record && <Confirm domain={domain} record={record} isMissing={isConfirmed} />}
      {isOwner && isConfirmed && domain && <Confirmed domain={domain} />}
      <Invite invited={invited} />
    </>
  );
}

function Leave({ name }: { name: string | null }) {
  const [isAsking, setAsking] = useState(false);
  const { refusal, busy, act } = useAccountAction("company-leave");
  return (
    <>
      <Button size={40} onClick={() => setAsking(true)}>
        Leave this company
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Leave ${name ?? "this company"}?`}
        confirm="Leave"
        cancel="Stay"
        busy={busy}
        busyText="Leaving"
        refusal={refusal?.message}
        onClose={() => setAsking(false)}
        onConfirm={() => act()}
      >
        <p>
          You get a company of your own again, and the invitations that you sent are withdrawn. To come back, you need a
          new invitation.
        </p>
      </ConfirmDialog>
    </>
  );
}

function Confirm(props: { domain: string; record: NonNullable<OwnCompany["record"]>; isMissing: boolean }) {
  const { domain, record, isMissing } = props;
  return (
    <details className={css.below} open={isMissing || undefined}>
      <summary>
        {isMissing
          ? "The missing record"
          : `Share with everyone who has a verified address at ${readableDomain(domain)}`}
      </summary>
      <p className={`top-75 soft ui-size ${css.small}`}>
        Add this TXT record to the DNS of {domain}, then check it here.
      </p>
      <dl className={`grid breaks ${css.record}`}>
        <dt>Name</dt>
        <dd>
          <code>{record.name}</code>
        </dd>
        <dt>Value</dt>
        <dd>
          <code>{record.value}</code>
        </dd>
      </dl>
      <div className={`cluster middle gap-75 top-125 ${css.actions}`}>
        <AccountButton intent="domain-on" busyText="Checking">
          Check the record
        </AccountButton>
      </div>
    </details>
  );
}

const Confirmed = ({ domain }: { domain: string }) => (
  <div className={`cluster middle gap-75 top-125 ${css.actions}`}>
    <AccountButton intent="domain-off" busyText="Saving">
      Stop sharing with {readableDomain(domain)}
    </AccountButton>
  </div>
);

function Invite({ invited }: { invited: OwnCompany["invited"] }) {
  const { result, refusal, posted, busy, act } = useAccountAction("company-invite");
  const form = useRef<HTMLFormElement>(null);
  const sentAt = result?.ok ? result.at : 0;
  useEffect(() => {
    if (sentAt) form.current?.reset();
  }, [sentAt]);
  return (
    <>
      <form
        ref={form}
        method="post"
        data-plain=""
        noValidate
        className={css.below}
        aria-label="Invite a colleague"
        onSubmit={(event) => {
          event.preventDefault();
          act({ email: String(new FormData(event.currentTarget).get("email") ?? "") });
        }}
      >
        <input type="hidden" name="intent" value="company-invite" />
        <TextField
          label="Invite a colleague by email"
          name="email"
          defaultValue={posted?.["email"]}
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          error={busy ? undefined : (refusal?.fields?.["email"] ?? refusal?.message)}
        />
        <div className={`cluster middle gap-75 top-125 ${css.actions}`}>
          <Button type="submit" size={40} busy={busy} busyText="Sending">
            Send the invitation
          </Button>
        </div>
        {result?.ok && !busy && <p role="status">{accountMessages.colleagueInvited}</p>}
      </form>
      {invited.length > 0 && (
        <ul className={`ruled ${css.list} ${css.below}`} aria-label="Pending invitations">
          {invited.map(({ id, email }) => (
            <li key={id} className={`grid middle ${css.row}`}>
              <p className={`cluster middle strong breaks ${css.device}`}>{readableAddress(email)}</p>
              <AccountButton intent="invitation-off" id={id} aria-label={`Withdraw the invitation of ${email}`}>
                Withdraw
              </AccountButton>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
