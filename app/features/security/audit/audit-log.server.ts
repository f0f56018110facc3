import { and, asc, desc, eq, getTableColumns, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { keysetOf, type Page, pageOf } from "#app/platform/database/keyset.server.ts";
import { securityAudit } from "../audit.ts";
import { auditEntry } from "../tables.server.ts";
import { type AdminResult, type FreshCodeRequired, freshAdminCommand, recorded } from "./admin-command.server.ts";

/*
 * Queries and export of the audit log for admins. Every filter has an index in the page's order, so a page costs the
 * same with a million entries and at any depth. Several actions are read as one short index range each, because a
 * single scan would read all entries of other actions.
 */

/** Null shows all. `actor` is a user id, `command_line`, or `system` for jobs. Dates include `from` and exclude `until`. */
export type AuditFilter = {
  actor: string | null;
  actions: readonly string[] | null;
  from: Date | null;
  until: Date | null;
  subjects: readonly string[] | null;
};

export type AuditEntry = typeof auditEntry.$inferSelect;

type Place = { after?: string | null; before?: string | null };

const pageSize = 50;

export async function listAuditEntries(
  ctx: Ctx,
  filter: AuditFilter,
  place: Place = {},
): Promise<Result<Page<AuditEntry>, NotAdmin>> {
  if (!canRead(ctx.actor, "audit")) return notAdmin();
  return ok(await readPage(ctx, filter, { ...place, size: pageSize }));
}

export type AuditBatch = readonly AuditEntry[];

const batchSize = 1000;

/** Records the export and returns the previous entries in batches, read as they are consumed. */
export function exportAuditLog(
  ctx: Ctx,
  filter: AuditFilter,
): Promise<AdminResult<ReturnType<typeof recordedExport>, FreshCodeRequired>> {
  return freshAdminCommand(ctx, "audit", async () => recordedExport(ctx, filter));
}

function recordedExport(ctx: Ctx, filter: AuditFilter) {
  const { actions, from, until, subjects, actor } = filter;
  const detail = {
    ...(actor && { actor }),
    ...(actions && { actions: actions.length }),
    ...(from && { from: from.toISOString() }),
    ...(until && { until: until.toISOString() }),
    ...(subjects && { subjects: subjects.length }),
  };
  const entry = { action: securityAudit.auditLogExported, subject: "audit-log", detail };
  return recorded(entry, batches(ctx, filter));
}

async function* batches(ctx: Ctx, filter: AuditFilter): AsyncGenerator<AuditBatch> {
  const end = filter.until && filter.until < ctx.now ? filter.until : ctx.now;
  let after: string | null = null;
  do {
    const page: Page<AuditEntry> = await readPage(ctx, { ...filter, until: end }, { after, size: batchSize });
    if (page.rows.length > 0) yield page.rows;
    after = page.next;
  } while (after);
}

async function readPage(ctx: Pick<Ctx, "db">, filter: AuditFilter, place: Place & { size: number }) {
  const { actor, actions, from, until, subjects } = filter;
  const keys = keysetOf({ by: auditEntry.at, type: "timestamptz", id: auditEntry.id, direction: "desc", ...place });
  const where = and(
    doneBy(actor),
    from ? gte(auditEntry.at, from) : undefined,
    until ? lt(auditEntry.at, until) : undefined,
    subjects ? inArray(auditEntry.subject, [...subjects]) : undefined,
    keys.where,
  );
  const entries = (condition: SQL | undefined) =>
    ctx.db
      .select({ ...getTableColumns(auditEntry), cursor: keys.cursor.as("cursor") })
      .from(auditEntry)
      .where(condition)
      .orderBy(...keys.orderBy)
      .limit(keys.limit);
  if (!actions || subjects) {
    const found = await entries(and(where, actions ? inArray(auditEntry.act, [...actions]) : undefined));
    return pageOf(keys, found.map(withCursor));
  }
  const each = entries(and(sql`${auditEntry.act} = wanted.act`, where)).as("entry");
  const direction = keys.backwards ? asc : desc;
  const found = await ctx.db
    .select(each._.selectedFields)
    .from(
      sql`unnest(array[${sql.join(
        actions.map((action) => sql`${action}::text`),
        sql`, `,
      )}]) as wanted(act)`,
    )
    .crossJoinLateral(each)
    .orderBy(direction(each.at), direction(each.id))
    .limit(keys.limit);
  return pageOf(keys, found.map(withCursor));
}

const withCursor = ({ cursor, ...row }: AuditEntry & { cursor: string }) => ({ row, cursor });

function doneBy(actor: string | null): SQL | undefined {
  if (actor === null) return undefined;
  if (actor !== "system" && actor !== "command_line") return eq(auditEntry.actorUserId, actor);
  return and(isNull(auditEntry.actorUserId), eq(auditEntry.actorKind, actor));
}
