import { data } from "react-router";
import { mainFunnelName } from "#app/features/analytics/funnel-definition.ts";
import { mainFunnel } from "#app/features/analytics/funnels.server.ts";
import { findFunnel, type SavedFunnel } from "#app/features/analytics/saved-funnels.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";

export type ChosenFunnel = Omit<SavedFunnel, "id" | "version"> & { id: string | null; version: number | null };

/** Returns the saved funnel, or the main funnel for null. Throws a 404 response. */
export async function chosenFunnel(ctx: Ctx, id: string | null): Promise<ChosenFunnel> {
  if (id === null) return { id: null, name: mainFunnelName, version: null, definition: mainFunnel };
  const found = await findFunnel(ctx, id);
  if (!found.ok) throw data(null, { status: 404 });
  return found.value;
}
