import { z } from "@hono/zod-openapi";
import { setAlerts } from "#app/features/analytics/alerts/alerts.server.ts";
import { AlertsInput } from "#app/features/analytics/alerts/alerts.ts";
import { FunnelInput, maxFunnels } from "#app/features/analytics/funnels/funnel-definition.ts";
import { changeFunnel, createFunnel, deleteFunnel } from "#app/features/analytics/funnels/saved-funnels.server.ts";
import {
  AnnotationEdit,
  AnnotationInput,
  addAnnotation,
  changeAnnotation,
  deleteAnnotation,
} from "#app/features/analytics/reports/definitions/annotations.server.ts";
import { changeGoal, createGoal, deleteGoal } from "#app/features/analytics/reports/definitions/goals.server.ts";
import { GoalEdit, GoalInput, maxGoals } from "#app/features/analytics/reports/definitions/goals.ts";
import {
  changeSegment,
  createSegment,
  deleteSegment,
  maxSegments,
  SegmentEdit,
  SegmentInput,
} from "#app/features/analytics/reports/definitions/segments.server.ts";
import {
  createSharedLink,
  endSharedLink,
  maxSharedLinks,
  SharedLinkInput,
} from "#app/features/analytics/reports/definitions/shared-links.server.ts";
import { acceptRule, rejectRule } from "#app/features/analytics/visits/rejected.server.ts";
import { rejectionRuleNames } from "#app/features/analytics/visits/rejection-rules.ts";
import { setWeeklyMail } from "#app/features/analytics/weekly-mail/weekly-mail.server.ts";
import { env } from "#app/platform/env.server.ts";
import { Created } from "../endpoint.server.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

const ofRule = z.object({ rule: z.enum(rejectionRuleNames) });
const Changed = z.object({ version: z.int() });

const nameTaken = (noun: string) =>
  [409, `A ${noun} has this name. Choose another one.`, { name: `A ${noun} has this name.` }] as const;
const admin = adminArea(
  "analytics",
  {
    stale: "Another admin changed this. Reload the page to see it, then change it again.",
    name_taken: nameTaken("segment"),
    too_many_segments: `There are ${maxSegments} segments. Delete one, then save this one.`,
    too_many_goals: `There are ${maxGoals} goals. Delete one, then save this one.`,
    too_many_links: `There are ${maxSharedLinks} links. End one, then share this one.`,
  },
  [404, 409, 422],
);

const funnels = adminArea(
  "analytics",
  {
    stale: "Another admin changed this funnel. Reload the page to see it, then change it again.",
    name_taken: [
      409,
      "Another funnel has this name. Choose a different one.",
      { name: "Another funnel has this name." },
    ],
    too_many_funnels: `There are ${maxFunnels} funnels. Delete one, then save this one.`,
  },
  [404, 409, 422],
);

export const analyticsAdminEndpoints = endpoints(
  admin.post("/admin/analytics/segments", {
    summary: "Save filters of reports under a name, for all admins",
    body: SegmentInput,
    creates: Created,
    command: createSegment,
  }),
  admin.put("/admin/analytics/segments/{segmentId}", {
    summary: "Rename a segment or replace its filters",
    body: SegmentEdit,
    returns: Changed,
    command: changeSegment,
  }),
  admin.delete("/admin/analytics/segments/{segmentId}", {
    summary: "Delete a segment",
    command: deleteSegment,
  }),
  admin.post("/admin/analytics/annotations", {
    summary: "Add a note at a day of the charts",
    body: AnnotationInput,
    creates: Created,
    command: addAnnotation,
  }),
  admin.put("/admin/analytics/annotations/{annotationId}", {
    summary: "Change the day or the text of a note",
    body: AnnotationEdit,
    returns: Changed,
    command: changeAnnotation,
  }),
  admin.delete("/admin/analytics/annotations/{annotationId}", {
    summary: "Delete a note",
    command: deleteAnnotation,
  }),
  admin.put("/admin/analytics/rules/{rule}/acceptance", {
    summary: "Count the hits of a rejection rule, past and future ones",
    params: ofRule,
    command: acceptRule,
  }),
  admin.delete("/admin/analytics/rules/{rule}/acceptance", {
    summary: "Reject the hits of a rule again, past and future ones",
    params: ofRule,
    command: rejectRule,
  }),
  admin.post("/admin/analytics/goals", {
    summary: "Define a goal, for all admins; it covers past visits as well",
    body: GoalInput,
    creates: Created,
    refusals: { name_taken: nameTaken("goal") },
    command: createGoal,
  }),
  admin.put("/admin/analytics/goals/{goalId}", {
    summary: "Replace a goal",
    body: GoalEdit,
    returns: Changed,
    refusals: { name_taken: nameTaken("goal") },
    command: changeGoal,
  }),
  admin.delete("/admin/analytics/goals/{goalId}", {
    summary: "Delete a goal",
    command: deleteGoal,
  }),
  admin.put("/admin/analytics/alerts", {
    summary: "Choose the figures whose unusual values are mailed to you",
    body: AlertsInput,
    command: (ctx, input) => setAlerts(ctx, { ...input, firmZone: env().COMPANY_TIMEZONE }),
  }),
  admin.post("/admin/analytics/links", {
    summary: "Share the overview by a link that anyone can read",
    body: SharedLinkInput,
    creates: Created.extend({ url: z.string() }),
    command: createSharedLink,
  }),
  admin.delete("/admin/analytics/links/{linkId}", {
    summary: "End a shared link",
    command: endSharedLink,
  }),
  admin.put("/admin/weekly-mail", {
    summary: "Switch the weekly email about visits on or off for the current admin",
    body: z.object({ isWanted: z.boolean() }),
    statuses: [422],
    command: (ctx, { isWanted }) => setWeeklyMail(ctx, { isWanted, firmZone: env().COMPANY_TIMEZONE }),
  }),
  funnels.post("/admin/funnels", {
    summary: "Save a new funnel",
    body: FunnelInput,
    creates: Created,
    command: createFunnel,
  }),
  funnels.put("/admin/funnels/{funnelId}", {
    summary: "Replace a funnel",
    body: FunnelInput.extend({ version: z.int() }),
    returns: Changed,
    command: (ctx, { funnelId: id, ...input }) => changeFunnel(ctx, { id, ...input }),
  }),
  funnels.delete("/admin/funnels/{funnelId}", {
    summary: "Delete a funnel; `version` is the one that was read",
    query: z.object({ version: z.coerce.number().int() }),
    command: (ctx, { funnelId: id, version }) => deleteFunnel(ctx, { id, version }),
  }),
);
