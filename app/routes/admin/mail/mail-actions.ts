import type { mailAdminEndpoints } from "#app/routes/api/admin/mail-admin.server.ts";
import { type ActionResult, actionsOf } from "#app/shell/admin/action.tsx";

const act = actionsOf<typeof mailAdminEndpoints>();

export const retryMail = async (id: string): Promise<ActionResult> =>
  act("POST /admin/mail/{id}/retry", { id }, "Back in the outbox.");
