import { createHmac } from "node:crypto";
import { and, countDistinct, desc, eq, gt, isNull, lt, ne, sql } from "drizzle-orm";
import { recordAct } from "#app/features/security/audit.server.ts";
import { actsAsAdmin } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { type AccessAnswer, mostDevicesPerDay } from "./access.ts";
import { isAccountBlocked } from "./blocks.server.ts";
import { accessCheckLog, wizardGrant } from "./tables.server.ts";

/*
 * Grants and the checks of them. A grant lasts until an admin revokes it. Admins need none.
 *
 * The secure check stops one account being passed around: it remembers from which devices it was asked, and more than five
 * within 24 hours block the account everywhere, pages and calls included, until a day has passed without the extra ones.
 * Fingerprints are kept as keyed hashes, apart for each account, so the log follows nobody from one account to another.
 */

const dayMs = 86_400_000;
const logLifeDays = 90;
const longestUserAgent = 500;

/** Whether `userId` may use the wizard now: for pages and calls, without writing to the log. Admins always may. */
export const hasWizardAccess = async (ctx: Ctx, userId: string): Promise<boolean> =>
  (await readAccess(ctx, userId)).hasAccess;

/** The same with the reason why not. */
export const readAccess = (ctx: Ctx, userId: string): Promise<AccessAnswer> => judge(ctx, userId, null);

/**
 * The secure check of the signed-in person's own access; every one is logged. `fingerprint` is the hash the browser made
 * of its device. Refusals: sign_in_first, other_user.
 */
export async function checkAccess(
  ctx: Ctx,
  input: { userId: string; fingerprint: string; userAgent: string },
): Promise<Result<AccessAnswer, Refusal<"sign_in_first" | "other_user">>> {
  if (ctx.actor.kind !== "user") return refuse("sign_in_first");
  if (ctx.actor.userId !== input.userId) return refuse("other_user");
  const fingerprintHash = hashFingerprint(input.userId, input.fingerprint);
  const answer = await judge(ctx, input.userId, fingerprintHash);
  await ctx.db.insert(accessCheckLog).values({
    userId: input.userId,
    fingerprintHash,
    userAgent: input.userAgent.slice(0, longestUserAgent),
    outcome: answer.hasAccess ? "granted" : answer.blocked ? "blocked" : "denied",
    reason: answer.reason,
    at: ctx.now,
  });
  return ok(answer);
}

/** Ends the access of `userId`; a new code can open it again. For admins (aal2). Refusals: not_admin, not_found. */
export async function revokeGrant(
  ctx: Ctx,
  input: { userId: string },
): Promise<Result<undefined, NotAdmin | NotFound>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
  if (!isUuid(input.userId)) return notFound();
  return inTransaction(ctx, async (tx) => {
    const revoked = await tx.db
      .update(wizardGrant)
      .set({ revokedAt: ctx.now })
      .where(and(eq(wizardGrant.userId, input.userId), isNull(wizardGrant.revokedAt)))
      .returning({ id: wizardGrant.id });
    if (revoked.length === 0) return notFound();
    await recordAct(tx, { act: "access-grant.revoked", subject: input.userId });
    return ok();
  });
}

/**
 * Takes a revocation back: the person may use the wizard as before, without a new code. For admins (aal2).
 * Refusals: not_admin, not_found (never had access), has_access.
 */
export async function restoreGrant(
  ctx: Ctx,
  input: { userId: string },
): Promise<Result<undefined, NotAdmin | NotFound | Refusal<"has_access">>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
  if (!isUuid(input.userId)) return notFound();
  return inTransaction(ctx, async (tx) => {
    const [last] = await tx.db
      .select()
      .from(wizardGrant)
      .where(eq(wizardGrant.userId, input.userId))
      .orderBy(desc(wizardGrant.grantedAt))
      .limit(1);
    if (!last) return notFound();
    const [restored] = await tx.db
      .insert(wizardGrant)
      .values({ userId: input.userId, grantedAt: tx.now, codeId: last.codeId })
      .onConflictDoNothing()
      .returning({ id: wizardGrant.id });
    if (!restored) return refuse("has_access");
    await recordAct(tx, { act: "access-grant.restored", subject: input.userId });
    return ok();
  });
}

/**
 * Lifts the block that too many devices caused: those seen so far count no more. For admins (aal2).
 * Refusals: not_admin, not_found.
 */
export async function forgiveDevices(
  ctx: Ctx,
  input: { userId: string },
): Promise<Result<undefined, NotAdmin | NotFound>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
  if (!isUuid(input.userId)) return notFound();
  return inTransaction(ctx, async (tx) => {
    const [grant] = await tx.db
      .update(wizardGrant)
      .set({ devicesFrom: tx.now })
      .where(and(eq(wizardGrant.userId, input.userId), isNull(wizardGrant.revokedAt)))
      .returning({ id: wizardGrant.id });
    if (!grant) return notFound();
    await recordAct(tx, { act: "access-devices.forgiven", subject: input.userId });
    return ok();
  });
}

/** Removes log rows older than 90 days; only the last 24 hours decide anything. Returns how many. */
export async function sweepCheckLog(ctx: Ctx): Promise<number> {
  const oldest = new Date(ctx.now.getTime() - logLifeDays * dayMs);
  const gone = await ctx.db
    .delete(accessCheckLog)
    .where(lt(accessCheckLog.at, oldest))
    .returning({ id: accessCheckLog.id });
  return gone.length;
}

/** `asking` is the device that asks and counts, if one does. */
async function judge(ctx: Ctx, userId: string, asking: string | null): Promise<AccessAnswer> {
  if (isAdminThemselves(ctx, userId)) return { hasAccess: true, blocked: false, reason: null };
  const [grant] = await grantOf(ctx.db).execute({ userId });
  if (!grant) return { hasAccess: false, blocked: false, reason: "no_grant" };
  if (grant.isBlocked) return { hasAccess: false, blocked: true, reason: "blocked" };
  const devices = (await countDevices(ctx, userId, asking, grant.devicesFrom)) + (asking === null ? 0 : 1);
  if (devices > mostDevicesPerDay) return { hasAccess: false, blocked: true, reason: "too_many_devices" };
  return { hasAccess: true, blocked: false, reason: null };
}

const isAdminThemselves = ({ actor }: Ctx, userId: string) =>
  actor.kind === "user" && actor.userId === userId && actor.isAdmin;

const grantOf = prepared((db) =>
  db
    .select({
      id: wizardGrant.id,
      devicesFrom: wizardGrant.devicesFrom,
      isBlocked: isAccountBlocked(sql.placeholder("userId")),
    })
    .from(wizardGrant)
    .where(and(eq(wizardGrant.userId, sql.placeholder("userId")), isNull(wizardGrant.revokedAt)))
    .limit(1)
    .prepare("access_grant_of"),
);

/** Distinct devices in the last 24 hours, but not before `from`, leaving out `except`. */
async function countDevices(ctx: Ctx, userId: string, except: string | null, from: Date | null): Promise<number> {
  const aDayAgo = ctx.now.getTime() - dayMs;
  const [row] = await ctx.db
    .select({ devices: countDistinct(accessCheckLog.fingerprintHash) })
    .from(accessCheckLog)
    .where(
      and(
        eq(accessCheckLog.userId, userId),
        gt(accessCheckLog.at, new Date(Math.max(aDayAgo, from?.getTime() ?? aDayAgo))),
        except === null ? undefined : ne(accessCheckLog.fingerprintHash, except),
      ),
    );
  return row?.devices ?? 0;
}

const hashFingerprint = (userId: string, fingerprint: string) =>
  createHmac("sha256", env().SECRET).update(`fingerprint:${userId}:${fingerprint}`).digest("base64url");
