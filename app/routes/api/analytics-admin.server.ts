import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { addAnnotation, changeAnnotation, deleteAnnotation } from "#app/features/analytics/annotations.server.ts";
import { AnnotationEdit, AnnotationInput } from "#app/features/analytics/annotations.ts";
import { acceptRule, rejectRule } from "#app/features/analytics/rejected.server.ts";
import { rejectionRuleNames } from "#app/features/analytics/rejection-rules.ts";
import { changeSegment, createSegment, deleteSegment } from "#app/features/analytics/segments.server.ts";
import { maxSegments, SegmentEdit, SegmentInput } from "#app/features/analytics/segments.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { never, type Result } from "#app/lib/result.ts";
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

const ofSegment = z.object({ segmentId: recordId() });
const ofAnnotation = z.object({ annotationId: recordId() });
const ofRule = z.object({ rule: z.enum(rejectionRuleNames) });
const Changed = z.object({ version: z.int() });
/** The statuses that `answer` can return. */
const refused = refusals(401, 403, 404, 409, 422);

export const analyticsAdminEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/analytics/segments",
      summary: "Save filters of reports under a name, for all admins",
      middleware: adminOnly,
      request: { body: jsonBody(SegmentInput) },
      responses: { ...answers(201, Created), ...refused },
    }),
    async (c) => answer(c, await createSegment(c.get("ctx"), c.req.valid("json")), (value) => c.json(value, 201)),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/analytics/segments/{segmentId}",
      summary: "Rename a segment or replace its filters",
      middleware: adminOnly,
      request: { params: ofSegment, body: jsonBody(SegmentEdit) },
      responses: { ...answers(200, Changed), ...refused },
    }),
    async (c) =>
      answer(c, await changeSegment(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), (value) =>
        c.json(value, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/analytics/segments/{segmentId}",
      summary: "Delete a segment",
      middleware: adminOnly,
      request: { params: ofSegment },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) => answer(c, await deleteSegment(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/analytics/annotations",
      summary: "Add a note at a day of the charts",
      middleware: adminOnly,
      request: { body: jsonBody(AnnotationInput) },
      responses: { ...answers(201, Created), ...refused },
    }),
    async (c) => answer(c, await addAnnotation(c.get("ctx"), c.req.valid("json")), (value) => c.json(value, 201)),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/analytics/annotations/{annotationId}",
      summary: "Change the day or the text of a note",
      middleware: adminOnly,
      request: { params: ofAnnotation, body: jsonBody(AnnotationEdit) },
      responses: { ...answers(200, Changed), ...refused },
    }),
    async (c) =>
      answer(c, await changeAnnotation(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), (value) =>
        c.json(value, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/analytics/annotations/{annotationId}",
      summary: "Delete a note",
      middleware: adminOnly,
      request: { params: ofAnnotation },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) => answer(c, await deleteAnnotation(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/analytics/rules/{rule}/acceptance",
      summary: "Count the hits of a rejection rule, past and future ones",
      middleware: adminOnly,
      request: { params: ofRule },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) => answer(c, await acceptRule(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/analytics/rules/{rule}/acceptance",
      summary: "Reject the hits of a rule again, past and future ones",
      middleware: adminOnly,
      request: { params: ofRule },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) => answer(c, await rejectRule(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  );

type ReportRefusal = Refusal<"not_admin" | "not_found" | "stale" | "name_taken" | "too_many_segments">;

function answer<Value, Answer>(c: Context, result: Result<Value, ReportRefusal>, json: (value: Value) => Answer) {
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
        "Another admin changed this. Reload the page to see it, then change it again.",
      );
    case "name_taken":
      return refusal(c, 409, reason.kind, "A segment has this name. Choose another one.", {
        fields: { name: "A segment has this name." },
      });
    case "too_many_segments":
      return refusal(c, 409, reason.kind, `There are ${maxSegments} segments. Delete one, then save this one.`);
    default:
      return never(reason);
  }
}
