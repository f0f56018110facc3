import { eq } from "drizzle-orm";
import { queueStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { verifyEmailMail } from "../emails/verify-email.tsx";
import { lockAccount } from "../second-factor/account-lock.server.ts";
import {
  type AwaitedCode,
  findProof,
  findRequest,
  forgetProofs,
  forgetUncodedProofs,
  identifierOf,
  issueMailedCode,
  mailedCode,
  makeProof,
  wasProofMade,
} from "../sign-in/proofs.server.ts";
import { verifyRequestOf } from "../sign-in/session-cookie.server.ts";
import { user } from "../tables.server.ts";

const linkHours = 24;
/** Minimum interval between mails at sign-in, so that a known password does not allow flooding a mailbox. */
const mailPauseMinutes = 5;
/** The interval for a user who waits on the open page. */
export const resendPauseSeconds = 60;

/**
 * Mails a link that verifies the address, valid 24 hours, and a six-digit code for the requesting browser. Earlier
 * links stay valid; an earlier code does not. Sends nothing within `pauseSeconds` (default: five minutes) of the last
 * mail. Returns the token for the browser's cookie, or null. Throws MailboxFull.
 */
export async function mailVerification(
  ctx: Ctx,
  person: { id: string; email: string },
  pauseSeconds = mailPauseMinutes * 60,
): Promise<string | null> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, person.id);
    const recent = new Date(ctx.now.getTime() - pauseSeconds * 1000);
    if (await wasProofMade(tx, "verify-email", person.id, recent)) return null;
    const proof = { value: person.id, minutes: linkHours * 60 };
    const token = await makeProof(tx, { ...proof, purpose: "verify-email" });
    await forgetProofs(tx, "verify-request", person.id);
    const request = await makeProof(tx, { ...proof, purpose: "verify-request", awaitsCode: true });
    const code = await issueMailedCode(tx, identifierOf("verify-request", request));
    const href = `${env().SITE_URL}/auth/verify?token=${token}`;
    const about = { code, codeMinutes: mailedCode.minutes, href, hours: linkHours };
    await queueStrangerMail(tx, verifyEmailMail({ to: person.email, ...about }));
    return request;
  });
}

/**
 * For a browser that entered the right password while no mail can be sent: returns the token of a request without a
 * code, with which it can request another mail. Null if `current`, the browser's own request, already belongs to this
 * user. A user has at most one such request.
 */
export async function awaitVerification(ctx: Ctx, userId: string, current: string | undefined): Promise<string | null> {
  if (current && (await findProof(ctx, "verify-request", current)) === userId) return null;
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, userId);
    await forgetUncodedProofs(tx, "verify-request", userId);
    return makeProof(tx, { purpose: "verify-request", value: userId, minutes: linkHours * 60, awaitsCode: true });
  });
}

/** Whether a link is still valid. Does not use it up. */
export const isVerificationLinkValid = async (ctx: Pick<Ctx, "db" | "now">, token: string): Promise<boolean> =>
  (await findProof(ctx, "verify-email", token)) !== null;

/** The account that is verifying its email address in this browser, and the state of its code. */
export async function findUnverifiedAccount(
  ctx: Pick<Ctx, "db" | "now">,
  headers: Headers,
): Promise<({ id: string; email: string } & AwaitedCode) | null> {
  const token = verifyRequestOf(headers, env());
  const request = token ? await findRequest(ctx, "verify-request", token) : null;
  if (!request) return null;
  const [person] = await ctx.db
    .select({ id: user.id, email: user.email, emailVerified: user.emailVerified })
    .from(user)
    .where(eq(user.id, request.value));
  if (!person || person.emailVerified) return null;
  const { hasCode, isCodeOver } = request;
  return { id: person.id, email: person.email, hasCode, isCodeOver };
}

export async function forgetVerification(ctx: Pick<Ctx, "db">, userId: string): Promise<void> {
  await forgetProofs(ctx, "verify-email", userId);
  await forgetProofs(ctx, "verify-request", userId);
}
