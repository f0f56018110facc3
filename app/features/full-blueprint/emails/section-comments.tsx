import { MailButton, MailFrame, MailText } from "#app/features/mail/frame/frame.tsx";
import { MailQuote, MailSubheading } from "#app/features/mail/frame/frame-blocks.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { counted } from "#app/lib/numbers.ts";
import { cut, oneLine } from "#app/lib/text.ts";
import { env } from "#app/platform/env.server.ts";
import { threadAnchor } from "../comments/comments.ts";

export type MailedComment = { sectionId: string; title: string; text: string };

type Comments = { blueprintId: string; companyName: string; comments: readonly MailedComment[] };

/** `to` is null for the team. */
export function clientCommentedMail({
  blueprintId,
  to,
  client,
  companyName,
  comments,
}: Comments & { to: string | null; client: string }) {
  const count = counted(comments.length, "comment");
  return {
    kind: "full-blueprint-commented",
    to: to ?? env().CONTACT_EMAIL,
    subject: short(`${count} from ${companyName || client} on the full blueprint`),
    body: (
      <MailFrame
        preview={`On ${titlesOf(comments)}`}
        title={short(`${client} commented on the full blueprint`)}
        reason="Sent because this team prepares the full blueprint. Reply on its page; the client gets an email with your reply."
      >
        <Comments comments={comments} />
        <MailButton href={`${env().SITE_URL}/admin/blueprint/${blueprintId}#${anchorOf(comments)}`}>
          Reply on the page
        </MailButton>
      </MailFrame>
    ),
  } satisfies MailDraft;
}

export function repliedMail({ blueprintId, to, companyName, comments }: Comments & { to: string }) {
  const isOne = comments.length === 1;
  return {
    kind: "full-blueprint-replied",
    to,
    subject: isOne ? "A reply on your full blueprint" : `${comments.length} replies on your full blueprint`,
    body: (
      <MailFrame
        preview={`On ${titlesOf(comments)}`}
        title={isOne ? "Your architect replied" : `Your architect replied ${comments.length} times`}
        reason={`Sent because ${to} commented on the full blueprint${companyName ? ` for ${companyName}` : ""}. To answer, write on its page.`}
      >
        <Comments comments={comments} />
        <MailButton href={`${env().SITE_URL}/blueprint/${blueprintId}/full#${anchorOf(comments)}`}>
          Open the full blueprint
        </MailButton>
      </MailFrame>
    ),
  } satisfies MailDraft;
}

const Comments = ({ comments }: { comments: readonly MailedComment[] }) =>
  comments.map(({ title, text }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the comments of a mail never move
    <div key={place}>
      {title !== comments[place - 1]?.title && <MailSubheading>{title}</MailSubheading>}
      <MailQuote>
        <MailText>
          {text.split("\n").map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity and never move
            <span key={at}>
              {at > 0 && <br />}
              {line}
            </span>
          ))}
        </MailText>
      </MailQuote>
    </div>
  ));

const titlesOf = (comments: readonly MailedComment[]) => [...new Set(comments.map(({ title }) => title))].join(", ");
const anchorOf = ([first]: readonly MailedComment[]) => threadAnchor(first?.sectionId ?? "");
/** Limits long names in subjects. */
const short = (line: string) => cut(oneLine(line), 120);
