import { asc, inArray } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { addressHash } from "./address-hash.server.ts";
import type { AuditAction } from "./audit-action.ts";
import { auditEntry } from "./tables.server.ts";

/** An entry to write. `subject` is an id, never an address; `detail` contains no secrets. */
export type AuditRecord = { action: AuditAction; subject: string; detail?: Record<string, unknown> };

/**
 * Writes an audit entry in the transaction of the action: an action that rolls back leaves no entry. Admin commands do not
 * call it, because their guard does (admin-command.server.ts). Entries are never changed.
 */
export async function writeAuditEntry(ctx: Ctx, entry: AuditRecord): Promise<void> {
  await ctx.db.insert(auditEntry).values({
    at: ctx.now,
    actorKind: ctx.actor.kind === "system" ? (ctx.actor.from ?? "system") : ctx.actor.kind,
    actorUserId: ctx.actor.kind === "user" ? ctx.actor.userId : null,
    act: entry.action,
    subject: entry.subject,
    detail: entry.detail ?? {},
    client: ctx.address ? addressHash(ctx.address) : null,
  });
}

/** One entry as admins read it; `actorUserId` is null for jobs and the command line. */
export type AuditLine = {
  at: Date;
  act: string;
  subject: string;
  actorUserId: string | null;
  detail: Record<string, unknown>;
};

/** What was done to these subjects, oldest first, at most 200. The caller has made sure that an admin asks. */
export async function listActs(ctx: Pick<Ctx, "db">, subjects: readonly string[]): Promise<AuditLine[]> {
  const rows = await ctx.db
    .select()
    .from(auditEntry)
    .where(inArray(auditEntry.subject, [...subjects]))
    .orderBy(asc(auditEntry.at), asc(auditEntry.id))
    .limit(200);
  return rows as AuditLine[];
}
