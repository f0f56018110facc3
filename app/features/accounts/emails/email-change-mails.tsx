import { MailButton, MailFrame, MailLink, MailNote, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { env } from "#app/platform/env.server.ts";
import { SecurityNotice } from "./security-notice.tsx";

export const emailChangeConfirmMail = (props: {
  to: string;
  newEmail: string;
  href: string;
  notMe: string;
}): MailDraft => ({
  kind: "email-change-confirm",
  to: props.to,
  subject: `Confirm the new address of your ${firmName()} account`,
  secret: true,
  body: (
    <MailFrame
      title="Change the address of your account?"
      preview={`To ${props.newEmail}. Nothing changes until you confirm.`}
      reason="Sent because someone signed in to your account asked to change its address."
    >
      <MailTable
        rows={[
          { label: "From", value: props.to },
          { label: "To", value: props.newEmail },
        ]}
      />
      <MailText>
        Confirm here first. Then we email the new address, and the button in that email makes the change.
      </MailText>
      <MailButton href={props.href}>Confirm the change</MailButton>
      <MailNote>
        The link expires in one hour. Didn’t request this? Then someone else can sign in to your account:{" "}
        <MailLink href={props.notMe}>sign out all devices</MailLink> and set a new password.
      </MailNote>
    </MailFrame>
  ),
});

export const emailChangeVerifyMail = (props: { to: string; oldEmail: string; href: string }): MailDraft => ({
  kind: "email-change-verify",
  to: props.to,
  subject: `Verify the new address of your ${firmName()} account`,
  secret: true,
  body: (
    <MailFrame
      title="Verify your new address"
      preview="One click, then you sign in with this address."
      reason={`Sent because someone entered this address for their ${firmName()} account.`}
    >
      <MailText>
        Someone asked to change the address of the account {props.oldEmail} to this one. After that you sign in with
        this address, and our emails go here.
      </MailText>
      <MailButton href={props.href}>Verify my new address</MailButton>
      <MailNote>
        The link expires in one hour and can be used once. If this account is not yours, ignore this email.
      </MailNote>
    </MailFrame>
  ),
});

/** To an address that already has an account; the requester is not informed. */
export const addressTakenMail = ({ to }: { to: string }): MailDraft => ({
  kind: "email-change-taken",
  to,
  subject: `Your address was entered for another ${firmName()} account`,
  body: (
    <MailFrame
      title="This address already has an account"
      preview="Nothing was changed."
      reason={`Sent because someone entered this address for their ${firmName()} account.`}
    >
      <MailText>
        Someone asked to move another {firmName()} account to this address. The address already has its own account, so
        nothing was changed.
      </MailText>
      <MailText>Was it you? Sign in with this address, or first change the address of its existing account.</MailText>
      <MailButton href={`${env().SITE_URL}/auth`}>Sign In</MailButton>
      <MailNote>Didn’t request this? You can ignore this email: your account stays as it is.</MailNote>
    </MailFrame>
  ),
});

/** To both addresses after the change. Only the mail to the new address has an undo button. */
export const emailChangedMail = (props: {
  to: string;
  newEmail: string;
  now: Date;
  notMe?: string | undefined;
}): MailDraft => ({
  kind: "email-changed",
  to: props.to,
  subject: `The address of your ${firmName()} account was changed`,
  secret: props.notMe !== undefined,
  body: (
    <SecurityNotice
      title="Your address was changed"
      preview={`You sign in with ${props.newEmail} from now on.`}
      facts={[
        { label: "New address", value: props.newEmail },
        { label: "Changed", value: companyDates().moment(props.now) },
      ]}
      notMe={props.notMe}
      isPowerless={props.notMe === undefined}
    >
      From now on you sign in with {props.newEmail}, and our emails go there. Every other device was signed out.
    </SecurityNotice>
  ),
});
