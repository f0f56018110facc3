import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  commentOnSection,
  deleteComment,
  deleteReply,
  markThread,
  markThreadByAdmin,
  replyToSection,
} from "#app/features/full-blueprint/comments.server.ts";
import { commentRefusals, NewComment, SectionId, ThreadState } from "#app/features/full-blueprint/comments.ts";
import type { NotAdmin, NotFound, Refusal, Stale, TooMany } from "#app/lib/refusal.ts";
import { never } from "#app/lib/result.ts";
import { ofBlueprint } from "./blueprint-access.server.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
  sessionFirst,
  tooMany,
} from "./endpoint.server.ts";

const comment = ofBlueprint.extend({ comment: recordId() });
const section = ofBlueprint.extend({ section: SectionId });
const Added = z.object({ id: z.string() });
const done = { 204: { description: "Done" } };

export const fullBlueprintCommentsEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/blueprints/{id}/full/comments",
      summary: "Comment on a section of the full blueprint, or ask about it; plain text",
      middleware: sessionFirst,
      request: { params: ofBlueprint, body: jsonBody(NewComment) },
      responses: { ...answers(201, Added), ...refusals(401, 404, 422, 429) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const added = await commentOnSection(ctx, { blueprintId: c.req.valid("param").id, ...c.req.valid("json") });
      return added.ok ? c.json(added.value, 201) : refuseWriting(c, added.reason);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/blueprints/{id}/full/comments/{comment}",
      summary: "Delete one's own comment that was neither mailed nor answered",
      middleware: sessionFirst,
      request: { params: comment },
      responses: { ...done, ...refusals(401, 404, 409) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const { id: blueprintId, comment: commentId } = c.req.valid("param");
      const deleted = await deleteComment(ctx, { blueprintId, commentId });
      return deleted.ok ? c.body(null, 204) : refuseChange(c, deleted.reason);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/blueprints/{id}/full/threads/{section}",
      summary: "Mark the comments on a section as answered or open; `seen` is the newest comment that the person saw",
      middleware: sessionFirst,
      request: { params: section, body: jsonBody(ThreadState) },
      responses: { ...done, ...refusals(401, 404, 409, 422) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const { id: blueprintId, section: sectionId } = c.req.valid("param");
      const marked = await markThread(ctx, { blueprintId, sectionId, ...c.req.valid("json") });
      return marked.ok ? c.body(null, 204) : refuseChange(c, marked.reason);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/blueprints/{id}/comments",
      summary: "Reply to a client's comments on a section; the client gets an email",
      middleware: adminOnly,
      request: { params: ofBlueprint, body: jsonBody(NewComment) },
      responses: { ...answers(201, Added), ...refusals(401, 403, 404, 422, 429) },
    }),
    async (c) => {
      const blueprintId = c.req.valid("param").id;
      const added = await replyToSection(c.get("ctx"), { blueprintId, ...c.req.valid("json") });
      if (added.ok) return c.json(added.value, 201);
      return added.reason.kind === "not_admin" ? adminFirst(c) : refuseWriting(c, added.reason);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/blueprints/{id}/comments/{comment}",
      summary: "Delete one's own reply that was neither mailed nor answered",
      middleware: adminOnly,
      request: { params: comment },
      responses: { ...done, ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const { id: blueprintId, comment: commentId } = c.req.valid("param");
      const deleted = await deleteReply(c.get("ctx"), { blueprintId, commentId });
      return deleted.ok ? c.body(null, 204) : refuseChange(c, deleted.reason);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/blueprints/{id}/threads/{section}",
      summary: "Mark the comments on a section as answered or open; `seen` is the newest comment that the admin saw",
      middleware: adminOnly,
      request: { params: section, body: jsonBody(ThreadState) },
      responses: { ...done, ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const { id: blueprintId, section: sectionId } = c.req.valid("param");
      const marked = await markThreadByAdmin(c.get("ctx"), { blueprintId, sectionId, ...c.req.valid("json") });
      return marked.ok ? c.body(null, 204) : refuseChange(c, marked.reason);
    },
  );

function refuseWriting(c: Context, reason: NotFound | TooMany) {
  switch (reason.kind) {
    case "not_found":
      return notFound(c);
    case "too_many":
      return tooMany(c, reason.retryAfterSeconds, commentRefusals.too_many);
    default:
      return never(reason);
  }
}

function refuseChange(c: Context, reason: NotAdmin | NotFound | Stale | Refusal<"too_late">) {
  switch (reason.kind) {
    case "not_admin":
      return adminFirst(c);
    case "not_found":
      return notFound(c);
    case "stale":
    case "too_late":
      return refusal(c, 409, reason.kind, commentRefusals[reason.kind]);
    default:
      return never(reason);
  }
}
