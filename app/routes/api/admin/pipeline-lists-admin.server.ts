import { z } from "@hono/zod-openapi";
import { changeProspects, moveProspects, selectMatching } from "#app/features/pipeline/lists/bulk.server.ts";
import { ManyChanged, maxAtOnce, ProspectIds, ProspectsChange, StageMoves } from "#app/features/pipeline/lists/bulk.ts";
import { maxViews, SavedViewEdit, SavedViewInput } from "#app/features/pipeline/lists/saved-view.ts";
import { changeSavedView, createSavedView, deleteSavedView } from "#app/features/pipeline/lists/saved-views.server.ts";
import { readProspectFilters } from "#app/features/pipeline/prospects/prospect-list.ts";
import { stageKeys } from "#app/features/pipeline/prospects/stages.ts";
import { deleteProspects } from "#app/features/pipeline/removing/removing.server.ts";
import { searchIn } from "#app/lib/addresses/list-query.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { text } from "#app/lib/text.ts";
import { env } from "#app/platform/env.server.ts";
import { Created } from "../endpoint.server.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";
import { prospectRefusals } from "./pipeline-admin.server.ts";

const Selection = z.object({
  prospects: z.array(z.object({ id: z.string(), stage: z.enum(stageKeys) })),
  hasMore: z.boolean(),
});

const admin = adminArea(
  "pipeline",
  {
    ...prospectRefusals,
    stale: "Another admin changed this view. Reload the page to see it, then change it again.",
    too_many_views: `You have ${maxViews} views. Delete one, then save this one.`,
    too_many_at_once: [422, `Choose at most ${formatNumber(maxAtOnce)} prospects.`],
    reason_required: [422, "Choose why the prospects were lost.", { reason: "Choose why the prospects were lost." }],
  },
  [404, 409, 422],
);

export const pipelineListsAdminEndpoints = endpoints(
  admin.post("/admin/pipeline-views", {
    summary: "Save a view of the pipeline",
    body: SavedViewInput,
    creates: Created,
    command: createSavedView,
  }),
  admin.put("/admin/pipeline-views/{viewId}", {
    summary: "Rename a view, share it or replace its filters",
    body: SavedViewEdit,
    returns: z.object({ version: z.int() }),
    command: changeSavedView,
  }),
  admin.delete("/admin/pipeline-views/{viewId}", {
    summary: "Delete a view",
    command: deleteSavedView,
  }),
  admin.get("/admin/prospect-selection", {
    summary: `Ids and stages of the prospects that match the pipeline's filters, at most ${maxAtOnce}`,
    query: z.object({ filters: text({ max: 2000 }).describe("The query of the pipeline's address") }),
    returns: Selection,
    command: (ctx, input) => {
      const params = new URLSearchParams(input.filters);
      const filters = readProspectFilters(params, searchIn(params), env().COMPANY_TIMEZONE);
      return selectMatching(ctx, filters);
    },
  }),
  admin.post("/admin/prospect-moves", {
    summary: "Move many prospects to another stage; those that changed meanwhile are counted and skipped",
    body: StageMoves,
    returns: ManyChanged,
    command: moveProspects,
  }),
  admin.post("/admin/prospect-changes", {
    summary: "Set the owner of many prospects, or add or remove a tag",
    body: ProspectsChange,
    returns: ManyChanged,
    command: changeProspects,
  }),
  admin.post("/admin/prospect-deletions", {
    summary: "Delete prospects with their notes, tasks and sequences; accounts, calls and payments stay",
    body: ProspectIds,
    returns: ManyChanged,
    command: deleteProspects,
  }),
);
