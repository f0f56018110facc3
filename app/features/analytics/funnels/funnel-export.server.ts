import { canRead } from "#app/lib/actor.ts";
import { csvLine, csvStart } from "#app/lib/formats/csv.ts";
import { type NotAdmin, type NotFound, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { FunnelPageQuery } from "./funnel-query.ts";
import { type FunnelStepFigures, readFunnel, readFunnelBreakdown } from "./funnels.server.ts";
import { findChosenFunnel } from "./saved-funnels.server.ts";

const columns = [
  ...[
    "From",
    "To",
    "Group",
    "Step",
    "Name",
    "Optional",
    "Visitors",
    "From start",
    "From previous step",
    "Left after this step",
  ],
  ...["Median seconds from previous step", "Sales USD"],
];

const maxGroups = 10_000;

/**
 * Returns the figures of a funnel, of the compared period and of each breakdown group, one line per step. Shares are 0 to 1. Refusals:
 * not_admin, not_found (the funnel was deleted).
 */
export async function funnelCsv(
  ctx: Ctx,
  { funnelId, period, compared, filters, by }: FunnelPageQuery,
): Promise<Result<AsyncGenerator<string, undefined>, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "analytics")) return notAdmin();
  const found = await findChosenFunnel(ctx, funnelId);
  if (!found.ok) return found;
  const { definition } = found.value;
  async function* lines(): AsyncGenerator<string, undefined> {
    yield csvStart + csvLine(columns);
    for (const part of compared ? [period, compared] : [period]) {
      const { steps } = await readFunnel(ctx, definition, { period: part, filters });
      yield linesOf(part, null, steps);
    }
    if (!by) return;
    const { groups } = await readFunnelBreakdown(ctx, definition, { period, filters }, by, maxGroups);
    for (const { name, steps } of groups) yield linesOf(period, name, steps);
  }
  return ok(lines());
}

const linesOf = (
  { from, to }: { from: string; to: string },
  group: string | null,
  steps: readonly FunnelStepFigures[],
) =>
  steps
    .map(({ name, isOptional, visitors, fromStart, fromPrevious, droppedOff, medianSeconds, revenueUsd }, index) =>
      csvLine([
        ...[from, to, group ?? "All", index + 1, name, isOptional ? "yes" : "no", visitors],
        ...[
          rounded(fromStart),
          rounded(fromPrevious),
          droppedOff,
          medianSeconds === null ? null : Math.round(medianSeconds),
        ],
        Math.round(revenueUsd * 100) / 100,
      ]),
    )
    .join("");

const rounded = (share: number) => Math.round(share * 10_000) / 10_000;
