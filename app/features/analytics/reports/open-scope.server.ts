import type { Ctx } from "#app/platform/context.server.ts";
import { chunksOf } from "../columns/scope-chunks.server.ts";
import type { ReportScope } from "./visit-conditions.server.ts";

/** A scope for several reads of one page: they share the versions of the days, the ids of the filters and the selections of rows. */
export const openScope = async (ctx: Pick<Ctx, "db">, scope: ReportScope): Promise<ReportScope> => ({
  ...scope,
  opened: await chunksOf(ctx, scope),
});
