import { countUse } from "#app/features/security/requests/limits.server.ts";
import { GateCrowded } from "#app/lib/program/narrow-gate.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { forwardedReportMail } from "../emails/forwarded-report.tsx";
import type { InboundOriginal } from "../inbound/original.ts";
import { queueMail } from "../mail.server.ts";
import type { Drawer } from "../sending/drawn-attachments.server.ts";
import { findOriginal, keepOriginal } from "./originals.server.ts";

/*
 * Reports that cannot be read or belong to no mail that we know, and mails that cannot be read at all. They go to
 * CONTACT_EMAIL with the original: each once, and at most twenty a day of each kind and about each mail, because anyone can
 * send one. The forwarded mail only refers to the stored original, so that
 * erasing that leaves no copy in the outbox.
 */

/** The kind of the mail that forwards a report. */
const forwardedReport = "report-forwarded";

/** `of`: the mail that the report is about, "unknown" if it names none of ours, "unreadable" for a mail of any kind. */
export async function forwardUnread(
  tx: Ctx,
  original: InboundOriginal,
  of: { id: string; kind: string } | "unknown" | "unreadable",
): Promise<{ isLost: boolean }> {
  const mail = typeof of === "string" ? null : of;
  // A report about a forwarded report would go round for ever.
  if (mail?.kind === forwardedReport) return { isLost: false };
  if (!(await countUse(tx, "unread-report", original.inboundKey)).allowed) return { isLost: false };
  if (!(await countUse(tx, "unread-reports", mail?.id ?? String(of))).allowed) {
    log.warn({}, "more mails that cannot be read than are forwarded in a day");
    return { isLost: true };
  }
  const id = await keepOriginal(tx, original, { message: mail?.id ?? null, readAs: "unread" });
  const { SITE_URL, CONTACT_EMAIL } = env();
  const about = mail ? { id: mail.id, href: `${SITE_URL}/admin/mail/${mail.id}` } : (of as "unknown" | "unreadable");
  await queueMail(tx, forwardedReportMail({ to: CONTACT_EMAIL, about, filename: `${id}.eml`, drawer: reportDrawer }));
  return { isLost: false };
}

/** Forwards a mail that could not be read, of whatever kind it is. Throws GateCrowded for one too many: its sender tries again. */
export const recordUnreadable = (ctx: Ctx, original: InboundOriginal): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { isLost } = await forwardUnread(tx, original, "unreadable");
    if (isLost) throw new GateCrowded("Too many mails that cannot be read arrived today. Please try again later.");
  });

export const reportDrawer = "mail-original";

export const drawReport: Drawer = async (ctx, filename) => findOriginal(ctx, filename.replace(/\.eml$/, ""));
