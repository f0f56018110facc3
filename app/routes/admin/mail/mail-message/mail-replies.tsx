import { repliesAnchor, replyAnchor, replyKindLabels } from "#app/features/mail/messages/mail-states.ts";
import type { MailReply } from "#app/features/mail/messages/messages.server.ts";
import { partsOf } from "#app/features/mail/receiving/quoted-text.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { AdminDetails } from "#app/ui/admin/admin-details.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import css from "../mail.module.css";

/** Lists the replies to a mail with their quotes folded. */
export function MailReplies({ replies }: { replies: readonly MailReply[] }) {
  return (
    <>
      <h2 id={repliesAnchor} className={`larger strong ${parts.head} ${css.head}`}>
        Replies
      </h2>
      <ul className={css.replies}>
        {replies.map(({ id, kind, at, isFromRecipient, fromAddress, reason, subject, text, originalId }) => (
          <li key={id} id={replyAnchor(id)}>
            <p className="cluster baseline gap-75">
              <strong>{replyKindLabels[kind]}</strong> <Moment className="note" at={at} />
            </p>
            {!isFromRecipient && <p className="note">From another address: {fromAddress ?? "not stated"}</p>}
            {reason && <p className="note">{reason}</p>}
            <p dir="auto">{subject}</p>
            <ReplyText text={text} />
            {originalId && (
              <p className="note">
                <OriginalLink id={originalId} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function ReplyText({ text }: { text: string }) {
  const pieces = partsOf(text);
  if (pieces.length === 0) return <p className="note">The reply has no text.</p>;
  return pieces.map((part, place) =>
    part.isQuote ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
      <AdminDetails key={place} summary="Quoted text" quiet folds>
        <blockquote className={`breaks soft ${css.quote}`} dir="auto">
          {part.text}
        </blockquote>
      </AdminDetails>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
      <pre key={place} className={`top-100 breaks card ${css.text}`} dir="auto">
        {part.text}
      </pre>
    ),
  );
}

/** Downloads a received mail as it arrived; the server names the file. */
export const OriginalLink = ({ id }: { id: string }) => (
  <a href={`/api/admin/mail/originals/${id}`} download>
    Download the original
  </a>
);
