import { DeclineInput } from "#app/features/access/access.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import type { accessAdminEndpoints } from "#app/routes/api/admin/access-admin.server.ts";
import { type ActionResult, actionsOf } from "#app/shell/admin/action.tsx";

const act = actionsOf<typeof accessAdminEndpoints>();

export const accessActions = {
  approve: async (form: FormFields) =>
    act("POST /admin/access-requests/{requestId}/approval", requestIn(form), "Approved. The code is on its way."),
  decline: async (form: FormFields) => {
    const param = requestIn(form);
    return act(
      "POST /admin/access-requests/{requestId}/refusal",
      { ...param, ...declineInput(form) },
      "Declined. The email is sent within two minutes.",
      { undo: { intent: "reopen", ...param } },
    );
  },
  reopen: async (form: FormFields) =>
    act("DELETE /admin/access-requests/{requestId}/refusal", requestIn(form), ({ isMailWithdrawn }) =>
      isMailWithdrawn
        ? "Back in the queue as before. No email was sent."
        : "Back in the queue. The email about the decline was already sent, so an admin has to decide.",
    ),
  resend: async (form: FormFields) =>
    act(
      "POST /admin/access-requests/{requestId}/code",
      requestIn(form),
      "A new code is on its way. The previous one no longer works.",
    ),
  revoke: async (form: FormFields) => {
    const param = userIn(form);
    return act("DELETE /admin/access-grants/{userId}", param, "Access revoked.", {
      undo: { intent: "restore", ...param },
    });
  },
  restore: async (form: FormFields) => act("POST /admin/access-grants/{userId}", userIn(form), "Access restored."),
  forgive: async (form: FormFields) =>
    act("DELETE /admin/access-grants/{userId}/devices", userIn(form), "Devices used so far no longer count."),
  block: async (form: FormFields) => {
    const email = form.text("email");
    return act(
      "POST /admin/access-blocks",
      { email, reason: form.text("reason") },
      "Blocked. The wizard is closed for this address.",
      { undo: { intent: "unblock", email } },
    );
  },
  unblock: async (form: FormFields) =>
    act("POST /admin/access-unblockings", { email: form.text("email") }, "The block is lifted."),
  "approve-many": (form: FormFields) => decideMany({ decision: "approve", requestIds: requestsIn(form) }),
  "decline-many": (form: FormFields) =>
    decideMany({ decision: "decline", requestIds: requestsIn(form), ...declineInput(form) }),
};

export type AccessIntent = IntentOf<typeof accessActions>;

export const performAccessAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, accessActions);

const requestIn = (form: FormFields) => ({ requestId: form.text("requestId") });
const userIn = (form: FormFields) => ({ userId: form.text("userId") });
const requestsIn = (form: FormFields) => form.text("requestIds").split(",");

type Decisions = { requestIds: string[] } & ({ decision: "approve" } | ({ decision: "decline" } & DeclineInput));

const decideMany = (decisions: Decisions): Promise<ActionResult> =>
  act("POST /admin/access-decisions", decisions, ({ done, refused }) => {
    const verb = decisions.decision === "approve" ? "approved" : "declined";
    const rest = refused.length > 0 ? ` ${refused.length} had been decided already.` : "";
    return `${done.length} ${verb}.${rest}`;
  });

const declineInput = (form: FormFields): DeclineInput =>
  DeclineInput.parse({ reason: form.text("reason"), note: form.text("note") });
