import type { Ctx } from "#app/platform/context.server.ts";
import { chunksOf } from "../columns/scope-chunks.server.ts";
import type { ReportScope } from "./visit-conditions.server.ts";

/** Opens a scope for several reads of one page, which then share the days' versions, the filters' ids and the row selections. */
export const openScope = async (ctx: Pick<Ctx, "db">, scope: ReportScope): Promise<ReportScope> => ({
  ...scope,
  opened: await chunksOf(ctx, scope),
});
