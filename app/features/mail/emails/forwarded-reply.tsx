import { isAsciiAddress, isEmailAddress } from "#app/lib/people/email-address.ts";
import { cut, oneLine } from "#app/lib/text.ts";
import { MailButton, MailFrame, MailLink, MailNote, MailText } from "../frame/frame.tsx";
import type { MailDraft } from "../mail.server.ts";
import { partsOf } from "../receiving/quoted-text.ts";

type ForwardedReply = {
  to: string;
  from: string | null;
  fromName: string | null;
  subject: string;
  text: string;
  /** The page with the complete reply; null if `text` is complete. */
  rest: { href: string } | null;
  /** The path of the person's page; null if there is none. */
  about: { href: string } | null;
};

/** A prospect's reply, forwarded to the firm. Replying to it writes to the prospect. */
export function forwardedReplyMail({ to, from, fromName, subject, text, rest, about }: ForwardedReply): MailDraft {
  const sender = from && isEmailAddress(from) && isAsciiAddress(from) ? from : null;
  const name = fromName ?? from ?? "someone";
  return {
    kind: "reply-forwarded",
    to,
    subject: cut(oneLine(`Reply from ${name}: ${subject || "no subject"}`), 200),
    ...(sender && { replyTo: sender }),
    body: (
      <MailFrame
        preview={ownBeginning(text) || "The reply has no text."}
        title={`Reply from ${name}`}
        reason={`Sent because this person replied to an email of a sequence.${sender ? " Reply to this email to write to them." : ""}`}
      >
        <MailText>
          From: {fromName ? `${fromName} <${from ?? "no address"}>` : (from ?? "no address")}
          <br />
          Subject: {subject || "no subject"}
        </MailText>
        {paragraphsOf(text || "The reply has no text.").map((lines, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity and never move
          <MailText key={place}>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity and never move
              <span key={at}>
                {at > 0 && <br />}
                {line}
              </span>
            ))}
          </MailText>
        ))}
        {rest && <MailLink href={rest.href}>Read the complete reply</MailLink>}
        {about && <MailButton href={about.href}>Open the prospect</MailButton>}
        <MailNote>
          {sender ? "Files attached to the reply are not forwarded." : "Replying to this email does not reach them."}
        </MailNote>
      </MailFrame>
    ),
  };
}

/** The person's own first words: a reply can begin with a quote. */
const ownBeginning = (text: string) => cut(partsOf(text).find(({ isQuote }) => !isQuote)?.text ?? "", 120);

const paragraphsOf = (text: string): string[][] => text.split(/\n\s*\n/).map((paragraph) => paragraph.split("\n"));
