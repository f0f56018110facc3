import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { minuteMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { addressHash } from "./address-hash.server.ts";
import type { AuditAction } from "./audit-action.ts";
import { auditEntry } from "./tables.server.ts";

/**
 * An entry to write. `subject` is an id, never an address; `detail` contains no secrets. `isRepeated`: for saves of a draft,
 * which become one entry with their number and the time of the last one (decision 0127); `detail` is then not stored.
 */
export type AuditRecord = {
  action: AuditAction;
  subject: string;
  detail?: Record<string, unknown>;
  isRepeated?: boolean;
};

/** A repeat within this time after the last one belongs to the same entry. */
const repeatMinutes = 15;

/**
 * Writes an audit entry in the transaction of the action: an action that rolls back leaves no entry. Admin commands do not
 * call it, because their guard does (admin-command.server.ts). Apart from repeats, entries are never changed.
 */
export async function writeAuditEntry(ctx: Ctx, entry: AuditRecord): Promise<void> {
  const row = {
    at: ctx.now,
    actorKind: ctx.actor.kind === "system" ? (ctx.actor.from ?? "system") : ctx.actor.kind,
    actorUserId: ctx.actor.kind === "user" ? ctx.actor.userId : null,
    act: entry.action,
    subject: entry.subject,
    detail: entry.isRepeated ? { saves: 1 } : (entry.detail ?? {}),
    client: ctx.address ? addressHash(ctx.address) : null,
  };
  if (!entry.isRepeated || !(await repeat(ctx, row))) await ctx.db.insert(auditEntry).values(row);
}

/**
 * Counts a repeat in the newest entry of its subject, if that is the same action by the same actor from the same address a
 * short time ago. Any other entry in between ends the series, so the order of the log stays true.
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

/** Removes what was typed about a deleted person from the details of these entries; the entries themselves stay. */
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

/** What was done to these subjects, oldest first, at most 200. The caller has made sure that an admin asks. */
export async function listAuditLines(ctx: Pick<Ctx, "db">, subjects: readonly string[]): Promise<AuditLine[]> {
  const rows = await ctx.db
    .select()
    .from(auditEntry)
    .where(inArray(auditEntry.subject, [...subjects]))
    .orderBy(asc(auditEntry.at), asc(auditEntry.id))
    .limit(200);
  return rows as AuditLine[];
}
