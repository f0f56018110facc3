import { and, eq, ne } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import type { AuditAction } from "#app/features/security/audit/audit-action.ts";
import { changedValues } from "#app/features/security/audit/changed-values.ts";
import { userIdOf } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse, type Stale, stale } from "#app/lib/refusal.ts";
import type { Refused, Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";

type Taken = Refusal<"name_taken">;

/**
 * The commands of one kind of record that all admins share. Every admin can use, change and delete them; a change requires the version
 * that was read, so admins cannot overwrite each other's changes, and one without effect keeps it.
 */
export function sharedRecords<Values extends object, Limit extends string = never>({
  table,
  actions,
  limit,
  detail,
  compared = (values) => values,
  deleteParts,
}: {
  table: PgTable & Record<"id" | "version", PgColumn>;
  actions: Readonly<Record<"created" | "changed" | "deleted", AuditAction>>;
  /** Of records with unique names. */
  limit?: { name: PgColumn; max: number; refusal: Limit };
  /** What names a record in its audit entries. */
  detail: (values: Values) => Record<string, unknown>;
  /** The values as the audit entry of a change shows them. */
  compared?: (values: Values) => object;
  /** Deletes what belongs to a record. */
  deleteParts?: (tx: Ctx, id: string) => Promise<unknown>;
}) {
  type NameTaken = [Limit] extends [never] ? never : Taken;
  const byId = (id: string) => eq(table.id, id);
  /** Refuses a name that another record has. */
  const refusedName = async (tx: Ctx, values: Values, id?: string): Promise<Refused<NameTaken> | null> => {
    if (!limit) return null;
    await takeTurn(tx, "analytics-names", limit.refusal);
    const hasName = eq(limit.name, (values as Values & { name: string }).name);
    const others = await tx.db.$count(table, id === undefined ? hasName : and(hasName, ne(table.id, id)));
    return others > 0 ? (refuse("name_taken") as Refused<NameTaken>) : null;
  };
  return {
    /** Refuses a name that another record has, and more records than the limit. */
    create: (ctx: Ctx, values: Values): Promise<Result<{ id: string }, NotAdmin | NameTaken | Refusal<Limit>>> =>
      adminCommand(ctx, "analytics", async (tx) => {
        const refused = await refusedName(tx, values);
        if (refused) return refused;
        if (limit && (await tx.db.$count(table)) >= limit.max) return refuse(limit.refusal) as Refused<Refusal<Limit>>;
        const id = newId();
        await tx.db.insert(table).values({ ...values, id, createdBy: userIdOf(tx.actor), createdAt: tx.now } as never);
        return recorded({ action: actions.created, subject: id, detail: detail(values) }, { id });
      }),
    /** Refuses a name that another record has, an unknown id (`not_found`) and another version than the stored one (`stale`). */
    change: (
      ctx: Ctx,
      id: string,
      version: number,
      values: Values,
    ): Promise<Result<{ version: number }, NotAdmin | NotFound | Stale | NameTaken>> =>
      adminCommand(ctx, "analytics", async (tx) => {
        const refused = await refusedName(tx, values, id);
        const [row] = await tx.db.select().from(table).where(byId(id)).for("update");
        if (!row) return notFound();
        if (row["version"] !== version) return stale();
        if (refused) return refused;
        const changes = changedValues(compared(row as Values), compared(values));
        if (Object.keys(changes).length === 0) return unrecorded({ version });
        const next = version + 1;
        await tx.db
          .update(table)
          .set({ ...values, version: next })
          .where(byId(id));
        const entry = { action: actions.changed, subject: id, detail: { ...detail(values), changes } };
        return recorded(entry, { version: next });
      }),
    /** Idempotent. */
    delete: (ctx: Ctx, id: string): Promise<Result<undefined, NotAdmin>> =>
      adminCommand(ctx, "analytics", async (tx) => {
        const [gone] = await tx.db.delete(table).where(byId(id)).returning();
        if (!gone) return unrecorded();
        await deleteParts?.(tx, id);
        return recorded({ action: actions.deleted, subject: id, detail: detail(gone as Values) });
      }),
  };
}
