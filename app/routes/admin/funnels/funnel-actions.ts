import type { FunnelInput } from "#app/features/analytics/funnels/funnel-definition.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import type { analyticsAdminEndpoints } from "#app/routes/api/analytics/analytics-admin.server.ts";
import { type ActionResult, actionsOf } from "#app/shell/admin/action.tsx";

const act = actionsOf<typeof analyticsAdminEndpoints>();

const page = (id: string) => `/admin/funnel-analytics?funnel=${id}`;

const funnelActions = {
  create: async (form: FormFields) =>
    act("POST /admin/funnels", form.json("funnel") as FunnelInput, "Funnel saved.", { go: ({ id }) => page(id) }),
  change: async (form: FormFields) => {
    const funnelId = form.text("funnelId");
    const json = { ...(form.json("funnel") as FunnelInput), version: Number(form.text("version")) };
    return act("PUT /admin/funnels/{funnelId}", { funnelId, ...json }, "Funnel saved.", { go: page(funnelId) });
  },
  delete: async (form: FormFields) =>
    act(
      "DELETE /admin/funnels/{funnelId}",
      { funnelId: form.text("funnelId"), version: form.text("version") },
      "Funnel deleted.",
      { go: "/admin/funnel-analytics" },
    ),
};

export type FunnelIntent = IntentOf<typeof funnelActions>;

export const performFunnelAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, funnelActions);
