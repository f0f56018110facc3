import { data } from "react-router";
import { type ChosenFunnel, findChosenFunnel } from "#app/features/analytics/funnels/saved-funnels.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";

/** Returns the saved funnel, or the main funnel for null. Throws a 404 response. */
export async function chosenFunnel(ctx: Ctx, id: string | null): Promise<ChosenFunnel> {
  const found = await findChosenFunnel(ctx, id);
  if (!found.ok) throw data(null, { status: 404 });
  return found.value;
}
