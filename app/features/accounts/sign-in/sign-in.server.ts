import { MailboxFull, orMailboxFull } from "#app/features/mail/stranger-mail.server.ts";
import { limitKey } from "#app/features/security/client-address.server.ts";
import { countUse, takeBackUse } from "#app/features/security/limits.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { welcome } from "../accounts.server.ts";
import type { SignIn } from "../accounts.ts";
import { mailVerification } from "../email/email-links.server.ts";
import { findPerson } from "../people.server.ts";
import { acceptCode, answerChallenge, openChallenge } from "../second-factor/codes.server.ts";
import { tellRecoveryCodeUsed } from "../second-factor/recovery-notice.server.ts";
import { endSession } from "../session.server.ts";
import type { Aal } from "../tables.server.ts";
import { noteDevice } from "./devices.server.ts";
import { openProvenSession, tryPassword } from "./library-calls.server.ts";
import { rotateSession } from "./open-sessions.server.ts";
import { countSignInTry } from "./sign-in-limits.server.ts";

export { deviceDays } from "./devices.server.ts";
export { type FreshProofRefusal, proveAgain } from "./fresh-proof.server.ts";
export { endOtherSessions, listSessions, revokeSession, rotateSession } from "./open-sessions.server.ts";

/*
 * Signing in: by password, and by the code of a second factor after it.
 *
 * A wrong password and an unknown address have the same outcome in the same time (a hash is computed in both cases). The
 * other outcomes (unverified, an admin without a factor, a code needed) are returned only after the right password. A new
 * session has a new token, and the session that the browser had before ends.
 */

/** The browser that signs in. `device` is the token of its device cookie; `address` is used for limits and hashes only. */
export type Client = { address: string; userAgent: string; device: string | undefined };

/** An opened session: the Set-Cookie values of its session, the token for the device cookie, and its user. */
export type SignedInSession = {
  cookies: string[];
  device: string;
  user: { id: string; email: string; name: string; emailVerified: boolean };
};

export type SignInOutcome =
  | { kind: "opened"; session: SignedInSession }
  | { kind: "too_many"; retryAfterSeconds: number }
  | { kind: "wrong_password" | "second_factor_missing" | "mailbox_full" }
  /** A new verification mail is on its way; `request` is the token for the browser's cookie, null without a new mail. */
  | { kind: "not_verified"; request: string | null }
  /** `challenge` is the token for the challenge cookie. */
  | { kind: "code_needed"; challenge: string };

/** Signs in by password. `mailbox_full` is an unverified account whose address has received too many mails. Throws GateCrowded. */
export async function signIn(ctx: Ctx, input: SignIn, client: Client): Promise<SignInOutcome> {
  const tried = await countSignInTry(ctx, { email: input.email, address: client.address });
  if (!tried.allowed) return { kind: "too_many", retryAfterSeconds: tried.retryAfterSeconds };
  const outcome = await tryPassword(ctx, input, client);
  if (outcome.kind === "wrong") return { kind: "wrong_password" };
  await tried.forgive();
  switch (outcome.kind) {
    case "unverified": {
      const request = await orMailboxFull(mailVerification(ctx, { id: outcome.userId, email: input.email }));
      return request instanceof MailboxFull ? { kind: "mailbox_full" } : { kind: "not_verified", request };
    }
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
 * that entered the password. Null when the account is disabled, or still needs a second factor.
 */
export async function openSession(
  ctx: Ctx,
  input: { userId: string; aal: Aal },
  client: Client,
): Promise<SignedInSession | null> {
  const opened = await openProvenSession(ctx, input, client);
  return opened ? signedIn(ctx, opened, client) : null;
}

export type CodeOutcome =
  | { kind: "opened"; session: SignedInSession }
  /** The open session was raised to aal2; `token` replaces its old one. */
  | { kind: "renewed"; token: string; user: SignedInSession["user"] }
  | { kind: "too_many"; retryAfterSeconds: number }
  | { kind: "challenge_over" | "wrong_code" };

/**
 * A code of the second factor: completes the pending sign-in of `challenge`; without one, a code of the app raises the open
 * session to aal2, whose longest life still counts from its sign-in. A recovery code needs a pending sign-in, and its use is
 * reported by mail. Throws TooManyCodes, GateCrowded.
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
    if (by === "recovery") await tellRecoveryCodeUsed(ctx, userId);
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
 * Counts a try at a code by client, before the code is checked; `forgive` when it was right or no code was checked. Each
 * kind has a count of its own, so that wrong codes of one kind do not block the others at the same address.
 */
export async function countCodeTry(
  ctx: Ctx,
  address: string,
  kind: "second-factor" | "recovery-code" | "mailed-code" = "second-factor",
): Promise<{ allowed: true; forgive: () => Promise<void> } | { allowed: false; retryAfterSeconds: number }> {
  const client = limitKey(address);
  const limit = await countUse(ctx, kind, client);
  return limit.allowed ? { allowed: true, forgive: () => takeBackUse(ctx, kind, client) } : limit;
}

/** After the library opened a session: makes the profile on the first one, ends the browser's old session, notes the device. */
async function signedIn(ctx: Ctx, opened: Omit<SignedInSession, "device">, client: Client): Promise<SignedInSession> {
  const { id: userId } = opened.user;
  await welcome(ctx, { userId });
  if (ctx.actor.kind === "user") await endSession(ctx, ctx.actor.sessionId);
  const device = await noteDevice(ctx, { userId, token: client.device, userAgent: client.userAgent });
  return { ...opened, device };
}
