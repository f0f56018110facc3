import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  commentOnSection,
  deleteComment,
  deleteReply,
  markThread,
  markThreadByAdmin,
  replyToSection,
} from "#app/features/full-blueprint/comments/comments.server.ts";
import { commentRefusals, NewComment, SectionId, ThreadState } from "#app/features/full-blueprint/comments/comments.ts";
import { tooMany } from "../endpoint.server.ts";
import { adminArea, endpoints, sessionArea } from "../endpoints.server.ts";
import { ofBlueprint } from "./blueprint-access.server.ts";

const ids = { ...ofBlueprint, section: SectionId };
const Added = z.object({ id: z.string() });

const comments = {
  stale: commentRefusals.stale,
  too_late: commentRefusals.too_late,
  too_many: ({ retryAfterSeconds }: { retryAfterSeconds: number }, c: Context) =>
    tooMany(c, retryAfterSeconds, commentRefusals.too_many),
};
const admin = adminArea(
  "blueprints",
  {
    ...comments,
    not_found: "This section was not found. The blueprint may have been changed or deleted: reload the page.",
  },
  [409],
  ids,
);
const signedIn = sessionArea(comments, [409], ids);

export const fullBlueprintCommentsEndpoints = endpoints(
  signedIn.post("/blueprints/{id}/full/comments", {
    summary: "Comment on a section of the full blueprint, or ask about it; plain text",
    body: NewComment,
    creates: Added,
    statuses: [404, 422, 429],
    command: (ctx, { id: blueprintId, ...input }) => commentOnSection(ctx, { blueprintId, ...input }),
  }),
  signedIn.delete("/blueprints/{id}/full/comments/{comment}", {
    summary: "Delete one's own comment that was neither mailed nor answered",
    empties: "Done",
    command: (ctx, { id: blueprintId, comment: commentId }) => deleteComment(ctx, { blueprintId, commentId }),
  }),
  signedIn.put("/blueprints/{id}/full/threads/{section}", {
    summary: "Mark the comments on a section as answered or open; `seen` is the newest comment that the person saw",
    body: ThreadState,
    empties: "Done",
    command: (ctx, { id: blueprintId, section: sectionId, ...input }) =>
      markThread(ctx, { blueprintId, sectionId, ...input }),
  }),
  admin.post("/admin/blueprints/{id}/comments", {
    summary: "Reply to a client's comments on a section; the client gets an email",
    body: NewComment,
    creates: Added,
    statuses: [404, 422, 429],
    command: (ctx, { id: blueprintId, ...input }) => replyToSection(ctx, { blueprintId, ...input }),
  }),
  admin.delete("/admin/blueprints/{id}/comments/{comment}", {
    summary: "Delete one's own reply that was neither mailed nor answered",
    refusals: { not_found: "This reply was not found. It may have been deleted in another tab: reload the page." },
    empties: "Done",
    command: (ctx, { id: blueprintId, comment: commentId }) => deleteReply(ctx, { blueprintId, commentId }),
  }),
  admin.put("/admin/blueprints/{id}/threads/{section}", {
    summary: "Mark the comments on a section as answered or open; `seen` is the newest comment that the admin saw",
    body: ThreadState,
    empties: "Done",
    command: (ctx, { id: blueprintId, section: sectionId, ...input }) =>
      markThreadByAdmin(ctx, { blueprintId, sectionId, ...input }),
  }),
);
