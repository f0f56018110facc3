import { canRead } from "#app/lib/actor.ts";
import { csvLine, csvStart } from "#app/lib/formats/csv.ts";
import { type NotAdmin, type NotFound, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { FunnelPageQuery } from "./funnel-query.ts";
import { type FunnelStepFigures, readFunnel, readFunnelBreakdown } from "./funnels.server.ts";
import { findChosenFunnel } from "./saved-funnels.server.ts";

type Line = FunnelStepFigures & { from: string; to: string; group: string; number: number };

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

const columns: Readonly<Record<string, (line: Line) => string | number | null>> = {
  From: ({ from }) => from,
  To: ({ to }) => to,
  Group: ({ group }) => group,
  Step: ({ number }) => number,
  Name: ({ name }) => name,
  Optional: ({ isOptional }) => (isOptional ? "yes" : "no"),
  Visitors: ({ visitors }) => visitors,
  "From start": ({ fromStart }) => fromStart && rounded(fromStart, 4),
  "From previous step": ({ fromPrevious }) => fromPrevious && rounded(fromPrevious, 4),
  "Left after this step": ({ droppedOff }) => droppedOff,
  "Median seconds from previous step": ({ medianSeconds }) => medianSeconds && Math.round(medianSeconds),
  "Sales USD": ({ revenueUsd }) => rounded(revenueUsd, 2),
};

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
    yield csvStart + csvLine(Object.keys(columns));
    for (const part of compared ? [period, compared] : [period]) {
      const { steps } = await readFunnel(ctx, definition, { period: part, filters });
      yield linesOf(part, "All", steps);
    }
    if (!by) return;
    const { groups } = await readFunnelBreakdown(ctx, definition, { period, filters }, by, maxGroups);
    for (const { name, steps } of groups) yield linesOf(period, name, steps);
  }
  return ok(lines());
}

const linesOf = ({ from, to }: { from: string; to: string }, group: string, steps: readonly FunnelStepFigures[]) =>
  steps
    .map((step, index) => ({ ...step, from, to, group, number: index + 1 }))
    .map((line) => csvLine(Object.values(columns).map((value) => value(line))))
    .join("");
