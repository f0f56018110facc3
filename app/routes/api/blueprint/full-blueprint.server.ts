import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  assignArchitect,
  beginReview,
  type Conflict,
  completeKickoff,
  publishDrawings,
  restoreVersion,
  saveDrawings,
  withdrawKickoff,
} from "#app/features/full-blueprint/drawing/architect.server.ts";
import { tickTask } from "#app/features/full-blueprint/full-blueprint.server.ts";
import { ArchitectSaving, FullBlueprintContent, Publication } from "#app/features/full-blueprint/full-blueprint.ts";
import { unlockByAdmin } from "#app/features/full-blueprint/unlock.server.ts";
import { text } from "#app/lib/text.ts";
import { answers, ErrorBody, instantText, recordId } from "../endpoint.server.ts";
import { adminArea, endpoints, sessionArea } from "../endpoints.server.ts";
import { ofBlueprint } from "./blueprint-access.server.ts";

const Saved = z.object({ version: z.number().int(), savedAt: instantText() });

/** A version conflict: the error and the stored content. */
const Stale = ErrorBody.extend({
  version: z.number().int(),
  savedBy: z.string().nullable(),
  content: FullBlueprintContent,
}).openapi("StaleDrawings");

const reassigned = ({ architect }: { architect: string | null }) =>
  architect
    ? `A colleague assigned ${architect} meanwhile. Choose again if it should be someone else.`
    : "The architect you saw is no longer assigned. Choose again.";
const architectText = "Choose an admin: only admins can open the editor.";
const savedMeanwhile = ({ current }: Conflict, c: Context) => {
  const { version, savedBy, content } = current;
  const message = `${savedBy ?? "A colleague"} saved this blueprint while you were editing. Your text is still in the editor.`;
  return c.json({ error: { code: "stale", message }, version, savedBy, content }, 409);
};
const admin = adminArea(
  "blueprints",
  {
    not_found: "This blueprint was not found. Its owner may have deleted it.",
    no_analysis: "There is no analysis yet to draw from.",
    not_assigned: "Assign an architect first.",
    not_an_architect: [422, architectText, { architectId: architectText }],
    published: "This blueprint is published, so its kickoff stays.",
    by_call: "A call was the kickoff. If it was missed, mark the call as a no-show.",
    incomplete: ({ message }: { message: string }) => [422, message] as const,
    unchanged: "Nothing has changed since the newest version.",
    stale: savedMeanwhile,
  },
  [409],
  ofBlueprint,
);
const signedIn = sessionArea({}, [], { ...ofBlueprint, task: text({ max: 40 }) });

export const fullBlueprintEndpoints = endpoints(
  signedIn.put("/blueprints/{id}/full/tasks/{task}", {
    summary: "Mark a task of the full blueprint as done or open",
    body: z.object({ done: z.boolean() }),
    empties: "Done",
    command: (ctx, { id: blueprintId, task: taskId, done }) => tickTask(ctx, { blueprintId, taskId, done }),
  }),
  admin.post("/admin/blueprints/{id}/unlock", {
    summary: "Unlock a finished blueprint without call or payment",
    returns: z.object({ first: z.boolean() }),
    command: (ctx, { id }) => unlockByAdmin(ctx, id),
  }),
  admin.put("/admin/blueprints/{id}/architect", {
    summary: "Assign an architect and mail the client their name; `from` is the architect that the admin saw",
    body: z.object({ from: recordId().nullable(), architectId: recordId() }),
    empties: "Done",
    refusals: { stale: reassigned },
    command: (ctx, { id: blueprintId, ...input }) => assignArchitect(ctx, { blueprintId, ...input }),
  }),
  admin.post("/admin/blueprints/{id}/kickoff", {
    summary: "Record the kickoff: the target date counts from it and the fee is final",
    empties: "Done",
    command: (ctx, { id }) => completeKickoff(ctx, id),
  }),
  admin.delete("/admin/blueprints/{id}/kickoff", {
    summary: "Withdraw a kickoff that was recorded by mistake, before the publication",
    empties: "Done",
    command: (ctx, { id }) => withdrawKickoff(ctx, id),
  }),
  admin.post("/admin/blueprints/{id}/review", {
    summary: "Send the completed drawings to review",
    empties: "Done",
    statuses: [404, 409, 422],
    command: (ctx, { id }) => beginReview(ctx, id),
  }),
  admin.put("/admin/blueprints/{id}/drawings", {
    summary: "Save the working copy, based on `version`",
    body: ArchitectSaving,
    returns: Saved,
    responses: { ...answers(409, Stale) },
    statuses: [404, 422],
    command: (ctx, { id: blueprintId, ...input }) => saveDrawings(ctx, { blueprintId, ...input }),
  }),
  admin.post("/admin/blueprints/{id}/versions", {
    summary: "Publish the working copy as the next version and mail the client",
    body: Publication,
    creates: z.object({ number: z.number().int() }),
    responses: { ...answers(409, z.union([Stale, ErrorBody])) },
    statuses: [404, 422],
    command: (ctx, { id: blueprintId, ...input }) => publishDrawings(ctx, { blueprintId, ...input }),
  }),
  admin.post("/admin/blueprints/{id}/restorations", {
    summary: "Restore a published version into the working copy",
    body: z.object({ number: z.number().int().min(1).max(2_147_483_647), version: z.number().int().min(1) }),
    returns: Saved,
    responses: { ...answers(409, Stale) },
    statuses: [404, 422],
    command: (ctx, { id: blueprintId, ...input }) => restoreVersion(ctx, { blueprintId, ...input }),
  }),
);
