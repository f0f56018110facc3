import { MailButton, MailFrame, MailText } from "#app/features/mail/frame/frame.tsx";
import { MailQuote } from "#app/features/mail/frame/frame-blocks.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { cut } from "#app/lib/words/cut.ts";
import { env } from "#app/platform/env.server.ts";

export function noteMentionMail({
  to,
  author,
  prospect,
  prospectId,
  noteId,
  body,
}: {
  to: string;
  author: string;
  prospect: string;
  prospectId: string;
  noteId: string;
  body: string;
}): MailDraft {
  return {
    kind: "note-mention",
    to,
    subject: `${author} mentioned you in a note about ${prospect}`.replace(/\s+/g, " "),
    body: (
      <MailFrame
        preview={firstLines(body, 1)[0] ?? ""}
        title={`A note about ${prospect}`}
        reason="Sent because a note in the pipeline mentions you."
      >
        <MailText>{author} mentioned you:</MailText>
        <MailQuote>
          {firstLines(body, maxLines).map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
            <MailText key={place}>{line}</MailText>
          ))}
        </MailQuote>
        <MailButton href={`${env().SITE_URL}/admin/prospect-pipeline/${prospectId}#note-${noteId}`}>
          Open the note
        </MailButton>
      </MailFrame>
    ),
  };
}

const maxLines = 6;
const maxCharacters = 400;

function firstLines(body: string, count: number): string[] {
  const all = body.split("\n").filter((line) => line.trim() !== "");
  const lines = all.slice(0, count).join("\n");
  const shown = cut(lines, maxCharacters);
  const isTruncated = shown.length < lines.length || all.length > count;
  return `${shown}${isTruncated ? " …" : ""}`.split("\n");
}
