import { inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Ctx } from "#app/platform/context.server.ts";

type ReadCtx = Pick<Ctx, "db">;

export type NamesById = (ctx: ReadCtx, ids: string[]) => SQLWrapper;

/** Names the rows of a table by a column, or by an expression of its columns. */
export const auditNames =
  (table: PgTable & { id: PgColumn }, name: PgColumn | SQL<string>): NamesById =>
  ({ db }, ids) =>
    db
      .select({ id: table.id, name })
      .from(table as PgTable)
      .where(inArray(table.id, ids));

/** Names records by kind and id, in one statement. Ids of missing records are omitted. */
export async function readNames<Kind>(
  ctx: ReadCtx,
  wanted: readonly { kind: Kind; names: NamesById; ids: readonly string[] }[],
): Promise<Map<Kind, Map<string, string>>> {
  const found = new Map(wanted.map(({ kind }) => [kind, new Map<string, string>()]));
  const queries = wanted.flatMap(({ names, ids }, number) =>
    ids.length === 0
      ? []
      : [
          sql`select ${number}::int as number, q.id::text as id, q.name::text as name from ${names(ctx, [...ids])} q(id, name)`,
        ],
  );
  if (queries.length === 0) return found;
  const { rows } = await ctx.db.execute<{ number: number; id: string; name: string }>(
    sql.join(queries, sql` union all `),
  );
  for (const { number, id, name } of rows) found.get(wanted[number]!.kind)!.set(id, name);
  return found;
}
