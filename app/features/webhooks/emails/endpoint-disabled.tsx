import { MailButton, MailFrame, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { env } from "#app/platform/env.server.ts";
import { disabledAfterDays } from "../sending/retry-schedule.ts";
import type { DisabledReason } from "../webhook-terms.ts";

/** Notifies an admin of a disabled endpoint. Only the host, because the rest of the URL can be a credential. */
export function endpointDisabledMail({
  to,
  endpointId,
  url,
  reason,
}: {
  to: string;
  endpointId: string;
  url: string;
  reason: DisabledReason;
}): MailDraft {
  const { host } = new URL(url);
  return {
    kind: "webhook-disabled",
    to,
    subject: `Webhooks to ${host} were disabled`,
    body: (
      <MailFrame
        preview={`No events are sent to ${host} until you resume it.`}
        title="A webhook endpoint was disabled"
        reason="Sent to every admin when a webhook endpoint is disabled."
      >
        <MailText>
          {reason === "gone"
            ? `The endpoint at ${host} returned 410 Gone, which ends its subscription.`
            : `Every request to the endpoint at ${host} failed for ${disabledAfterDays} days.`}
        </MailText>
        <MailText>
          No events are sent to it until you resume it. After that you can send the missed events again.
        </MailText>
        <MailButton href={`${env().SITE_URL}/admin/webhook-setup-guide/endpoints/${endpointId}`}>
          Open the endpoint
        </MailButton>
      </MailFrame>
    ),
  };
}
