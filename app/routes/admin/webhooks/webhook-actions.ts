import type { EndpointInput } from "#app/features/webhooks/webhooks.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import { counted } from "#app/lib/numbers.ts";
import type { webhooksAdminEndpoints } from "#app/routes/api/admin/webhooks-admin.server.ts";
import { type ActionResult, actionsOf } from "#app/shell/admin/action.tsx";
import { type ApiError, client } from "#app/shell/api-client.ts";
import { withFreshCode } from "#app/shell/fresh-code.ts";
import { deliveryPath, guidePath } from "./webhook-paths.ts";

const act = actionsOf<typeof webhooksAdminEndpoints>();
const call = client<typeof webhooksAdminEndpoints>();

/** The secret of an endpoint, possibly a new one. `previousUntil`: until then the old secret signs as well. */
export type SecretAnswer =
  | { ok: true; endpointId: string; secret: string; previousUntil: string | null }
  | { ok: false; error: ApiError };

/** `at`: the time of the response. */
export type SaveAnswer = { at: number } & ({ ok: true } | { ok: false; error: ApiError });

const endpointIn = (form: FormFields) => ({ endpointId: form.text("endpointId") });
const seen = (form: FormFields) => ({ version: Number(form.text("version")) });

const webhookActions = {
  add: async (form: FormFields): Promise<SecretAnswer> => {
    const json = form.json("endpoint") as EndpointInput;
    const answer = await withFreshCode(() => call("POST /admin/webhooks", json));
    if (!answer.ok) return answer;
    return { ok: true, endpointId: answer.value.id, secret: answer.value.secret, previousUntil: null };
  },
  change: async (form: FormFields): Promise<SaveAnswer> => {
    const json = { ...(form.json("endpoint") as EndpointInput), ...seen(form) };
    const answer = await withFreshCode(() =>
      call("PUT /admin/webhooks/{endpointId}", { ...endpointIn(form), ...json }),
    );
    return { ...answer, at: Date.now() };
  },
  rotate: async (form: FormFields): Promise<SecretAnswer> => {
    const param = endpointIn(form);
    const answer = await withFreshCode(() =>
      call("POST /admin/webhooks/{endpointId}/secret", { ...param, ...seen(form) }),
    );
    return answer.ok ? { ok: true, ...param, ...answer.value } : answer;
  },
  "show-secret": async (form: FormFields): Promise<SecretAnswer> => {
    const param = endpointIn(form);
    const answer = await withFreshCode(() => call("POST /admin/webhooks/{endpointId}/secret-view", param));
    return answer.ok ? { ok: true, ...param, secret: answer.value.secret, previousUntil: null } : answer;
  },
  pause: async (form: FormFields): Promise<ActionResult> =>
    act(
      "POST /admin/webhooks/{endpointId}/pause",
      { ...endpointIn(form), ...seen(form) },
      "Paused. Events wait until you resume.",
    ),
  resume: async (form: FormFields): Promise<ActionResult> =>
    act("POST /admin/webhooks/{endpointId}/resume", { ...endpointIn(form), ...seen(form) }, "Resumed."),
  delete: async (form: FormFields): Promise<ActionResult> =>
    act(
      "DELETE /admin/webhooks/{endpointId}",
      { ...endpointIn(form), version: form.text("version") },
      "The endpoint is deleted.",
      { go: guidePath },
    ),
  test: async (form: FormFields): Promise<ActionResult> =>
    act("POST /admin/webhooks/{endpointId}/test", { ...endpointIn(form), event: form.text("event") }, "Test sent."),
  "replay-period": async (form: FormFields): Promise<ActionResult> => {
    const only = form.text("only") === "all" ? ("all" as const) : ("failed" as const);
    const json = { since: form.text("since"), until: form.text("until") || null, only };
    return act("POST /admin/webhooks/{endpointId}/replay", { ...endpointIn(form), ...json }, ({ queued }) =>
      queued === 0 ? "No events of this period need to be sent." : `${counted(queued, "event")} queued.`,
    );
  },
  replay: async (form: FormFields): Promise<ActionResult> =>
    act(
      "POST /admin/webhook-deliveries/{deliveryId}/replay",
      { deliveryId: form.text("deliveryId") },
      "Sent again, as a new delivery.",
      { go: ({ deliveryId }) => deliveryPath(deliveryId) },
    ),
};

export type WebhookIntent = IntentOf<typeof webhookActions>;

type WebhookAnswer = ActionResult | SecretAnswer | SaveAnswer;

export const performWebhookAction = (form: FormData): Promise<WebhookAnswer> =>
  runIntent<WebhookAnswer>(form, webhookActions);
