import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { conversions } from "../collecting/payload.ts";
import { readActions, readPages } from "../reports/lists/lists.server.ts";
import { openScope } from "../reports/open-report.server.ts";
import { presetPeriod } from "../reports/period/period.ts";
import { funnelStages } from "../steps/funnel-stages.ts";
import type { FunnelMatchKind } from "./funnel-definition.ts";

/** For each kind of step, what visitors did in the last 90 days, most frequent first, in the form that the editor reads. */
export type FunnelChoices = Readonly<Record<FunnelMatchKind, readonly string[]>>;

const maxChoices = 100;

/** Lists the pages, events, conversions and stages that a funnel step can count. For admins. Refusal: not_admin. */
export async function listFunnelChoices(ctx: Ctx, timezone: string): Promise<Result<FunnelChoices, NotAdmin>> {
  if (!canRead(ctx.actor, "analytics")) return notAdmin();
  const asked = { period: presetPeriod("90d", ctx.now, timezone), filters: [] };
  const scope = await openScope(ctx, asked);
  const range = { limit: maxChoices };
  const named = async (kind: "event" | "conversion", types: readonly string[]) =>
    (await readActions(ctx, scope, { kind, types }, "name", range)).rows.map(({ name }) => `*: ${name}`);
  return ok({
    page: (await readPages(ctx, scope, range)).rows.map(({ name }) => name),
    event: await named("event", ["click"]),
    conversion: await named("conversion", conversions),
    stage: Object.entries(funnelStages).flatMap(([stage, steps]) => steps.map((step) => `${stage}.${step}`)),
  });
}
