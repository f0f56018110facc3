import { MailButton, MailFrame, MailNote, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { withArticle } from "#app/lib/words/article.ts";
import { env } from "#app/platform/env.server.ts";

/** Contains nothing that the sender typed except the address: anyone with an account can send it to anyone. */
export const companyInvitationMail = (props: { to: string; from: string; days: number }): MailDraft => ({
  kind: "company-invitation",
  to: props.to,
  subject: `An invitation to share a company on ${firmName()}`,
  body: (
    <MailFrame
      title="You are invited to share a company"
      preview={`From ${props.from}. Accept it in your account.`}
      reason={`Sent because someone with ${withArticle(firmName())} account entered your address as a colleague’s.`}
    >
      <MailText>
        {props.from} invites you to share their company on {firmName()}. Sign in with this address, or create an
        account, and accept the invitation on the Profile tab.
      </MailText>
      <MailButton href={`${env().SITE_URL}/account?tab=profile`}>Open my profile</MailButton>
      <MailNote>
        The invitation expires in {props.days} days. Don’t know this person? Ignore this email: nothing is shared until
        you accept.
      </MailNote>
    </MailFrame>
  ),
});
