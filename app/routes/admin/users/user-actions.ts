import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import type { usersAdminEndpoints } from "#app/routes/api/admin/users-admin.server.ts";
import { type ActionResult, actionsOf } from "#app/shell/admin/action.tsx";
import { accessActions } from "../access-requests/access-actions.ts";
import { saveRole } from "../team/team-actions.ts";

const act = actionsOf<typeof usersAdminEndpoints>();

const userIn = (form: FormFields) => ({ userId: form.text("userId") });

const { revoke, restore, forgive, block, unblock } = accessActions;

const userActions = {
  ...{ revoke, restore, forgive, block, unblock },
  disable: async (form: FormFields) => {
    const param = userIn(form);
    return act("POST /admin/users/{userId}/disablement", param, "Disabled. Every session ended.", {
      undo: { intent: "enable", ...param },
    });
  },
  enable: async (form: FormFields) =>
    act("DELETE /admin/users/{userId}/disablement", userIn(form), "Enabled. The user can sign in again."),
  "end-session": async (form: FormFields) => {
    const param = { ...userIn(form), sessionId: form.text("sessionId") };
    return act("DELETE /admin/users/{userId}/sessions/{sessionId}", param, "The session ended.");
  },
  "end-sessions": async (form: FormFields) =>
    act("DELETE /admin/users/{userId}/sessions", userIn(form), "Every session ended."),
  "reset-factor": async (form: FormFields) =>
    act(
      "DELETE /admin/users/{userId}/second-factor",
      userIn(form),
      "The second factor is removed. The user is notified by email.",
    ),
  "change-role": saveRole,
  join: async (form: FormFields) =>
    act(
      "PUT /admin/users/{userId}/company",
      { ...userIn(form), email: form.text("email") },
      "Joined. Both share the company now.",
    ),
  separate: async (form: FormFields) =>
    act("DELETE /admin/users/{userId}/company", userIn(form), "The user has a company of their own now."),
  "release-domain": async (form: FormFields) =>
    act("DELETE /admin/users/{userId}/company/domain", userIn(form), "The domain shares nothing anymore."),
  delete: async (form: FormFields) => {
    const json = { ...userIn(form), email: form.text("email") };
    return act("POST /admin/users/{userId}/deletion", json, `${json.email} was deleted.`, { go: "/admin/users" });
  },
};

export type UserIntent = IntentOf<typeof userActions>;

export const performUserAction = (form: FormData): Promise<ActionResult> => runIntent<ActionResult>(form, userActions);
