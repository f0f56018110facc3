import { type FormFields, type IntentOf, runIntent } from "#app/lib/form-intent.ts";
import { type ActionResult, resultOf } from "#app/shell/admin/action.tsx";
import { api, ask } from "#app/shell/api-client.ts";
import { withFreshCode } from "#app/shell/fresh-code.ts";

const endpoints = api.api.admin.users[":userId"];
const userIn = (form: FormFields) => ({ userId: form.text("userId") });

const userActions = {
  disable: async (form: FormFields) => {
    const param = userIn(form);
    return resultOf(
      await withFreshCode(() => ask(endpoints.disablement.$post({ param }))),
      "Disabled. Every session ended.",
      {
        intent: "enable",
        ...param,
      },
    );
  },
  enable: async (form: FormFields) =>
    resultOf(
      await withFreshCode(() => ask(endpoints.disablement.$delete({ param: userIn(form) }))),
      "Enabled. The user can sign in again.",
    ),
  "end-session": async (form: FormFields) => {
    const param = { ...userIn(form), sessionId: form.text("sessionId") };
    return resultOf(await ask(endpoints.sessions[":sessionId"].$delete({ param })), "The session ended.");
  },
  "end-sessions": async (form: FormFields) =>
    resultOf(await ask(endpoints.sessions.$delete({ param: userIn(form) })), "Every session ended."),
  "reset-factor": async (form: FormFields) =>
    resultOf(
      await withFreshCode(() => ask(endpoints["second-factor"].$delete({ param: userIn(form) }))),
      "The second factor is removed. The user is notified by email.",
    ),
  "make-admin": async (form: FormFields) =>
    resultOf(
      await withFreshCode(() => ask(endpoints["admin-right"].$post({ param: userIn(form) }))),
      "The user is an admin now and is notified by email.",
    ),
  "remove-admin": async (form: FormFields) =>
    resultOf(
      await withFreshCode(() => ask(endpoints["admin-right"].$delete({ param: userIn(form) }))),
      "The admin right is removed. The user was signed out and is notified by email.",
    ),
  join: async (form: FormFields) =>
    resultOf(
      await ask(endpoints.company.$put({ param: userIn(form), json: { email: form.text("email") } })),
      "Joined. Both share the company now.",
    ),
  separate: async (form: FormFields) =>
    resultOf(await ask(endpoints.company.$delete({ param: userIn(form) })), "The user has a company of their own now."),
  "release-domain": async (form: FormFields) =>
    resultOf(
      await ask(endpoints.company.domain.$delete({ param: userIn(form) })),
      "The domain shares nothing anymore.",
    ),
  delete: async (form: FormFields) =>
    resultOf(
      await withFreshCode(() =>
        ask(endpoints.deletion.$post({ param: userIn(form), json: { email: form.text("email") } })),
      ),
      "Deleted.",
    ),
};

export type UserIntent = IntentOf<typeof userActions>;

export const performUserAction = (form: FormData): Promise<ActionResult> => runIntent<ActionResult>(form, userActions);
