import { findOwnAccess } from "#app/features/access/requests/own-access.server.ts";
import { listBlueprints } from "#app/features/analysis/revisions/blueprint-list.server.ts";
import { listOwnDocuments } from "#app/features/billing/payments/records.server.ts";
import { listBlueprintCalls } from "#app/features/booking/agenda/blueprint-calls.server.ts";
import { listOwnCalls } from "#app/features/booking/agenda/own-calls.server.ts";
import { listStandings } from "#app/features/full-blueprint/full-blueprint.server.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";

const maxDocuments = 5;

/** Loads the records that the account overview lists for the signed-in user. */
export async function readThings(ctx: SignedInCtx) {
  const [access, list, standings, calls, booked, documents] = await Promise.all([
    findOwnAccess(ctx),
    listBlueprints(ctx),
    listStandings(ctx),
    listOwnCalls(ctx),
    listBlueprintCalls(ctx),
    listOwnDocuments(ctx),
  ]);
  const stages = new Map(standings.map(({ blueprintId, stage }) => [blueprintId, stage]));
  return {
    access,
    hasAccess: access?.state === "has_access",
    blueprints: (list.ok ? list.value : []).map(({ id, name, about, mode, step, updatedAt, latest }) => ({
      ...{ id, name, mode, step, updatedAt, latest },
      companyName: about.companyName,
      stage: stages.get(id) ?? null,
      call: booked.find(({ blueprintId }) => blueprintId === id) ?? null,
    })),
    calls,
    documents: documents.slice(0, maxDocuments),
    hasMoreDocuments: documents.length > maxDocuments,
    now: ctx.now,
  };
}

export type Things = Awaited<ReturnType<typeof readThings>>;
