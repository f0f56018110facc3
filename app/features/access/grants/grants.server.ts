import { and, desc, eq, isNull, lt, type SQLWrapper, sql } from "drizzle-orm";
import { type AccountStanding, accountStanding } from "#app/features/accounts/profile/people.server.ts";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { cut } from "#app/lib/words/cut.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { visitorFact } from "#app/platform/requests/visitor-fact.server.ts";
import { keyedHash } from "#app/platform/secrets/hashes.server.ts";
import { type AccessAnswer, maxDevicesPerDay } from "../access.ts";
import { accessAudit } from "../audit.ts";
import { accessCheckLog, wizardGrant } from "../tables.server.ts";
import { isAccountBlocked } from "./blocks.server.ts";

/*
 * Access grants and how they are checked. A grant lasts until an admin revokes it. Admins need none.
 *
 * The secure check prevents account sharing: it logs the device of each check, and more than five devices within 24 hours
 * block the account everywhere, pages and API included, until at most five were seen in the last 24 hours. Fingerprints are
 * stored as hashes with a key per account, so they cannot be matched across accounts.
 */

export const logLifeDays = 90;
const maxUserAgentLength = 500;

/** Whether `userId` can use the wizard now. Not logged. Always true for admins. */
export const hasWizardAccess = async (ctx: Ctx, userId: string): Promise<boolean> =>
  (await readAccess(ctx, userId)).hasAccess;

/** Like `hasWizardAccess`, with the reason if there is no access. */
export const readAccess = async (ctx: Ctx, userId: string): Promise<AccessAnswer> =>
  (await readGrant(ctx, userId)).access;

/** Like `readAccess`, with the moment of the grant; null without one, which admins do not need. */
export async function readGrant(ctx: Ctx, userId: string): Promise<{ access: AccessAnswer; grantedAt: Date | null }> {
  const standing = await grantStandingOf.of(ctx, userId);
  return {
    access: isAdminThemselves(ctx, userId) ? open : answerTo(standing),
    grantedAt: standing && new Date(standing.grantedAt),
  };
}

/** Like `hasWizardAccess`, for a draft's owner while other people use it. False for disabled accounts. */
export async function ownerHasAccess({ db, now }: Pick<Ctx, "db" | "now">, userId: string): Promise<boolean> {
  const id = sql`${userId}::uuid`;
  const { rows } = await db.execute<{ account: AccountStanding; standing: GrantStanding }>(
    sql`select ${accountStanding(id)} as account, ${grantStanding(id, sql`${now.toISOString()}`)} as standing`,
  );
  const { account, standing } = rows[0]!;
  if (!account || account.isDisabled) return false;
  return account.isAdmin || answerTo(standing).hasAccess;
}

/** The logged check of the user's own access. `fingerprint`: a device hash. Refusals: sign_in_first, other_user. */
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
    userAgent: cut(input.userAgent, maxUserAgentLength),
    outcome: answer.hasAccess ? "granted" : answer.blocked ? "blocked" : "denied",
    reason: answer.reason,
    at: ctx.now,
  });
  return ok(answer);
}

/** Revokes the access of `userId`; a new code can grant it again. For admins (aal2). Refusals: not_admin, not_found. */
export async function revokeGrant(
  ctx: Ctx,
  input: { userId: string },
): Promise<Result<undefined, NotAdmin | NotFound>> {
  return adminCommand(ctx, "access", async (tx) => {
    if (!isUuid(input.userId)) return notFound();
    const revoked = await tx.db
      .update(wizardGrant)
      .set({ revokedAt: ctx.now })
      .where(and(eq(wizardGrant.userId, input.userId), isNull(wizardGrant.revokedAt)))
      .returning({ id: wizardGrant.id });
    if (revoked.length === 0) return notFound();
    return recorded({ action: accessAudit.accessGrantRevoked, subject: input.userId });
  });
}

/** Undoes a revocation. For admins (aal2). Refusals: not_admin, not_found (never had access), has_access. */
export async function restoreGrant(
  ctx: Ctx,
  input: { userId: string },
): Promise<Result<undefined, NotAdmin | NotFound | Refusal<"has_access">>> {
  return adminCommand(ctx, "access", async (tx) => {
    if (!isUuid(input.userId)) return notFound();
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
    return recorded({ action: accessAudit.accessGrantRestored, subject: input.userId });
  });
}

/** Resets the device count, which lifts its block. For admins (aal2). Refusals: not_admin, not_found. */
export async function forgiveDevices(
  ctx: Ctx,
  input: { userId: string },
): Promise<Result<undefined, NotAdmin | NotFound>> {
  return adminCommand(ctx, "access", async (tx) => {
    if (!isUuid(input.userId)) return notFound();
    const [grant] = await tx.db
      .update(wizardGrant)
      .set({ devicesFrom: tx.now })
      .where(and(eq(wizardGrant.userId, input.userId), isNull(wizardGrant.revokedAt)))
      .returning({ id: wizardGrant.id });
    if (!grant) return notFound();
    return recorded({ action: accessAudit.accessDevicesForgiven, subject: input.userId });
  });
}

/** Deletes log rows older than 90 days. Returns how many. */
export async function sweepCheckLog(ctx: Ctx): Promise<number> {
  const oldest = new Date(ctx.now.getTime() - logLifeDays * dayMs);
  const deleted = await ctx.db
    .delete(accessCheckLog)
    .where(lt(accessCheckLog.at, oldest))
    .returning({ id: accessCheckLog.id });
  return deleted.length;
}

/** The result of a check from the device `asking`, which is counted too. */
async function judge(ctx: Ctx, userId: string, asking: string): Promise<AccessAnswer> {
  if (isAdminThemselves(ctx, userId)) return open;
  const { rows } = await ctx.db.execute<{ standing: GrantStanding }>(
    sql`select ${grantStanding(sql`${userId}::uuid`, sql`${ctx.now.toISOString()}`, asking)} as standing`,
  );
  const standing = rows[0]!.standing;
  return answerTo(standing && { ...standing, devices: standing.devices + 1 });
}

const open: AccessAnswer = { hasAccess: true, blocked: false, reason: null };

function answerTo(standing: GrantStanding): AccessAnswer {
  if (!standing) return { hasAccess: false, blocked: false, reason: "no_grant" };
  if (standing.isBlocked) return { hasAccess: false, blocked: true, reason: "blocked" };
  if (standing.devices > maxDevicesPerDay) return { hasAccess: false, blocked: true, reason: "too_many_devices" };
  return open;
}

const isAdminThemselves = ({ actor }: Ctx, userId: string) =>
  actor.kind === "user" && actor.userId === userId && actor.isAdmin;

/** A user's grant or null, whether a block suspends it, and the number of devices seen in the last day. `grantedAt`: as JSON. */
type GrantStanding = { grantedAt: string; isBlocked: boolean; devices: number } | null;

/** Counts devices since the last reset; excludes the device with the hash `except`. */
const grantStanding = (userId: SQLWrapper, now: SQLWrapper, except?: string) => sql<GrantStanding>`(
  select json_build_object(
    'grantedAt', ${wizardGrant.grantedAt},
    'isBlocked', ${isAccountBlocked(userId)},
    'devices', (
      select count(distinct ${accessCheckLog.fingerprintHash}) from ${accessCheckLog}
      where ${accessCheckLog.userId} = ${userId}
        and ${accessCheckLog.at} > greatest(${now}::timestamptz - interval '24 hours', ${wizardGrant.devicesFrom})
        ${except === undefined ? sql.empty() : sql`and ${accessCheckLog.fingerprintHash} <> ${except}`}))
  from ${wizardGrant} where ${wizardGrant.userId} = ${userId} and ${wizardGrant.revokedAt} is null limit 1)`;

/** Selected for every page with a session (app/shell/visitor.server.ts). */
export const grantStandingOf = visitorFact<GrantStanding>("grant_standing", grantStanding);

const hashFingerprint = (userId: string, fingerprint: string) => keyedHash("fingerprint", `${userId}:${fingerprint}`);
