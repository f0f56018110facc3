import type { ReactNode } from "react";
import { MailButton, MailFrame, MailLink, MailNote, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import { firmName } from "#app/lib/firm.ts";
import { env } from "#app/platform/env.server.ts";

/**
 * The frame of every mail about a change to an account: what happened, when, and what to do if it was someone else. With
 * `notMe` that is one button, otherwise a link to set a new password or to contact us.
 */
export function SecurityNotice(props: {
  title: string;
  preview: string;
  facts: readonly { label: string; value: string }[];
  notMe?: string | undefined;
  /** The recipient can no longer change the account, such as at its former address. */
  isPowerless?: boolean;
  byAdmin?: boolean;
  children: ReactNode;
}) {
  const { SITE_URL, CONTACT_EMAIL } = env();
  return (
    <MailFrame
      title={props.title}
      preview={props.preview}
      reason={`Sent because it concerns the security of your ${firmName()} account.`}
    >
      <MailText>{props.children}</MailText>
      <MailTable rows={props.facts} />
      {props.byAdmin ? (
        <MailText>
          If you did not expect this, write to <MailLink href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</MailLink>.
        </MailText>
      ) : props.notMe ? (
        <>
          <MailText>
            If this was you, there is nothing to do. If not, click the button: it signs out all devices and lets you set
            a new password.
          </MailText>
          <MailButton href={props.notMe}>This wasn’t me</MailButton>
          <MailNote>The button works for 7 days.</MailNote>
        </>
      ) : props.isPowerless ? (
        <MailText>
          If this was you, there is nothing to do. If not, write to{" "}
          <MailLink href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</MailLink> right away: the account can no longer be
          changed from this address, but we can stop the person who took it over.
        </MailText>
      ) : (
        <MailText>
          If this was you, there is nothing to do. If not,{" "}
          <MailLink href={`${SITE_URL}/reset-password`}>set a new password</MailLink> right away and write to{" "}
          <MailLink href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</MailLink>.
        </MailText>
      )}
    </MailFrame>
  );
}
