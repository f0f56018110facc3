import { MailFrame, MailHeading, MailLink, MailNote, MailText } from "#app/features/mail/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { env } from "#app/platform/env.server.ts";
import { codeArrives } from "../access.ts";

/** Confirms a request at once. Repeats nothing the form was given: anybody can enter anybody's address there. */
export const accessRequestedMail = ({ to }: { to: string }): MailDraft => ({
  kind: "access-requested",
  to,
  subject: "We have your GTMarc access request",
  body: (
    <MailFrame
      preview={`Your access code arrives by e-mail within ${codeArrives}.`}
      title="Your request is in"
      reason={`Sent because somebody asked for access with ${to}.`}
    >
      <MailText>
        Your access code arrives at this address within <strong>{codeArrives}</strong>. It opens the blueprint wizard
        and your free automation analysis.
      </MailText>
      <MailHeading>Worth having at hand by then</MailHeading>
      <MailText>
        The tools your sales, marketing and operations teams pay for with their monthly cost, and the three processes
        that eat most of their week. With those ready the analysis takes about 15 minutes.
      </MailText>
      <MailText>
        Meanwhile, <MailLink href={`${env().SITE_URL}/our-approach`}>our approach</MailLink> shows what happens after
        the analysis, and <MailLink href={`${env().SITE_URL}/automation-grid`}>the Automation Grid</MailLink> what we
        build.
      </MailText>
      <MailNote>You did not ask for this? Ignore it, and nothing happens in your name.</MailNote>
    </MailFrame>
  ),
});
