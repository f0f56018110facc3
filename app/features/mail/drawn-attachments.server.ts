import type { Ctx } from "#app/platform/context.server.ts";
import type { MailAttachment } from "#app/platform/mailer.server.ts";

/*
 * Attachments that are drawn when their mail leaves, not when it is queued: mail is queued inside transactions, often under locks,
 * and drawing takes some tenths of a second. The outbox stores what to draw; after a crash the next process draws it.
 */

/** The outbox knows its name; `drawer` makes it of that name alone, and the same each time. */
export type DrawnAttachment = { filename: string; contentType: string; drawer: string };
export type StoredAttachment = MailAttachment | DrawnAttachment;

/** Draws the file of that name; null when there is nothing to draw any more. */
export type Drawer = (ctx: Ctx, filename: string) => Promise<Uint8Array | null>;

const drawers = new Map<string, Drawer>();

/** Called by server/listeners.ts only, which lists all drawers. */
export const registerDrawer = (name: string, drawer: Drawer) => drawers.set(name, drawer);

/** Every attachment with its content. Throws a sentence that names the one that cannot be had. */
export const drawAttachments = (ctx: Ctx, attachments: readonly StoredAttachment[]): Promise<MailAttachment[]> =>
  Promise.all(attachments.map((file) => ("drawer" in file ? draw(ctx, file) : file)));

async function draw(ctx: Ctx, { filename, contentType, drawer }: DrawnAttachment): Promise<MailAttachment> {
  const bytes = await drawers.get(drawer)?.(ctx, filename);
  if (!bytes) throw new Error(`There is no ${filename} to attach.`);
  return { filename, contentType, encoding: "base64", content: Buffer.from(bytes).toString("base64") };
}
