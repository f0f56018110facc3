import { and, eq, gt, ne } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { queueStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { violates } from "#app/platform/database/constraint.server.ts";
import { env } from "#app/platform/env.server.ts";
import { settleCompany } from "../company/companies.server.ts";
import {
  addressTakenMail,
  emailChangeConfirmMail,
  emailChangedMail,
  emailChangeVerifyMail,
} from "../emails/email-change-mails.tsx";
import { accountEmailChanged } from "../events.ts";
import { findUserByEmail } from "../profile/profile.server.ts";
import { type FreshProofRefusal, proveAgain } from "../sign-in/fresh-proof.server.ts";
import { endAllSessions, endOtherSessions } from "../sign-in/open-sessions.server.ts";
import { consumeProof, findProof, forgetProofs, makeProof, type Purpose } from "../sign-in/proofs.server.ts";
import { alarmLink } from "../sign-in/security-alarm.server.ts";
import { account, emailChange, formerAddress, profile, user } from "../tables.server.ts";

/*
 * Changing an account's email address. It starts with the password; then the old address has to confirm and the new one has
 * to verify: two mails in this order, each with a link to a page with one button. Only the last button changes the address;
 * until then the old one signs in. The change expires after an hour.
 *
 * Prevents: taking over an account from an open session (password and old mailbox are required), changing to another
 * person's mailbox by mistake (the new one has to verify), and enumeration (a taken address gets the same response as a
 * free one; its owner is notified).
 */

const changeMinutes = 60;

type At = Pick<Ctx, "db" | "now">;

export type PendingEmailChange = { newEmail: string; confirmed: boolean; expiresAt: Date };

export const pendingOf = (row: typeof emailChange.$inferSelect): PendingEmailChange => ({
  newEmail: row.newEmail,
  confirmed: row.confirmedAt !== null,
  expiresAt: row.expiresAt,
});

/** Starts a change, cancels a pending one, and mails the old address. Refusals: those of `proveAgain`, `same_address`. */
export async function startEmailChange(
  ctx: SignedInCtx,
  input: { newEmail: string; password: string; address: string },
): Promise<Result<undefined, FreshProofRefusal | Refusal<"same_address">>> {
  const { userId, email } = ctx.actor;
  if (input.newEmail === email) return refuse("same_address");
  const proven = await proveAgain(ctx, input);
  if (!proven.ok) return proven;
  await inTransaction(ctx, async (tx) => {
    await dropChange(tx, userId);
    const [made] = await tx.db
      .insert(emailChange)
      .values({
        userId,
        newEmail: input.newEmail,
        expiresAt: new Date(ctx.now.getTime() + changeMinutes * minuteMs),
        createdAt: ctx.now,
      })
      .returning({ id: emailChange.id });
    const href = await pageFor(tx, "email-change-confirm", made!.id);
    await queueMail(
      tx,
      emailChangeConfirmMail({ to: email, newEmail: input.newEmail, href, notMe: await alarmLink(tx, userId) }),
    );
  });
  return ok();
}

export async function cancelEmailChange(ctx: SignedInCtx): Promise<Result<undefined, never>> {
  await inTransaction(ctx, (tx) => dropChange(tx, ctx.actor.userId));
  return ok();
}

export async function findEmailStep(
  ctx: At,
  token: string,
): Promise<{ step: "confirm" | "verify"; oldEmail: string; newEmail: string } | null> {
  for (const step of ["confirm", "verify"] as const) {
    const id = await findProof(ctx, `email-change-${step}`, token);
    const change = id ? await changeOf(ctx, id) : null;
    if (change) return { step, oldEmail: change.oldEmail, newEmail: change.newEmail };
  }
  return null;
}

/**
 * Handles the button behind a mailed link. At the old address it mails the new one (`asked`); at the new one it changes
 * the address (`moved`) and ends all sessions but the current one. Refusals: `link_not_valid`; `taken`: the new address
 * got an account in the meantime. Throws MailboxFull; the old address's link then stays valid.
 */
export async function advanceEmailChange(
  ctx: Ctx,
  input: { token: string },
): Promise<Result<"asked" | "moved", Refusal<"link_not_valid" | "taken">>> {
  const work = async (tx: Ctx): Promise<Result<"asked" | "moved", Refusal<"link_not_valid" | "taken">>> => {
    const agreed = await consumeProof(tx, "email-change-confirm", input.token);
    if (agreed) return askNewAddress(tx, agreed);
    const answered = await consumeProof(tx, "email-change-verify", input.token);
    return answered ? moveAccount(tx, answered) : refuse("link_not_valid");
  };
  try {
    return await inTransaction(ctx, work);
  } catch (error) {
    // A sign-up or another change took the address after moveAccount checked it.
    if (violates(error, "user_email_unique")) return refuse("taken");
    throw error;
  }
}

async function askNewAddress(tx: Ctx, id: string): Promise<Result<"asked", Refusal<"link_not_valid">>> {
  const change = await changeOf(tx, id);
  if (!change) return refuse("link_not_valid");
  await tx.db.update(emailChange).set({ confirmedAt: tx.now }).where(eq(emailChange.id, id));
  const { newEmail, oldEmail } = change;
  if (await findUserByEmail(tx, newEmail)) await queueStrangerMail(tx, addressTakenMail({ to: newEmail }));
  else {
    const href = await pageFor(tx, "email-change-verify", id);
    await queueStrangerMail(tx, emailChangeVerifyMail({ to: newEmail, oldEmail, href }));
  }
  return ok("asked");
}

/** Proofs in mails to the old address: they must not open the account that has left it. */
const mailedToOldAddress = [
  "verify-email",
  "verify-request",
  "reset-password",
  "reset-request",
  "sign-in-link",
  "not-me",
] as const satisfies Purpose[];

async function moveAccount(tx: Ctx, id: string): Promise<Result<"moved", Refusal<"link_not_valid" | "taken">>> {
  const change = await changeOf(tx, id);
  if (!change) return refuse("link_not_valid");
  const { userId, newEmail, oldEmail } = change;
  const owner = await findUserByEmail(tx, newEmail);
  if (owner) return refuse("taken");
  await tx.db.update(user).set({ email: newEmail, emailVerified: true, updatedAt: tx.now }).where(eq(user.id, userId));
  await tx.db.update(profile).set({ workEmail: newEmail, updatedAt: tx.now }).where(eq(profile.authUserId, userId));
  await tx.db.insert(formerAddress).values({ userId, email: oldEmail, until: tx.now });
  await settleCompany(tx, { userId, email: newEmail });
  await dropChange(tx, userId);
  // Providers verified the old address, so their accounts are disconnected.
  await tx.db.delete(account).where(and(eq(account.userId, userId), ne(account.providerId, "credential")));
  for (const purpose of mailedToOldAddress) await forgetProofs(tx, purpose, userId);
  if (tx.actor.kind === "user" && tx.actor.userId === userId) await endOtherSessions(tx, tx.actor);
  else await endAllSessions(tx, userId);
  await publish(tx, accountEmailChanged, { userId, oldEmail, newEmail });
  const notMe = await alarmLink(tx, userId);
  await queueMail(tx, emailChangedMail({ to: oldEmail, newEmail, now: tx.now }));
  await queueMail(tx, emailChangedMail({ to: newEmail, newEmail, now: tx.now, notMe }));
  return ok("moved");
}

async function pageFor(ctx: At, purpose: Purpose, id: string): Promise<string> {
  const token = await makeProof(ctx, { purpose, value: id, minutes: changeMinutes });
  return `${env().SITE_URL}/auth/email-change?token=${token}`;
}

async function changeOf(ctx: At, id: string) {
  const [found] = await ctx.db
    .select({ userId: emailChange.userId, newEmail: emailChange.newEmail, oldEmail: user.email })
    .from(emailChange)
    .innerJoin(user, eq(user.id, emailChange.userId))
    .where(and(eq(emailChange.id, id), gt(emailChange.expiresAt, ctx.now)));
  return found ?? null;
}

async function dropChange(ctx: Pick<Ctx, "db">, userId: string) {
  const [gone] = await ctx.db
    .delete(emailChange)
    .where(eq(emailChange.userId, userId))
    .returning({ id: emailChange.id });
  for (const purpose of ["email-change-confirm", "email-change-verify"] as const)
    if (gone) await forgetProofs(ctx, purpose, gone.id);
}
