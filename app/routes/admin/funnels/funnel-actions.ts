import type { FunnelInput } from "#app/features/analytics/funnels/funnel-definition.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/form-intent.ts";
import type { funnelsAdminEndpoints } from "#app/routes/api/funnels-admin.server.ts";
import { type ActionResult, actionsOf, resultOf } from "#app/shell/admin/action.tsx";
import { client } from "#app/shell/api-client.ts";

const act = actionsOf<typeof funnelsAdminEndpoints>();
const call = client<typeof funnelsAdminEndpoints>();

const page = (id: string) => `/admin/funnel-analytics?funnel=${id}`;

const funnelActions = {
  create: async (form: FormFields) => {
    const answer = await call("POST /admin/funnels", form.json("funnel") as FunnelInput);
    return going(resultOf(answer, "Funnel saved."), answer.ok ? page(answer.value.id) : undefined);
  },
  change: async (form: FormFields) => {
    const json = { ...(form.json("funnel") as FunnelInput), version: Number(form.text("version")) };
    const param = { funnelId: form.text("funnelId") };
    return going(
      await act("PUT /admin/funnels/{funnelId}", { ...param, ...json }, "Funnel saved."),
      page(param.funnelId),
    );
  },
  delete: async (form: FormFields) => {
    const [param, query] = [{ funnelId: form.text("funnelId") }, { version: form.text("version") }];
    return going(
      await act("DELETE /admin/funnels/{funnelId}", { ...param, ...query }, "Funnel deleted."),
      "/admin/funnel-analytics",
    );
  },
};

export type FunnelIntent = IntentOf<typeof funnelActions>;

export const performFunnelAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, funnelActions);

const going = (answer: ActionResult, go: string | undefined): ActionResult =>
  answer.ok && go ? { ...answer, go } : answer;
