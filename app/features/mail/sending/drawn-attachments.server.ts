import type { Ctx } from "#app/platform/context.server.ts";
import type { MailAttachment } from "#app/platform/mail/mailer.server.ts";

/*
 * Attachments rendered when their mail is sent, not when it is queued: mail is queued inside transactions, often under locks,
 * and rendering takes some tenths of a second. The outbox stores what to render; after a crash the next process renders it.
 */

/** An attachment by name; `drawer` renders it from that name alone, deterministically. */
export type DrawnAttachment = { filename: string; contentType: string; drawer: string };
export type StoredAttachment = MailAttachment | DrawnAttachment;

/** Renders the file of that name; null if its record no longer exists. */
export type Drawer = (ctx: Ctx, filename: string) => Promise<Uint8Array | null>;

const drawers = new Map<string, Drawer>();

/** Called by server/process/listeners.ts only, which lists all drawers. */
export const registerDrawer = (name: string, drawer: Drawer) => drawers.set(name, drawer);

/** Returns every attachment with its content. Throws an error that names a missing one. */
export const drawAttachments = (ctx: Ctx, attachments: readonly StoredAttachment[]): Promise<MailAttachment[]> =>
  Promise.all(attachments.map((file) => ("drawer" in file ? draw(ctx, file) : file)));

async function draw(ctx: Ctx, { filename, contentType, drawer }: DrawnAttachment): Promise<MailAttachment> {
  const bytes = await drawers.get(drawer)?.(ctx, filename);
  if (!bytes) throw new Error(`There is no ${filename} to attach.`);
  return { filename, contentType, encoding: "base64", content: Buffer.from(bytes).toString("base64") };
}
