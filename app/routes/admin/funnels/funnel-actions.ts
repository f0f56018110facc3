import type { FunnelInput } from "#app/features/analytics/funnel-definition.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/form-intent.ts";
import { type ActionResult, resultOf } from "#app/shell/admin/action.tsx";
import { api, ask } from "#app/shell/api-client.ts";

const endpoints = api.api.admin.funnels;
const page = (id: string) => `/admin/funnel-analytics?funnel=${id}`;

const funnelActions = {
  create: async (form: FormFields) => {
    const answer = await ask(endpoints.$post({ json: form.json("funnel") as FunnelInput }));
    return going(resultOf(answer, "Funnel saved."), answer.ok ? page(answer.value.id) : undefined);
  },
  change: async (form: FormFields) => {
    const json = { ...(form.json("funnel") as FunnelInput), version: Number(form.text("version")) };
    const param = { funnelId: form.text("funnelId") };
    return going(
      resultOf(await ask(endpoints[":funnelId"].$put({ param, json })), "Funnel saved."),
      page(param.funnelId),
    );
  },
  delete: async (form: FormFields) => {
    const [param, query] = [{ funnelId: form.text("funnelId") }, { version: form.text("version") }];
    return going(
      resultOf(await ask(endpoints[":funnelId"].$delete({ param, query })), "Funnel deleted."),
      "/admin/funnel-analytics",
    );
  },
};

export type FunnelIntent = IntentOf<typeof funnelActions>;

export const performFunnelAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, funnelActions);

const going = (answer: ActionResult, go: string | undefined): ActionResult =>
  answer.ok && go ? { ...answer, go } : answer;
