import { and, eq, ne } from "drizzle-orm";
import { dayMs, minuteMs } from "#app/lib/durations.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { resetLink } from "../passwords/reset-mail.server.ts";
import { account, emailChange, knownDevice, passkey, user } from "../tables.server.ts";
import { endAllSessions } from "./open-sessions.server.ts";
import { consumeProof, findProof, forgetProofs, makeProof } from "./proofs.server.ts";

/*
 * "This wasn't me." Every mail about a security change contains a link to a page with one button. For seven days anyone
 * with access to the mailbox can press it: it ends every session, removes the password, the passkeys and the connected providers, cancels a
 * pending address change or deletion, and redirects to the page that sets a new password.
 */
const alarmDays = 7;

export async function alarmLink(ctx: Pick<Ctx, "db" | "now">, userId: string): Promise<string> {
  const token = await makeProof(ctx, { purpose: "not-me", value: userId, minutes: alarmDays * (dayMs / minuteMs) });
  return `${env().SITE_URL}/auth/not-me?token=${token}`;
}

/** Does not use the link up. */
export const isAlarmValid = async (ctx: Pick<Ctx, "db" | "now">, token: string): Promise<boolean> =>
  (await findProof(ctx, "not-me", token)) !== null;

/** Locks the account and returns the path of the page that sets a new password. Refusal: `link_not_valid`. */
export async function secureAccount(
  ctx: Ctx,
  input: { token: string },
): Promise<Result<{ resetPath: string }, Refusal<"link_not_valid">>> {
  return inTransaction(ctx, async (tx) => {
    const userId = await consumeProof(tx, "not-me", input.token);
    if (!userId) return refuse("link_not_valid");
    await endAllSessions(tx, userId);
    for (const purpose of ["not-me", "second-factor", "reset-password", "sign-in-link", "passkey-add"] as const)
      await forgetProofs(tx, purpose, userId);
    await tx.db.delete(knownDevice).where(eq(knownDevice.userId, userId));
    await tx.db.delete(passkey).where(eq(passkey.userId, userId));
    await tx.db.delete(account).where(and(eq(account.userId, userId), ne(account.providerId, "credential")));
    await tx.db.delete(emailChange).where(eq(emailChange.userId, userId));
    await tx.db.update(account).set({ password: null, updatedAt: ctx.now }).where(eq(account.userId, userId));
    await tx.db
      .update(user)
      .set({ deletionDueAt: null, deletionDueOn: null, updatedAt: ctx.now })
      .where(eq(user.id, userId));
    return ok({ resetPath: await resetLink(tx, userId) });
  });
}
