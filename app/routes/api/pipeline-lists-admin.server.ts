import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { changeProspects, moveProspects, selectMatching } from "#app/features/pipeline/bulk.server.ts";
import { ManyChanged, maxAtOnce, ProspectIds, ProspectsChange, StageMoves } from "#app/features/pipeline/bulk.ts";
import { readProspectFilters } from "#app/features/pipeline/prospect-list.ts";
import { deleteProspects } from "#app/features/pipeline/removing.server.ts";
import { maxViews, SavedViewEdit, SavedViewInput } from "#app/features/pipeline/saved-view.ts";
import { changeSavedView, createSavedView, deleteSavedView } from "#app/features/pipeline/saved-views.server.ts";
import { lostNoteText, stageKeys } from "#app/features/pipeline/stages.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { never, type Result } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { env } from "#app/platform/env.server.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  Created,
  Done,
  done,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
} from "./endpoint.server.ts";

const ofView = z.object({ viewId: recordId() });
const Selection = z.object({
  prospects: z.array(z.object({ id: z.string(), stage: z.enum(stageKeys) })),
  hasMore: z.boolean(),
});
/** The statuses that `answer` can return. */
const refused = refusals(401, 403, 404, 409, 422);

export const pipelineListsAdminEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/pipeline-views",
      summary: "Save a view of the pipeline",
      middleware: adminOnly,
      request: { body: jsonBody(SavedViewInput) },
      responses: { ...answers(201, Created), ...refused },
    }),
    async (c) => answer(c, await createSavedView(c.get("ctx"), c.req.valid("json")), (value) => c.json(value, 201)),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/pipeline-views/{viewId}",
      summary: "Rename a view, share it or replace its filters",
      middleware: adminOnly,
      request: { params: ofView, body: jsonBody(SavedViewEdit) },
      responses: { ...answers(200, z.object({ version: z.int() })), ...refused },
    }),
    async (c) =>
      answer(c, await changeSavedView(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), (value) =>
        c.json(value, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/pipeline-views/{viewId}",
      summary: "Delete a view",
      middleware: adminOnly,
      request: { params: ofView },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) => answer(c, await deleteSavedView(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/admin/prospect-selection",
      summary: `Ids and stages of the prospects that match the pipeline's filters, at most ${maxAtOnce}`,
      middleware: adminOnly,
      request: { query: z.object({ filters: text({ max: 2000 }).describe("The query of the pipeline's address") }) },
      responses: { ...answers(200, Selection), ...refused },
    }),
    async (c) => {
      const params = new URLSearchParams(c.req.valid("query").filters);
      const filters = readProspectFilters(params, (params.get("q") ?? "").trim().slice(0, 100), env().COMPANY_TIMEZONE);
      return answer(c, await selectMatching(c.get("ctx"), filters), (value) => c.json(value, 200));
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/prospect-moves",
      summary: "Move many prospects to another stage; those that changed meanwhile are counted and skipped",
      middleware: adminOnly,
      request: { body: jsonBody(StageMoves) },
      responses: { ...answers(200, ManyChanged), ...refused },
    }),
    async (c) => answer(c, await moveProspects(c.get("ctx"), c.req.valid("json")), (value) => c.json(value, 200)),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/prospect-changes",
      summary: "Set the owner of many prospects, or add or remove a tag",
      middleware: adminOnly,
      request: { body: jsonBody(ProspectsChange) },
      responses: { ...answers(200, ManyChanged), ...refused },
    }),
    async (c) => answer(c, await changeProspects(c.get("ctx"), c.req.valid("json")), (value) => c.json(value, 200)),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/prospect-deletions",
      summary: "Delete prospects with their notes, tasks and sequences; accounts, calls and payments stay",
      middleware: adminOnly,
      request: { body: jsonBody(ProspectIds) },
      responses: { ...answers(200, ManyChanged), ...refused },
    }),
    async (c) => answer(c, await deleteProspects(c.get("ctx"), c.req.valid("json")), (value) => c.json(value, 200)),
  );

type ListsRefusal = Refusal<
  | "not_admin"
  | "not_found"
  | "stale"
  | "too_many_views"
  | "too_many_at_once"
  | "reason_required"
  | "unknown_owner"
  | "note_required"
>;

function answer<Value, Answer>(c: Context, result: Result<Value, ListsRefusal>, json: (value: Value) => Answer) {
  if (result.ok) return json(result.value);
  const { reason } = result;
  switch (reason.kind) {
    case "not_admin":
      return adminFirst(c);
    case "not_found":
      return notFound(c);
    case "stale":
      return refusal(
        c,
        409,
        reason.kind,
        "Another admin changed this view. Reload the page to see it, then change it again.",
      );
    case "too_many_views":
      return refusal(c, 409, reason.kind, `You have ${maxViews} views. Delete one, then save this one.`);
    case "too_many_at_once":
      return refusal(c, 422, reason.kind, `Choose at most ${formatNumber(maxAtOnce)} prospects.`);
    case "reason_required":
      return refusal(c, 422, reason.kind, "Choose why the prospects were lost.", {
        fields: { reason: "Choose why the prospects were lost." },
      });
    case "note_required":
      return refusal(c, 422, reason.kind, lostNoteText, { fields: { note: lostNoteText } });
    case "unknown_owner":
      return refusal(c, 422, reason.kind, "Choose an owner from the list.", {
        fields: { ownerId: "This person is not an admin." },
      });
    default:
      return never(reason);
  }
}
