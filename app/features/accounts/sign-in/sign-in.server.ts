import { eq } from "drizzle-orm";
import { recoveryCodeUsedMail } from "#app/features/accounts/emails/factor-mails.tsx";
import { countRecoveryCodes, fewCodes } from "#app/features/accounts/second-factor/recovery-codes.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { orMailboxFull } from "#app/features/mail/sending/stranger-mail.server.ts";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse, uncountUse } from "#app/features/security/requests/limits.server.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { welcome } from "../accounts.server.ts";
import type { SignIn } from "../accounts.ts";
import { awaitVerification, mailVerification } from "../email/email-links.server.ts";
import { findPerson } from "../profile/people.server.ts";
import { acceptCode, answerChallenge, openChallenge } from "../second-factor/codes.server.ts";
import { type Aal, user } from "../tables.server.ts";
import { rememberDevice } from "./devices.server.ts";
import { rotateSession } from "./open-sessions.server.ts";
import { openProvenSession, tryPassword } from "./opening.server.ts";
import { alarmLink } from "./security-alarm.server.ts";
import { endSession } from "./session.server.ts";
import { countSignInTry } from "./sign-in-limits.server.ts";

export { deviceDays } from "./devices.server.ts";
export { proveAgain } from "./fresh-proof.server.ts";
export { endOtherSessions, listSessions, revokeSession, rotateSession } from "./open-sessions.server.ts";

/*
 * Sign-in by password, and by a second-factor code after it.
 *
 * A wrong password and an unknown address have the same outcome in the same time (a hash is computed in both cases).
 * The other outcomes (unverified, disabled, admin without a factor, code needed) are returned only after the right
 * password. A new session has a new token, and the browser's previous session ends.
 */

/** `device` and `verifyRequest` are cookie tokens; `address` is used for limits and hashes only. */
export type Client = {
  address: string;
  userAgent: string;
  device: string | undefined;
  verifyRequest?: string | undefined;
};

/** `token` and `device` become the cookies of session and device. */
export type SignedInSession = {
  token: string;
  device: string;
  user: { id: string; email: string; name: string; emailVerified: boolean };
};

export type SignInOutcome =
  | { kind: "opened"; session: SignedInSession }
  | { kind: "too_many"; retryAfterSeconds: number }
  | { kind: "wrong_password" | "account_disabled" | "second_factor_missing" }
  /**
   * `mail`: whether a verification mail was queued, or why not. `request` is the token for the browser's cookie, with
   * which it can enter a code and request another mail; null if it keeps its current one.
   */
  | { kind: "not_verified"; request: string | null; mail: "sent" | "recent" | "mailbox_full" }
  /** `challenge` is the token for the challenge cookie. */
  | { kind: "code_needed"; challenge: string };

/** Signs in by password. Throws GateCrowded. */
export async function signIn(ctx: Ctx, input: SignIn, client: Client): Promise<SignInOutcome> {
  const tried = await countSignInTry(ctx, { email: input.email, address: client.address });
  if (!tried.allowed) return { kind: "too_many", retryAfterSeconds: tried.retryAfterSeconds };
  const outcome = await tryPassword(ctx, input, client);
  if (outcome.kind === "wrong") return { kind: "wrong_password" };
  await tried.forgive();
  switch (outcome.kind) {
    case "unverified": {
      const mailed = await orMailboxFull(mailVerification(ctx, { id: outcome.userId, email: input.email }));
      if (typeof mailed === "string") return { kind: "not_verified", request: mailed, mail: "sent" };
      const request = await awaitVerification(ctx, outcome.userId, client.verifyRequest);
      return { kind: "not_verified", request, mail: mailed === null ? "recent" : "mailbox_full" };
    }
    case "disabled":
      return { kind: "account_disabled" };
    case "factor-missing":
      return { kind: "second_factor_missing" };
    case "code-needed":
      return { kind: "code_needed", challenge: await openChallenge(ctx, outcome.userId) };
    case "opened":
      return { kind: "opened", session: await signedIn(ctx, outcome.opened, client) };
  }
}

/**
 * Opens a session for a user who was identified by other means: at aal2 by a code, at aal1 by a mailed code in the browser
 * that entered the password. Null if the account is disabled or still needs a second factor.
 */
export async function openSession(
  ctx: Ctx,
  input: { userId: string; aal: Aal },
  client: Client,
): Promise<SignedInSession | null> {
  const opened = await openProvenSession(ctx, input, client);
  return typeof opened === "string" ? null : signedIn(ctx, opened, client);
}

export type ProvenOutcome =
  | { kind: "opened"; session: SignedInSession }
  | { kind: "code_needed"; challenge: string }
  | { kind: "account_disabled" | "second_factor_missing" };

/** Signs in by a passkey, a mailed link or a provider. Opens no session if a code is still needed. */
export async function signInProven(
  ctx: Ctx,
  input: { userId: string; aal: Aal },
  client: Client,
): Promise<ProvenOutcome> {
  const opened = await openProvenSession(ctx, input, client);
  switch (opened) {
    case "disabled":
      return { kind: "account_disabled" };
    case "factor-missing":
      return { kind: "second_factor_missing" };
    case "code-needed":
      return { kind: "code_needed", challenge: await openChallenge(ctx, input.userId) };
    default:
      return { kind: "opened", session: await signedIn(ctx, opened, client) };
  }
}

export type CodeOutcome =
  | { kind: "opened"; session: SignedInSession }
  /** `token` replaces the session's old one. */
  | { kind: "renewed"; token: string; user: SignedInSession["user"] }
  | { kind: "too_many"; retryAfterSeconds: number }
  | { kind: "challenge_over" | "wrong_code" };

/**
 * Checks a second-factor code. With `challenge` it completes the pending sign-in; without one, an app code raises the open
 * session to aal2 without extending its maximum lifetime. A recovery code needs a pending sign-in, and its use is reported
 * by mail. Throws TooManyCodes, GateCrowded.
 */
export async function signInByCode(
  ctx: Ctx,
  input: { code: string; by: "app" | "recovery"; challenge: string | undefined },
  client: Client,
): Promise<CodeOutcome> {
  const tried = await countCodeTry(ctx, client.address, input.by === "recovery" ? "recovery-code" : "second-factor");
  if (!tried.allowed) return { kind: "too_many", retryAfterSeconds: tried.retryAfterSeconds };
  const outcome = await checkCode(ctx, input, client);
  if (outcome.kind !== "wrong_code") await tried.forgive();
  return outcome;
}

async function checkCode(
  ctx: Ctx,
  { code, by, challenge }: { code: string; by: "app" | "recovery"; challenge: string | undefined },
  client: Client,
): Promise<CodeOutcome> {
  if (challenge) {
    const answered = await answerChallenge(ctx, { token: challenge, code, by });
    if (!answered.ok) return answered.reason;
    const { userId } = answered.value;
    if (by === "recovery") await notifyRecoveryCodeUsed(ctx, userId);
    const session = await openSession(ctx, { userId, aal: "aal2" }, client);
    return session ? { kind: "opened", session } : { kind: "challenge_over" };
  }
  if (by === "recovery" || ctx.actor.kind !== "user") return { kind: "challenge_over" };
  const { userId, sessionId } = ctx.actor;
  if (!(await acceptCode(ctx, { userId, code }))) return { kind: "wrong_code" };
  const token = await rotateSession(ctx, { sessionId, aal: "aal2" });
  const person = await findPerson(ctx, userId);
  if (!token || !person) return { kind: "challenge_over" };
  return { kind: "renewed", token, user: { id: userId, email: person.email, name: person.name, emailVerified: true } };
}

/**
 * Counts an attempt per client before the code is checked; `forgive` undoes that if the code was right or none was checked.
 * Each kind of code is counted separately, so that wrong codes of one kind do not block the others.
 */
export async function countCodeTry(
  ctx: Ctx,
  address: string,
  kind: "second-factor" | "recovery-code" | "mailed-code" = "second-factor",
): Promise<{ allowed: true; forgive: () => Promise<void> } | { allowed: false; retryAfterSeconds: number }> {
  const client = limitKey(address);
  const limit = await countUse(ctx, kind, client);
  return limit.allowed ? { allowed: true, forgive: () => uncountUse(ctx, kind, client) } : limit;
}

/**
 * After a session was opened: creates the first profile, ends the browser's old session, records the device.
 */
async function signedIn(ctx: Ctx, opened: Omit<SignedInSession, "device">, client: Client): Promise<SignedInSession> {
  const { id: userId } = opened.user;
  await welcome(ctx, { userId });
  if (ctx.actor.kind === "user") await endSession(ctx, ctx.actor.sessionId);
  const device = await rememberDevice(ctx, { userId, token: client.device, userAgent: client.userAgent });
  return { ...opened, device };
}

async function notifyRecoveryCodeUsed(ctx: Ctx, userId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [person] = await tx.db.select({ email: user.email }).from(user).where(eq(user.id, userId));
    if (!person) return;
    const left = await countRecoveryCodes(tx, userId);
    const notMe = await alarmLink(tx, userId);
    const about = { to: person.email, now: ctx.now, notMe, left, few: left <= fewCodes };
    await queueMail(tx, recoveryCodeUsedMail(about));
  });
}
