import { countUse } from "#app/features/security/limits.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import type { Drawer } from "./drawn-attachments.server.ts";
import { forwardedReportMail } from "./emails/forwarded-report.tsx";
import type { InboundOriginal } from "./inbound/original.ts";
import { queueMail } from "./mail.server.ts";
import { findOriginal, keepOriginal } from "./originals.server.ts";

/*
 * Reports that cannot be read, or that belong to no mail that we know. They go to CONTACT_EMAIL with the original: each
 * once, at most twenty a day, because anyone can send one. The forwarded mail only refers to the stored original, so that
 * erasing that leaves no copy in the outbox.
 */

/** The kind of the mail that forwards a report. */
const forwardedReport = "report-forwarded";
const everyone = "all";

/** `mail`: the mail that it is about, if that is known. */
export async function forwardUnread(
  tx: Ctx,
  original: InboundOriginal,
  mail: { id: string; kind: string } | null,
): Promise<void> {
  // A report about a forwarded report would go round for ever.
  if (mail?.kind === forwardedReport) return;
  if (!(await countUse(tx, "unread-report", original.inboundKey)).allowed) return;
  if (!(await countUse(tx, "unread-reports", everyone)).allowed) {
    log.warn({}, "more delivery reports that cannot be read than are forwarded in a day");
    return;
  }
  const id = await keepOriginal(tx, original, { message: mail?.id ?? null, readAs: "unread" });
  const { SITE_URL, CONTACT_EMAIL } = env();
  const about = mail && { id: mail.id, href: `${SITE_URL}/admin/mail/${mail.id}` };
  await queueMail(tx, forwardedReportMail({ to: CONTACT_EMAIL, about, filename: `${id}.eml`, drawer: reportDrawer }));
}

export const reportDrawer = "mail-original";

export const drawReport: Drawer = async (ctx, filename) => findOriginal(ctx, filename.replace(/\.eml$/, ""));
