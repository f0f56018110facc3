import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { setAlerts } from "#app/features/analytics/alerts.server.ts";
import { AlertsInput } from "#app/features/analytics/alerts.ts";
import { addAnnotation, changeAnnotation, deleteAnnotation } from "#app/features/analytics/annotations.server.ts";
import { AnnotationEdit, AnnotationInput } from "#app/features/analytics/annotations.ts";
import { changeGoal, createGoal, deleteGoal } from "#app/features/analytics/goals.server.ts";
import { GoalEdit, GoalInput, maxGoals } from "#app/features/analytics/goals.ts";
import { acceptRule, rejectRule } from "#app/features/analytics/rejected.server.ts";
import { rejectionRuleNames } from "#app/features/analytics/rejection-rules.ts";
import { changeSegment, createSegment, deleteSegment } from "#app/features/analytics/segments.server.ts";
import { maxSegments, SegmentEdit, SegmentInput } from "#app/features/analytics/segments.ts";
import { createSharedLink, endSharedLink } from "#app/features/analytics/shared-links.server.ts";
import { maxSharedLinks, SharedLinkInput } from "#app/features/analytics/shared-links.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { never, type Result } from "#app/lib/result.ts";
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

const ofSegment = z.object({ segmentId: recordId() });
const ofAnnotation = z.object({ annotationId: recordId() });
const ofGoal = z.object({ goalId: recordId() });
const ofLink = z.object({ linkId: recordId() });
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
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/analytics/goals",
      summary: "Define a goal, for all admins; it covers past visits as well",
      middleware: adminOnly,
      request: { body: jsonBody(GoalInput) },
      responses: { ...answers(201, Created), ...refused },
    }),
    async (c) => answer(c, await createGoal(c.get("ctx"), c.req.valid("json")), (value) => c.json(value, 201), "goal"),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/analytics/goals/{goalId}",
      summary: "Replace a goal",
      middleware: adminOnly,
      request: { params: ofGoal, body: jsonBody(GoalEdit) },
      responses: { ...answers(200, Changed), ...refused },
    }),
    async (c) => {
      const goal = { ...c.req.valid("param"), ...c.req.valid("json") };
      return answer(c, await changeGoal(c.get("ctx"), goal), (value) => c.json(value, 200), "goal");
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/analytics/goals/{goalId}",
      summary: "Delete a goal",
      middleware: adminOnly,
      request: { params: ofGoal },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) => answer(c, await deleteGoal(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/analytics/alerts",
      summary: "Choose the figures whose unusual values are mailed to you",
      middleware: adminOnly,
      request: { body: jsonBody(AlertsInput) },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) => {
      const alerts = { ...c.req.valid("json"), firmZone: env().COMPANY_TIMEZONE };
      return answer(c, await setAlerts(c.get("ctx"), alerts), () => c.json(done, 200));
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/analytics/links",
      summary: "Share the overview by a link that anyone can read",
      middleware: adminOnly,
      request: { body: jsonBody(SharedLinkInput) },
      responses: { ...answers(201, Created.extend({ url: z.string() })), ...refused },
    }),
    async (c) => answer(c, await createSharedLink(c.get("ctx"), c.req.valid("json")), (value) => c.json(value, 201)),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/analytics/links/{linkId}",
      summary: "End a shared link",
      middleware: adminOnly,
      request: { params: ofLink },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) => answer(c, await endSharedLink(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  );

type ReportRefusal = Refusal<
  "not_admin" | "not_found" | "stale" | "name_taken" | "too_many_segments" | "too_many_goals" | "too_many_links"
>;

function answer<Value, Answer>(
  c: Context,
  result: Result<Value, ReportRefusal>,
  json: (value: Value) => Answer,
  noun: "segment" | "goal" = "segment",
) {
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
      return refusal(c, 409, reason.kind, `A ${noun} has this name. Choose another one.`, {
        fields: { name: `A ${noun} has this name.` },
      });
    case "too_many_segments":
      return refusal(c, 409, reason.kind, `There are ${maxSegments} segments. Delete one, then save this one.`);
    case "too_many_goals":
      return refusal(c, 409, reason.kind, `There are ${maxGoals} goals. Delete one, then save this one.`);
    case "too_many_links":
      return refusal(c, 409, reason.kind, `There are ${maxSharedLinks} links. End one, then share this one.`);
    default:
      return never(reason);
  }
}
