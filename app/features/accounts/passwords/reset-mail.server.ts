import { eq } from "drizzle-orm";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { takeStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import { takeUse } from "#app/features/security/requests/limits.server.ts";
import { anonymous } from "#app/lib/actor.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { resetPasswordMail } from "../emails/reset-password.tsx";
import { issueMailedCode, mailedCode, makeProof } from "../sign-in/proofs.server.ts";
import { user } from "../tables.server.ts";

export const resetLinkMinutes = 60;

/**
 * Mails link and code of a reset if the account exists; run by a job. Returns whether it did. At the mailbox's limit it
 * mails only the first link of an hour to a verified account, so that the newest link always works.
 */
export async function mailReset(ctx: Ctx, input: { userId: string; request: string }): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const [person] = await tx.db
      .select({ email: user.email, isVerified: user.emailVerified })
      .from(user)
      .where(eq(user.id, input.userId));
    if (!person) return false;
    const isFirst = person.isVerified && (await takeUse(tx, "password-reset-mail", input.userId, 1)).allowed;
    // Anyone can request it, so the mail counts against the mailbox limit although a job sends it.
    const mailbox = await takeStrangerMail({ ...tx, actor: anonymous }, person.email, "reset");
    if (!mailbox.allowed && !isFirst) return false;
    const code = await issueMailedCode(tx, input.request);
    const href = `${env().SITE_URL}${await resetLink(tx, input.userId)}`;
    await queueMail(
      tx,
      resetPasswordMail({ to: person.email, code, codeMinutes: mailedCode.minutes, href, minutes: resetLinkMinutes }),
    );
    return true;
  });
}

export async function resetLink(ctx: Pick<Ctx, "db" | "now">, userId: string) {
  return `/reset-password?token=${await makeProof(ctx, { purpose: "reset-password", value: userId, minutes: resetLinkMinutes })}`;
}
