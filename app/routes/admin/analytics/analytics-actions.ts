import type { GoalKind } from "#app/features/analytics/goals.ts";
import type { RejectionRule } from "#app/features/analytics/rejection-rules.ts";
import type { VisitFilter } from "#app/features/analytics/visit-filter.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/form-intent.ts";
import { type ActionResult, resultOf } from "#app/shell/admin/action.tsx";
import { api, ask } from "#app/shell/api-client.ts";

const endpoints = api.api.admin.analytics;
const segmentIn = (form: FormFields) => ({
  name: form.text("name"),
  filters: form.json("filters") as VisitFilter[],
});
const noteIn = (form: FormFields) => ({ day: form.text("day"), text: form.text("text") });
const version = (form: FormFields) => Number(form.text("version"));
const ofSegment = (form: FormFields) => ({ segmentId: form.text("segmentId") });
const ofNote = (form: FormFields) => ({ annotationId: form.text("annotationId") });
const ofRule = (form: FormFields) => ({ rule: form.text("rule") as RejectionRule });

const ofGoal = (form: FormFields) => ({ goalId: form.text("goalId") });
const goalIn = (form: FormFields) => ({
  ...{ name: form.text("name"), kind: form.text("kind") as GoalKind, target: form.text("target") },
  ...{ property: form.text("property"), propertyValue: form.text("propertyValue") },
});

const analyticsActions = {
  "save-segment": async (form: FormFields) =>
    resultOf(await ask(endpoints.segments.$post({ json: segmentIn(form) })), "Segment saved."),
  "change-segment": async (form: FormFields) =>
    resultOf(
      await ask(
        endpoints.segments[":segmentId"].$put({
          param: ofSegment(form),
          json: { ...segmentIn(form), version: version(form) },
        }),
      ),
      "Segment saved.",
    ),
  "delete-segment": async (form: FormFields) =>
    resultOf(await ask(endpoints.segments[":segmentId"].$delete({ param: ofSegment(form) })), "Segment deleted."),
  "add-note": async (form: FormFields) =>
    resultOf(await ask(endpoints.annotations.$post({ json: noteIn(form) })), "Note added."),
  "change-note": async (form: FormFields) =>
    resultOf(
      await ask(
        endpoints.annotations[":annotationId"].$put({
          param: ofNote(form),
          json: { ...noteIn(form), version: version(form) },
        }),
      ),
      "Note saved.",
    ),
  "delete-note": async (form: FormFields) =>
    resultOf(await ask(endpoints.annotations[":annotationId"].$delete({ param: ofNote(form) })), "Note deleted."),
  "save-goal": async (form: FormFields) =>
    resultOf(await ask(endpoints.goals.$post({ json: goalIn(form) })), "Goal saved."),
  "change-goal": async (form: FormFields) =>
    resultOf(
      await ask(
        endpoints.goals[":goalId"].$put({ param: ofGoal(form), json: { ...goalIn(form), version: version(form) } }),
      ),
      "Goal saved.",
    ),
  "delete-goal": async (form: FormFields) =>
    resultOf(await ask(endpoints.goals[":goalId"].$delete({ param: ofGoal(form) })), "Goal deleted."),
  "save-alerts": async (form: FormFields) =>
    resultOf(
      await ask(
        endpoints.alerts.$put({
          json: { figures: form.json("figures") as string[], from: form.json("from") as string[] },
        }),
      ),
      "Alerts saved.",
    ),
  "share-link": async (form: FormFields) =>
    resultOf(await ask(endpoints.links.$post({ json: segmentIn(form) })), "Link created."),
  "end-link": async (form: FormFields) =>
    resultOf(
      await ask(endpoints.links[":linkId"].$delete({ param: { linkId: form.text("linkId") } })),
      "The link no longer works.",
    ),
  "accept-rule": async (form: FormFields) =>
    resultOf(
      await ask(endpoints.rules[":rule"].acceptance.$put({ param: ofRule(form) })),
      "These hits count now, past and future ones.",
      { intent: "reject-rule", rule: form.text("rule") },
    ),
  "reject-rule": async (form: FormFields) =>
    resultOf(
      await ask(endpoints.rules[":rule"].acceptance.$delete({ param: ofRule(form) })),
      "These hits are rejected again, past and future ones.",
      { intent: "accept-rule", rule: form.text("rule") },
    ),
};

export type AnalyticsIntent = IntentOf<typeof analyticsActions>;

export const performAnalyticsAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, analyticsActions);
