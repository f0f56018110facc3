import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import type { settingsAdminEndpoints } from "#app/routes/api/admin/settings-admin.server.ts";
import { type ActionResult, resultOf } from "#app/shell/admin/action.tsx";
import { client } from "#app/shell/api-client.ts";
import { withFreshCode } from "#app/shell/fresh-code.ts";

const call = client<typeof settingsAdminEndpoints>();

export type SavedSettings = { at: number; message: string } & (
  | { ok: true }
  | { ok: false; fields: Readonly<Record<string, string>> }
);

const groupActions = {
  save: async (form: FormFields): Promise<SavedSettings> => {
    const changes = form.json("changes") as { name: string; value: string | null }[];
    const notifiesAccounts = form.text("notifiesAccounts") === "yes";
    const input = { changes, expectedVersion: Number(form.text("version")), notifiesAccounts };
    const answer = await withFreshCode(() => call("PUT /admin/settings", input));
    const at = Date.now();
    if (answer.ok) return { at, ok: true, message: "The settings are saved and apply now." };
    return { at, ok: false, message: answer.error.message, fields: answer.error.fields ?? {} };
  },
  restore: async (form: FormFields): Promise<ActionResult> => {
    const changes = form.json("changes") as { name: string; value: string | null }[];
    const input = { changes, expectedVersion: Number(form.text("version")) };
    return resultOf(await withFreshCode(() => call("PUT /admin/settings", input)), "The version is restored.");
  },
  undo: async (form: FormFields): Promise<ActionResult> => {
    const input = { name: form.text("name"), version: Number(form.text("version")) };
    return resultOf(await withFreshCode(() => call("POST /admin/setting-undos", input)), "The change is undone.");
  },
};

export type GroupIntent = IntentOf<typeof groupActions>;

export const performGroupAction = (form: FormData): Promise<SavedSettings | ActionResult> =>
  runIntent<SavedSettings | ActionResult>(form, groupActions);
