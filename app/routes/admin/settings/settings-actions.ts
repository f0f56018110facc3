import type { IntegrationKey, TestOutcome } from "#app/features/operations/integrations.ts";
import type { ApiScope } from "#app/lib/api-scopes.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import type { operationsAdminEndpoints } from "#app/routes/api/admin/operations-admin.server.ts";
import type { settingsAdminEndpoints } from "#app/routes/api/admin/settings-admin.server.ts";
import type { analyticsAdminEndpoints } from "#app/routes/api/analytics/analytics-admin.server.ts";
import { type ActionResult, actionsOf } from "#app/shell/admin/action.tsx";
import { client } from "#app/shell/api-client.ts";
import { withFreshCode } from "#app/shell/fresh-code.ts";

const act = actionsOf<typeof settingsAdminEndpoints | typeof analyticsAdminEndpoints>();
const call = client<typeof settingsAdminEndpoints | typeof operationsAdminEndpoints>();

/** The result of a test with time and duration, or the reason why it did not run. */
export type TestAnswer = Pick<TestOutcome, "passed" | "text"> & Partial<TestOutcome>;

export type TokenAnswer = { ok: true; token: string } | { ok: false; message: string };

const settingsActions = {
  test: async (form: FormFields): Promise<TestAnswer> => {
    const integration = form.text("integration") as IntegrationKey;
    const answer = await call("POST /admin/integrations/{integration}/tests", { integration });
    if (!answer.ok) return { passed: false, text: answer.error.message };
    const { at, ...outcome } = answer.value;
    return { ...outcome, at: new Date(at) };
  },
  "create-token": async (form: FormFields): Promise<TokenAnswer> => {
    const json = { name: form.text("name"), scopes: form.json("scopes") as ApiScope[] };
    const answer = await withFreshCode(() => call("POST /admin/api-tokens", json));
    return answer.ok ? { ok: true, token: answer.value.token } : { ok: false, message: answer.error.message };
  },
  "revoke-token": async (form: FormFields): Promise<ActionResult> =>
    act("DELETE /admin/api-tokens/{tokenId}", { tokenId: form.text("tokenId") }, "The token is revoked."),
  "weekly-mail": async (form: FormFields): Promise<ActionResult> => {
    const isWanted = form.text("isWanted") === "yes";
    return act(
      "PUT /admin/weekly-mail",
      { isWanted },
      isWanted ? "The first email arrives on Monday." : "The weekly email is off.",
    );
  },
};

export type SettingsIntent = IntentOf<typeof settingsActions>;

export const performSettingsAction = (form: FormData): Promise<TestAnswer | TokenAnswer | ActionResult> =>
  runIntent<TestAnswer | TokenAnswer | ActionResult>(form, settingsActions);
