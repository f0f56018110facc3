import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { userIdOf } from "#app/lib/actor.ts";
import { minuteMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { addressHash } from "../security-log/address-hash.server.ts";
import { auditEntry } from "../tables.server.ts";
import type { AuditAction } from "./audit-action.ts";

/**
 * An entry to write. `subject` is an id, never an address; `detail` contains no secrets. `isRepeated`: for draft saves, which
 * are merged into one entry with a count and the time of the last save (decision 0123); `detail` is then not stored.
 * `byUserId`: who acted, if the action itself proves it before the session is open.
 */
export type AuditRecord = {
  action: AuditAction;
  subject: string;
  detail?: Record<string, unknown>;
  isRepeated?: boolean;
  byUserId?: string;
};

/** A save within this time of the previous one is merged into its entry. */
const repeatMinutes = 15;

/**
 * Writes an audit entry in the transaction of the action: an action that rolls back leaves no entry. Admin commands do
 * not call it, because their guard does (admin-command.server.ts). Entries never change, except for repeat counts and
 * the removal of a deleted person's details.
 */
export async function writeAuditEntry(ctx: Ctx, entry: AuditRecord): Promise<void> {
  const row = {
    at: ctx.now,
    actorKind: entry.byUserId ? "user" : ctx.actor.kind === "system" ? (ctx.actor.from ?? "system") : ctx.actor.kind,
    actorUserId: entry.byUserId ?? userIdOf(ctx.actor),
    act: entry.action,
    subject: entry.subject,
    detail: entry.isRepeated ? { saves: 1 } : (entry.detail ?? {}),
    client: ctx.address ? addressHash(ctx.address) : null,
  };
  if (!entry.isRepeated || !(await repeat(ctx, row))) await ctx.db.insert(auditEntry).values(row);
}

/**
 * Counts a repeat in the subject's newest entry if that is the same action by the same actor from the same address
 * within `repeatMinutes`. Any entry in between ends the series, so the log stays in order.
 */
async function repeat(ctx: Ctx, row: typeof auditEntry.$inferInsert): Promise<boolean> {
  const [newest] = await ctx.db
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.subject, row.subject!))
    .orderBy(desc(auditEntry.at), desc(auditEntry.id))
    .limit(1)
    .for("update");
  if (!newest) return false;
  const same = (["act", "actorKind", "actorUserId", "client"] as const).every((name) => newest[name] === row[name]);
  if (!same || ctx.now.getTime() - newest.at.getTime() > repeatMinutes * minuteMs) return false;
  const { saves = 1, since = newest.at.toISOString() } = newest.detail as { saves?: number; since?: string };
  await ctx.db
    .update(auditEntry)
    .set({ at: ctx.now, detail: { saves: saves + 1, since } })
    .where(eq(auditEntry.id, newest.id));
  return true;
}

/** Removes a deleted person's input from the details of these entries; the entries remain. */
export async function removeAuditDetail(
  ctx: Ctx,
  { actions, subjects, key }: { actions: readonly AuditAction[]; subjects: readonly string[]; key: string },
): Promise<void> {
  await ctx.db
    .update(auditEntry)
    .set({ detail: sql`${auditEntry.detail} - ${key}::text` })
    .where(and(inArray(auditEntry.subject, [...subjects]), inArray(auditEntry.act, [...actions])));
}

export type AuditLine = {
  at: Date;
  act: string;
  subject: string;
  actorUserId: string | null;
  detail: Record<string, unknown>;
};

/** Lists the entries about these subjects, oldest first, at most 200. The caller has checked that an admin asks. */
export async function listAuditLines(ctx: Pick<Ctx, "db">, subjects: readonly string[]): Promise<AuditLine[]> {
  const rows = await ctx.db
    .select()
    .from(auditEntry)
    .where(inArray(auditEntry.subject, [...subjects]))
    .orderBy(asc(auditEntry.at), asc(auditEntry.id))
    .limit(200);
  return rows as AuditLine[];
}

/** The newest entry of this action about each of the subjects. The caller has checked that an admin asks. */
export async function listNewestAuditLines(
  ctx: Pick<Ctx, "db">,
  { action, subjects }: { action: AuditAction; subjects: readonly string[] },
): Promise<AuditLine[]> {
  const rows = await ctx.db
    .selectDistinctOn([auditEntry.subject])
    .from(auditEntry)
    .where(and(eq(auditEntry.act, action), inArray(auditEntry.subject, [...subjects])))
    .orderBy(auditEntry.subject, desc(auditEntry.at), desc(auditEntry.id));
  return rows as AuditLine[];
}
