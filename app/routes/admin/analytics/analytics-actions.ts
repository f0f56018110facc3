import type { GoalKind } from "#app/features/analytics/reports/definitions/goals.ts";
import type { RejectionRule } from "#app/features/analytics/visits/rejection-rules.ts";
import type { VisitFilter } from "#app/features/analytics/visits/visit-filter.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import type { analyticsAdminEndpoints } from "#app/routes/api/analytics/analytics-admin.server.ts";
import { type ActionResult, actionsOf } from "#app/shell/admin/action.tsx";

const act = actionsOf<typeof analyticsAdminEndpoints>();

const segmentIn = (form: FormFields) => ({
  name: form.text("name"),
  filters: form.json("filters") as VisitFilter[],
});
const noteIn = (form: FormFields) => ({ day: form.text("day"), text: form.text("text") });
const goalIn = (form: FormFields) => ({
  ...{ name: form.text("name"), kind: form.text("kind") as GoalKind, target: form.text("target") },
  ...{ property: form.text("property"), propertyValue: form.text("propertyValue") },
});
const version = (form: FormFields) => Number(form.text("version"));
const ofRule = (form: FormFields) => ({ rule: form.text("rule") as RejectionRule });

const analyticsActions = {
  "add-segment": async (form: FormFields) => act("POST /admin/analytics/segments", segmentIn(form), "Segment saved."),
  "change-segment": async (form: FormFields) =>
    act(
      "PUT /admin/analytics/segments/{segmentId}",
      { segmentId: form.text("id"), ...segmentIn(form), version: version(form) },
      "Segment saved.",
    ),
  "delete-segment": async (form: FormFields) =>
    act("DELETE /admin/analytics/segments/{segmentId}", { segmentId: form.text("id") }, "Segment deleted."),
  "add-note": async (form: FormFields) => act("POST /admin/analytics/annotations", noteIn(form), "Note added."),
  "change-note": async (form: FormFields) =>
    act(
      "PUT /admin/analytics/annotations/{annotationId}",
      { annotationId: form.text("id"), ...noteIn(form), version: version(form) },
      "Note saved.",
    ),
  "delete-note": async (form: FormFields) =>
    act("DELETE /admin/analytics/annotations/{annotationId}", { annotationId: form.text("id") }, "Note deleted."),
  "add-goal": async (form: FormFields) => act("POST /admin/analytics/goals", goalIn(form), "Goal saved."),
  "change-goal": async (form: FormFields) =>
    act(
      "PUT /admin/analytics/goals/{goalId}",
      { goalId: form.text("id"), ...goalIn(form), version: version(form) },
      "Goal saved.",
    ),
  "delete-goal": async (form: FormFields) =>
    act("DELETE /admin/analytics/goals/{goalId}", { goalId: form.text("id") }, "Goal deleted."),
  "save-alerts": async (form: FormFields) =>
    act(
      "PUT /admin/analytics/alerts",
      { figures: form.json("figures") as string[], from: form.json("from") as string[] },
      "Alerts saved.",
    ),
  "share-link": async (form: FormFields) => act("POST /admin/analytics/links", segmentIn(form), "Link created."),
  "end-link": async (form: FormFields) =>
    act("DELETE /admin/analytics/links/{linkId}", { linkId: form.text("linkId") }, "The link no longer works."),
  "accept-rule": async (form: FormFields) =>
    act("PUT /admin/analytics/rules/{rule}/acceptance", ofRule(form), "These hits count now, past and future ones.", {
      undo: { intent: "reject-rule", rule: form.text("rule") },
    }),
  "reject-rule": async (form: FormFields) =>
    act(
      "DELETE /admin/analytics/rules/{rule}/acceptance",
      ofRule(form),
      "These hits are rejected again, past and future ones.",
      { undo: { intent: "accept-rule", rule: form.text("rule") } },
    ),
};

export type AnalyticsIntent = IntentOf<typeof analyticsActions>;

export const performAnalyticsAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, analyticsActions);
