import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import { isRole } from "#app/lib/rights.ts";
import type { usersAdminEndpoints } from "#app/routes/api/admin/users-admin.server.ts";
import { type ActionResult, actionsOf } from "#app/shell/admin/action.tsx";

const act = actionsOf<typeof usersAdminEndpoints>();

/** `none` removes the user from the team. */
export async function saveRole(form: FormFields): Promise<ActionResult> {
  const [userId, role] = [form.text("userId"), form.text("role")];
  return isRole(role)
    ? act("PUT /admin/users/{userId}/role", { userId, role }, "The role is saved. The user is notified by email.")
    : act(
        "DELETE /admin/users/{userId}/role",
        { userId },
        "The user is no longer in the team, was signed out and is notified by email.",
      );
}

const teamActions = {
  "change-role": saveRole,
  invite: async (form: FormFields) => {
    const [email, role] = [form.text("email"), form.text("role")];
    if (!isRole(role)) throw new Error(`Unknown role ${role}`);
    return act("POST /admin/team/invitations", { email, role }, "Invited. The link in the email works for 7 days.");
  },
  withdraw: async (form: FormFields) =>
    act(
      "DELETE /admin/team/invitations/{invitationId}",
      { invitationId: form.text("invitationId") },
      "The invitation is withdrawn. Its link no longer works.",
    ),
};

export type TeamIntent = IntentOf<typeof teamActions>;
export const performTeamAction = (form: FormData): Promise<ActionResult> => runIntent<ActionResult>(form, teamActions);
