import PostalMime, { type Attachment, type Email } from "postal-mime";
import { env } from "#app/platform/env.server.ts";
import { findMailFile, listMailFiles } from "#app/platform/mail/mailbox.server.ts";

/*
 * The data of /dev/mailbox: mail that was written to files because no mail server is set. It contains everyone's codes
 * and reset links, so it is only available on the machine itself (isLocalRequest in security/hosts), never in
 * production and never with a real mail server.
 */

export function mailboxIsOpenTo(visitor: { isLocal: boolean }): boolean {
  const { production, SMTP_URL } = env();
  return !production && !SMTP_URL && visitor.isLocal;
}

export type MailboxEntry = { name: string; to: string; subject: string; date: string };

export type MailboxMail = MailboxEntry & {
  headers: { name: string; value: string }[];
  text: string;
  html: string;
  /** `place` counts from 0. */
  attachments: { place: number; filename: string; mimeType: string; sizeBytes: number }[];
};

export async function listMailbox(limit: number): Promise<{ mails: MailboxEntry[]; total: number }> {
  const files = await listMailFiles(env().DATA_DIR);
  const mails = await Promise.all(files.slice(0, limit).map(async (file) => ({ file, mail: await parseFile(file) })));
  // Skips files that were deleted meanwhile.
  return { total: files.length, mails: mails.flatMap(({ file, mail }) => (mail ? [entryOf(file, mail)] : [])) };
}

export async function findMail(name: string): Promise<MailboxMail | null> {
  const mail = await parseFile(`${name}.eml`);
  if (!mail) return null;
  return {
    ...entryOf(`${name}.eml`, mail),
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    text: mail.text ?? "",
    html: mail.html ?? "",
    attachments: mail.attachments.map((file, place) => ({
      place,
      filename: file.filename ?? "attachment",
      mimeType: file.mimeType,
      sizeBytes: contentOf(file).byteLength,
    })),
  };
}

export async function findAttachment(
  name: string,
  place: number,
): Promise<{ filename: string; content: Uint8Array } | null> {
  const file = (await parseFile(`${name}.eml`))?.attachments[place];
  return file ? { filename: file.filename ?? "attachment", content: contentOf(file) } : null;
}

async function parseFile(file: string): Promise<Email | null> {
  const content = await findMailFile(env().DATA_DIR, file);
  return content && PostalMime.parse(content);
}

const entryOf = (file: string, mail: Email): MailboxEntry => ({
  name: file.replace(/\.eml$/, ""),
  to: mail.to?.map(({ address }) => address).join(", ") ?? "",
  subject: mail.subject ?? "",
  date: mail.date ?? "",
});

const contentOf = ({ content }: Attachment) =>
  typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
