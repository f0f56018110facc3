import { listAdmins } from "#app/features/accounts/profile/people.server.ts";
import { recordComplaint, recordNotification } from "#app/features/mail/receiving/bounces.server.ts";
import type { InboundMail } from "#app/features/mail/receiving/inbound-mail.server.ts";
import { recordReply } from "#app/features/mail/receiving/replies.server.ts";
import { recordUnreadable } from "#app/features/mail/receiving/unread-reports.server.ts";
import { unsubscribeNewsletter } from "#app/features/newsletter/subscribers/leaving.server.ts";
import { isOutreachToken } from "#app/features/sequences/enrollments/leave-link.server.ts";
import { leaveOutreach } from "#app/features/sequences/enrollments/leaving.server.ts";
import { never } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";

type Recorded = {
  kind: "notification" | "complaint" | "unsubscribe" | "reply" | "automatic_reply" | "calendar_response" | "other";
  noted: number;
};

/** Records incoming mails with the feature that each is for. Returns the kind of the last and how much was new in all. */
export async function recordMails(ctx: Ctx, mails: readonly InboundMail[]): Promise<Recorded> {
  const all: Recorded = { kind: "other", noted: 0 };
  for (const mail of mails) {
    const { kind, noted } = await record(ctx, mail);
    all.kind = kind;
    all.noted += noted;
  }
  return all;
}

async function record(ctx: Ctx, mail: InboundMail): Promise<Recorded> {
  switch (mail.kind) {
    case "notification":
      return { kind: mail.kind, ...(await recordNotification(ctx, mail)) };
    case "complaint":
      return { kind: mail.kind, ...(await recordComplaint(ctx, mail)) };
    case "unsubscribe":
      return { kind: mail.kind, noted: await unsubscribeByMail(ctx, mail.token) };
    case "reply": {
      const admins = new Set((await listAdmins(ctx)).map(({ email }) => email.toLowerCase()));
      const { kind, noted } = await recordReply(ctx, mail.reply, admins);
      if (kind === null || kind === "colleague") return { kind: "other", noted };
      if (kind === "reply") return { kind, noted };
      return { kind: kind === "calendar" ? "calendar_response" : "automatic_reply", noted };
    }
    case "unreadable":
      if (mail.original) await recordUnreadable(ctx, mail.original);
      return { kind: "other", noted: 0 };
    case "other":
      return { kind: "other", noted: 0 };
    default:
      return never(mail);
  }
}

async function unsubscribeByMail(ctx: Ctx, token: string): Promise<number> {
  if (isOutreachToken(token)) return (await leaveOutreach(ctx, { token, by: "mail" })).ok ? 1 : 0;
  const left = await unsubscribeNewsletter(ctx, { token, by: "mail" });
  return left.ok && !left.value.hadLeft ? 1 : 0;
}
