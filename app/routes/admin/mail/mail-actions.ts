import { type ActionResult, resultOf } from "#app/shell/admin/action.tsx";
import { api, ask } from "#app/shell/api-client.ts";

export const retryMail = async (id: string): Promise<ActionResult> =>
  resultOf(await ask(api.api.admin.mail[":id"].retry.$post({ param: { id } })), "Back in the outbox.");
