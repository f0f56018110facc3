import { eq } from "drizzle-orm";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { takeStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import { takeUse } from "#app/features/security/requests/limits.server.ts";
import { anonymous } from "#app/lib/actor.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { signInLinkMail } from "../emails/sign-in-link.tsx";
import { user } from "../tables.server.ts";
import { makeProof } from "./proofs.server.ts";

const signInLinkMinutes = 15;

/**
 * Mails a sign-in link if the account exists; run by a job. At the mailbox's limit it mails one link per ten minutes to a verified
 * account, so that the newest link is valid or a new one can be requested. Returns whether mail was queued.
 */
export async function mailSignInLink(ctx: Ctx, input: { userId: string; next: string | null }): Promise<boolean> {
  // Anyone can request it, so the mail counts against the mailbox limit although a job sends it.
  const asked = { ...ctx, actor: anonymous };
  const [person] = await ctx.db
    .select({ id: user.id, email: user.email, isVerified: user.emailVerified, disabledAt: user.disabledAt })
    .from(user)
    .where(eq(user.id, input.userId));
  if (!person || person.disabledAt) return false;
  return inTransaction(asked, async (tx) => {
    const isFirst = person.isVerified && (await takeUse(tx, "sign-in-link-mail", person.id, 1)).allowed;
    const mailbox = await takeStrangerMail(tx, person.email);
    if (!mailbox.allowed && !isFirst) return false;
    const token = await makeProof(tx, { purpose: "sign-in-link", value: person.id, minutes: signInLinkMinutes });
    const query = new URLSearchParams({ token, ...(input.next ? { next: input.next } : {}) });
    const href = `${env().SITE_URL}/auth/link?${query}`;
    await queueMail(tx, signInLinkMail({ to: person.email, href, minutes: signInLinkMinutes }));
    return true;
  });
}
