import { promised } from "#app/features/content/promises.ts";
import { MailButton, MailFrame, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { bookLink, offeredCalls } from "#app/lib/offered-calls.ts";
import { env } from "#app/platform/env.server.ts";

export function architectAssignedMail({
  blueprintId,
  to,
  architect,
  kickoffHeld,
}: {
  blueprintId: string;
  to: string;
  architect: { clientName: string; email: string };
  kickoffHeld: boolean;
}): MailDraft {
  const { isOffered } = offeredCalls().unlock;
  const kickoff = bookLink("unlock", { label: "Book the kickoff call", query: `?blueprint=${blueprintId}` });
  return {
    kind: "architect-assigned",
    to,
    replyTo: architect.email,
    subject: `${architect.clientName} is your full blueprint’s architect`,
    body: (
      <MailFrame
        preview="An architect has been assigned to your full blueprint."
        title={`${architect.clientName} is your architect`}
        reason={`Sent because the full blueprint of ${to} was assigned to an architect.`}
      >
        <MailText>
          {kickoffHeld
            ? `The scope is agreed, so work on your full blueprint has started. It takes ${promised.blueprint} from the kickoff.`
            : `Next, you agree on the scope together: reply to this email with what to include and what to leave out${isOffered ? ", or book a call" : ""}. That is the kickoff, and ${promised.blueprint} later you get your full blueprint.`}
        </MailText>
        {kickoffHeld ? (
          <MailButton href={`${env().SITE_URL}/blueprint/coming-soon?blueprint=${blueprintId}`}>
            See its status
          </MailButton>
        ) : (
          <MailButton href={`${env().SITE_URL}${kickoff.href}`}>{kickoff.label}</MailButton>
        )}
      </MailFrame>
    ),
  };
}
