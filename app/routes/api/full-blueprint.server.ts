import { createRoute, z } from "@hono/zod-openapi";
import {
  type AdminPageRefusal,
  assignArchitect,
  beginReview,
  type Conflict,
  completeKickoff,
  publishDrawings,
  restoreVersion,
  saveDrawings,
  withdrawKickoff,
} from "#app/features/full-blueprint/architect.server.ts";
import { tickTask } from "#app/features/full-blueprint/full-blueprint.server.ts";
import { ArchitectSaving, FullBlueprintContent, Publication } from "#app/features/full-blueprint/full-blueprint.ts";
import { unlockByAdmin } from "#app/features/full-blueprint/unlock.server.ts";
import { never } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { ofBlueprint } from "./blueprint-access.server.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  type EndpointContext,
  ErrorBody,
  instantText,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
  sessionFirst,
} from "./endpoint.server.ts";

const task = ofBlueprint.extend({ task: text({ max: 40 }) });
const Saved = z.object({ version: z.number().int(), savedAt: instantText() });

/** A version conflict: the error and the stored content. */
const Stale = ErrorBody.extend({
  version: z.number().int(),
  savedBy: z.string().nullable(),
  content: FullBlueprintContent,
}).openapi("StaleDrawings");

const adminRoute = { middleware: adminOnly, request: { params: ofBlueprint } };
const done = { 204: { description: "Done" } };

export const fullBlueprintEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "put",
      path: "/blueprints/{id}/full/tasks/{task}",
      summary: "Mark a task of the full blueprint as done or open",
      middleware: sessionFirst,
      request: { params: task, body: jsonBody(z.object({ done: z.boolean() })) },
      responses: { ...done, ...refusals(401, 404, 422) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const { id: blueprintId, task: taskId } = c.req.valid("param");
      const ticked = await tickTask(ctx, { blueprintId, taskId, done: c.req.valid("json").done });
      return ticked.ok ? c.body(null, 204) : notFound(c);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/blueprints/{id}/unlock",
      summary: "Unlock a finished blueprint without call or payment",
      ...adminRoute,
      responses: { ...answers(200, z.object({ first: z.boolean() })), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const unlocked = await unlockByAdmin(c.get("ctx"), c.req.valid("param").id);
      if (unlocked.ok) return c.json(unlocked.value, 200);
      switch (unlocked.reason.kind) {
        case "not_admin":
          return adminFirst(c);
        case "not_found":
          return notFound(c);
        case "no_analysis":
          return refusal(c, 409, "no_analysis", "There is no analysis yet to draw from.");
        default:
          return never(unlocked.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/blueprints/{id}/architect",
      summary: "Assign an architect and mail the client their name; `from` is the architect that the admin saw",
      middleware: adminOnly,
      request: {
        params: ofBlueprint,
        body: jsonBody(z.object({ from: recordId().nullable(), architectId: recordId() })),
      },
      responses: { ...done, ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const assigned = await assignArchitect(c.get("ctx"), {
        blueprintId: c.req.valid("param").id,
        ...c.req.valid("json"),
      });
      if (assigned.ok) return c.body(null, 204);
      const { reason } = assigned;
      if (reason.kind === "stale") return refusal(c, 409, "stale", reassignedMessage(reason.architect));
      if (reason.kind !== "not_an_architect") return refuseAdminPage(c, reason);
      const message = "Choose an admin: only admins can open the editor.";
      return refusal(c, 422, "not_an_architect", message, { fields: { architectId: message } });
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/blueprints/{id}/kickoff",
      summary: "Record the kickoff: the target date counts from it and the fee is final",
      ...adminRoute,
      responses: { ...done, ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const held = await completeKickoff(c.get("ctx"), c.req.valid("param").id);
      if (held.ok) return c.body(null, 204);
      return held.reason.kind === "not_assigned" ? assignFirst(c) : refuseAdminPage(c, held.reason);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/blueprints/{id}/kickoff",
      summary: "Withdraw a kickoff that was recorded by mistake, before the publication",
      ...adminRoute,
      responses: { ...done, ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const withdrawn = await withdrawKickoff(c.get("ctx"), c.req.valid("param").id);
      if (withdrawn.ok) return c.body(null, 204);
      const { reason } = withdrawn;
      switch (reason.kind) {
        case "published":
          return refusal(c, 409, "published", "This blueprint is published, so its kickoff stays.");
        case "by_call":
          return refusal(c, 409, "by_call", "A call was the kickoff. If it was missed, mark the call as a no-show.");
        default:
          return refuseAdminPage(c, reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/blueprints/{id}/review",
      summary: "Send the completed drawings to review",
      ...adminRoute,
      responses: { ...done, ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const started = await beginReview(c.get("ctx"), c.req.valid("param").id);
      if (started.ok) return c.body(null, 204);
      const { reason } = started;
      if (reason.kind === "not_assigned") return assignFirst(c);
      if (reason.kind === "incomplete") return refusal(c, 422, "incomplete", reason.message);
      return refuseAdminPage(c, reason);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/blueprints/{id}/drawings",
      summary: "Save the working copy, based on `version`",
      middleware: adminOnly,
      request: { params: ofBlueprint, body: jsonBody(ArchitectSaving) },
      responses: { ...answers(200, Saved), ...answers(409, Stale), ...refusals(401, 403, 404, 422) },
    }),
    async (c) => {
      const saved = await saveDrawings(c.get("ctx"), { blueprintId: c.req.valid("param").id, ...c.req.valid("json") });
      if (saved.ok) return c.json(savedBody(saved.value), 200);
      return saved.reason.kind === "stale" ? c.json(staleBody(saved.reason), 409) : refuseAdminPage(c, saved.reason);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/blueprints/{id}/versions",
      summary: "Publish the working copy as the next version and mail the client",
      middleware: adminOnly,
      request: { params: ofBlueprint, body: jsonBody(Publication) },
      responses: {
        ...answers(201, z.object({ number: z.number().int() })),
        ...answers(409, z.union([Stale, ErrorBody])),
        ...refusals(401, 403, 404, 422),
      },
    }),
    async (c) => {
      const published = await publishDrawings(c.get("ctx"), {
        blueprintId: c.req.valid("param").id,
        ...c.req.valid("json"),
      });
      if (published.ok) return c.json(published.value, 201);
      const { reason } = published;
      switch (reason.kind) {
        case "stale":
          return c.json(staleBody(reason), 409);
        case "incomplete":
          return refusal(c, 422, "incomplete", reason.message);
        case "unchanged":
          return refusal(c, 409, "unchanged", "Nothing has changed since the newest version.");
        default:
          return refuseAdminPage(c, reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/blueprints/{id}/restorations",
      summary: "Restore a published version into the working copy",
      middleware: adminOnly,
      request: {
        params: ofBlueprint,
        body: jsonBody(
          z.object({ number: z.number().int().min(1).max(2_147_483_647), version: z.number().int().min(1) }),
        ),
      },
      responses: { ...answers(200, Saved), ...answers(409, Stale), ...refusals(401, 403, 404, 422) },
    }),
    async (c) => {
      const back = await restoreVersion(c.get("ctx"), { blueprintId: c.req.valid("param").id, ...c.req.valid("json") });
      if (back.ok) return c.json(savedBody(back.value), 200);
      return back.reason.kind === "stale" ? c.json(staleBody(back.reason), 409) : refuseAdminPage(c, back.reason);
    },
  );

const assignFirst = (c: EndpointContext) => refusal(c, 409, "not_assigned", "Assign an architect first.");

const reassignedMessage = (architect: string | null) =>
  architect
    ? `A colleague assigned ${architect} meanwhile. Choose again if it should be someone else.`
    : "The architect you saw is no longer assigned. Choose again.";

const savedBody = ({ version, savedAt }: { version: number; savedAt: Date }) => ({
  version,
  savedAt: savedAt.toISOString(),
});

const staleBody = ({ current }: Conflict) => ({
  error: {
    code: "stale",
    message: `${current.savedBy ?? "A colleague"} saved this blueprint while you were editing. Your text is still in the editor.`,
  },
  version: current.version,
  savedBy: current.savedBy,
  content: current.content,
});

function refuseAdminPage(c: EndpointContext, reason: AdminPageRefusal) {
  switch (reason.kind) {
    case "not_admin":
      return adminFirst(c);
    case "not_found":
      return notFound(c);
    default:
      return never(reason);
  }
}
