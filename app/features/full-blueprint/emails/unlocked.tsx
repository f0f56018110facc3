import { prices } from "#app/features/content/prices.ts";
import { afterCall, afterUnlock } from "#app/features/content/promises.ts";
import { MailButton, MailFrame, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { env } from "#app/platform/env.server.ts";
import type { UnlockMethod } from "../full-blueprint.ts";

type Unlocked = { blueprintId: string; companyName: string; email: string; method: UnlockMethod };

const because: Record<UnlockMethod, string> = {
  call: "We walked through your analysis on the call, which was also the kickoff.",
  payment: "We received your payment.",
  admin: "We have unlocked it for you.",
};
const next: Record<UnlockMethod, string> = {
  call: afterCall,
  payment: afterUnlock,
  admin: afterUnlock,
};

export const unlockedMail = ({ blueprintId, companyName, email, method }: Unlocked): MailDraft => ({
  kind: "blueprint-unlocked",
  to: email,
  subject: "Your full blueprint is unlocked",
  body: (
    <MailFrame
      preview={next[method]}
      title="Your full blueprint is unlocked"
      reason={`Sent because the full blueprint${companyName ? ` for ${companyName}` : ""} was unlocked for ${email}.`}
    >
      <MailText>{because[method]}</MailText>
      <MailText>{next[method]}</MailText>
      <MailButton href={`${env().SITE_URL}/blueprint/coming-soon?blueprint=${blueprintId}`}>See its status</MailButton>
    </MailFrame>
  ),
});

const methodLabels: Record<UnlockMethod, string> = {
  call: "A strategy call that took place",
  get payment() {
    return `Payment of ${wholeUsd(prices.unlockUsd)}`;
  },
  admin: "An admin",
};

export const unlockedTeamMail = ({ blueprintId, companyName, email, method }: Unlocked): MailDraft => ({
  kind: "blueprint-unlocked-team",
  to: env().CONTACT_EMAIL,
  replyTo: email,
  subject: "A full blueprint is waiting for an architect",
  body: (
    <MailFrame
      preview={`Unlocked by: ${methodLabels[method].toLowerCase()}`}
      title="A full blueprint is waiting for an architect"
      reason="Sent because this team prepares full blueprints."
    >
      <MailTable
        rows={[
          { label: "Company", value: companyName || "Not named" },
          { label: "Client", value: email },
          { label: "Unlocked by", value: methodLabels[method] },
        ]}
      />
      <MailButton href={`${env().SITE_URL}/admin/blueprint/${blueprintId}`}>Assign an architect</MailButton>
    </MailFrame>
  ),
});
