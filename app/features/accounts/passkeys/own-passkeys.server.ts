import {
  type AuthenticatorTransport,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { and, desc, eq } from "drizzle-orm";
import { queueMail } from "#app/features/mail/mail.server.ts";
import type { FreshCodeRequired } from "#app/features/security/audit/admin-command.server.ts";
import { writeAuditEntry } from "#app/features/security/audit/audit.server.ts";
import { hasFreshCode } from "#app/lib/actor.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotFound, notFound, type Refusal, refuse, type Stale, stale } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { accountAudit } from "../audit.ts";
import { passkeyAddedMail } from "../emails/passkey-added.tsx";
import { lockAccount } from "../second-factor/account-lock.server.ts";
import { hasFactor } from "../second-factor/codes.server.ts";
import { type FreshProofRefusal, proveAgain } from "../sign-in/fresh-proof.server.ts";
import { consumeProof, forgetProofs, makeProof } from "../sign-in/proofs.server.ts";
import { alarmLink } from "../sign-in/security-alarm.server.ts";
import { passkey } from "../tables.server.ts";
import { challengeBytes, challengeIn, challengeMinutes, relyingParty } from "./relying-party.server.ts";

/*
 * A user's own passkeys: added, named, listed and removed on the account page. Adding and removing require the password
 * again and are recorded in the audit log. Adding is also reported by mail with a button that undoes it.
 *
 * Prevents: a passkey that a thief adds in an open session (password, mail), a registration that another user started
 * (the challenge belongs to one user and is used once), and a credential of another site (origin and host name are
 * checked).
 */

const maxPasskeys = 20;

type Proof = { password?: string | undefined; address: string };

type OwnPasskey = {
  id: string;
  name: string;
  isBackedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
};

export const listPasskeys = (ctx: SignedInCtx): Promise<OwnPasskey[]> =>
  ctx.db
    .select(pick(passkey, ["id", "name", "isBackedUp", "createdAt", "lastUsedAt"]))
    .from(passkey)
    .where(eq(passkey.userId, ctx.actor.userId))
    .orderBy(desc(passkey.createdAt), desc(passkey.id));

/** Starts adding a passkey: the options for the browser. Refusals: those of `proveAgain`, `too_many_passkeys`; `fresh_code_required` for accounts with a second factor. */
export async function startPasskey(
  ctx: SignedInCtx,
  proof: Proof,
): Promise<
  Result<PublicKeyCredentialCreationOptionsJSON, FreshProofRefusal | FreshCodeRequired | Refusal<"too_many_passkeys">>
> {
  const { userId, email } = ctx.actor;
  const proven = await proveAgain(ctx, proof);
  if (!proven.ok) return proven;
  // A passkey counts as a fresh code, so a stale session cannot add one.
  if (!hasFreshCode(ctx.actor, ctx.now) && (await hasFactor.of(ctx, userId))) return refuse("fresh_code_required");
  const known = await ctx.db
    .select({ id: passkey.credentialId, transports: passkey.transports })
    .from(passkey)
    .where(eq(passkey.userId, userId));
  if (known.length >= maxPasskeys) return refuse("too_many_passkeys");
  await forgetProofs(ctx, "passkey-add", userId);
  const token = await makeProof(ctx, { purpose: "passkey-add", value: userId, minutes: challengeMinutes });
  const { rpName, rpID } = relyingParty();
  return ok(
    await generateRegistrationOptions({
      rpName,
      rpID,
      userID: new TextEncoder().encode(userId),
      userName: email,
      userDisplayName: email,
      challenge: challengeBytes(token),
      timeout: challengeMinutes * minuteMs,
      attestationType: "none",
      excludeCredentials: known.map(({ id, transports }) => ({
        id,
        transports: transports as AuthenticatorTransport[],
      })),
      // Discoverable: signing in needs no address. User verification, where available, replaces the code.
      authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
    }),
  );
}

/**
 * Adds the passkey that the browser made. Refusals: `challenge_over` (expired, used, or another user's), `not_verified` (the
 * response is not valid for this site), `known` (an account has it already), `too_many_passkeys`.
 */
export async function finishPasskey(
  ctx: SignedInCtx,
  input: { response: RegistrationResponseJSON; name: string },
): Promise<Result<{ id: string }, Refusal<"challenge_over" | "not_verified" | "known" | "too_many_passkeys">>> {
  const { userId, email } = ctx.actor;
  const checked = await verified(ctx, input.response);
  if (!checked.ok) return checked;
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, userId);
    if ((await tx.db.$count(passkey, eq(passkey.userId, userId))) >= maxPasskeys) return refuse("too_many_passkeys");
    const made = await storePasskey(tx, { userId, name: input.name, registration: checked.value });
    if (!made) return refuse("known");
    const notMe = await alarmLink(tx, userId);
    await queueMail(tx, passkeyAddedMail({ to: email, name: input.name, now: ctx.now, notMe }));
    return ok(made);
  });
}

/** Null if an account has it already. */
export async function storePasskey(
  tx: Ctx,
  { userId, name, registration }: { userId: string; name: string; registration: Registration },
): Promise<{ id: string } | null> {
  const { credential, credentialBackedUp } = registration;
  const [made] = await tx.db
    .insert(passkey)
    .values({
      ...{ userId, name },
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: credential.transports ?? [],
      isBackedUp: credentialBackedUp,
      createdAt: tx.now,
    })
    .onConflictDoNothing({ target: passkey.credentialId })
    .returning({ id: passkey.id });
  if (!made) return null;
  await writeAuditEntry(tx, { action: accountAudit.passkeyAdded, subject: userId, detail: { passkey: made.id } });
  return made;
}

/**
 * Renames one of the user's passkeys. `from`: the name that the user saw. Refusals: `not_found`, also for another user's;
 * `stale` with the current name if it was changed meanwhile.
 */
export async function renamePasskey(
  ctx: SignedInCtx,
  input: { id: string; from: string; name: string },
): Promise<Result<undefined, NotFound | Stale<{ current: string }>>> {
  const { userId } = ctx.actor;
  return inTransaction(ctx, async (tx) => {
    const [known] = await tx.db
      .select({ name: passkey.name })
      .from(passkey)
      .where(mine(userId, input.id))
      .for("update");
    if (!known) return notFound();
    if (known.name === input.name) return ok();
    if (known.name !== input.from) return stale({ current: known.name });
    await tx.db.update(passkey).set({ name: input.name }).where(mine(userId, input.id));
    await writeAuditEntry(tx, { action: accountAudit.passkeyRenamed, subject: userId, detail: { passkey: input.id } });
    return ok();
  });
}

/** Removes one of the user's passkeys. Refusals: those of `proveAgain`; `not_found`, also for another user's. */
export async function removePasskey(
  ctx: SignedInCtx,
  input: Proof & { id: string },
): Promise<Result<undefined, FreshProofRefusal | NotFound>> {
  const { userId } = ctx.actor;
  const proven = await proveAgain(ctx, input);
  if (!proven.ok) return proven;
  return inTransaction(ctx, async (tx) => {
    const [removed] = await tx.db.delete(passkey).where(mine(userId, input.id)).returning({ id: passkey.id });
    if (!removed) return notFound();
    await writeAuditEntry(tx, { action: accountAudit.passkeyRemoved, subject: userId, detail: { passkey: input.id } });
    return ok();
  });
}

export type Registration = NonNullable<VerifiedRegistrationResponse["registrationInfo"]>;

async function verified(
  ctx: SignedInCtx,
  response: RegistrationResponseJSON,
): Promise<Result<Registration, Refusal<"challenge_over" | "not_verified">>> {
  const challenge = challengeIn(response);
  if ((await consumeProof(ctx, "passkey-add", challenge)) !== ctx.actor.userId) return refuse("challenge_over");
  return verifiedRegistration(response, challenge);
}

/** What the browser made for this site and challenge. Refusal: not_verified. */
export async function verifiedRegistration(
  response: RegistrationResponseJSON,
  challenge: string,
): Promise<Result<Registration, Refusal<"not_verified">>> {
  const { rpID, origin } = relyingParty();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
    });
    return registrationInfo ? ok(registrationInfo) : refuse("not_verified");
  } catch {
    return refuse("not_verified");
  }
}

const mine = (userId: string, id: string) => and(eq(passkey.userId, userId), eq(passkey.id, id));
