import type { Ctx } from "#app/platform/context.server.ts";

type ReadCtx = Pick<Ctx, "db">;

/** The names of records by id. Ids of missing records are left out. */
export type NamesById = (ctx: ReadCtx, ids: readonly string[]) => Promise<Map<string, string>>;

/** How the audit log names one kind of record: `read` returns the names of these ids with one query. */
export const auditNames =
  (read: (ctx: ReadCtx, ids: string[]) => PromiseLike<readonly { id: string; name: string }[]>): NamesById =>
  async (ctx, ids) =>
    new Map(ids.length === 0 ? [] : (await read(ctx, [...ids])).map(({ id, name }) => [id, name]));
