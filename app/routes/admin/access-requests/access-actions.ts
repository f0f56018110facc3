import { DeclineInput } from "#app/features/access/access.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/form-intent.ts";
import { type ActionResult, resultOf } from "#app/shell/admin/action.tsx";
import { api, ask } from "#app/shell/api-client.ts";

const endpoints = api.api.admin;

export const accessActions = {
  approve: async (form: FormFields) =>
    resultOf(
      await ask(endpoints["access-requests"][":requestId"].approval.$post({ param: requestIn(form) })),
      "Approved. The code is on its way.",
    ),
  decline: async (form: FormFields) => {
    const param = requestIn(form);
    return resultOf(
      await ask(endpoints["access-requests"][":requestId"].refusal.$post({ param, json: declineInput(form) })),
      "Declined. The email is sent within two minutes.",
      { intent: "reopen", ...param },
    );
  },
  reopen: async (form: FormFields) => {
    const reopened = await ask(endpoints["access-requests"][":requestId"].refusal.$delete({ param: requestIn(form) }));
    return resultOf(
      reopened,
      reopened.ok && reopened.value.isMailWithdrawn
        ? "Back in the queue as before. No email was sent."
        : "Back in the queue. The email about the decline was already sent, so an admin has to decide.",
    );
  },
  resend: async (form: FormFields) =>
    resultOf(
      await ask(endpoints["access-requests"][":requestId"].code.$post({ param: requestIn(form) })),
      "A new code is on its way. The previous one no longer works.",
    ),
  revoke: async (form: FormFields) => {
    const param = userIn(form);
    return resultOf(await ask(endpoints["access-grants"][":userId"].$delete({ param })), "Access revoked.", {
      intent: "restore",
      ...param,
    });
  },
  restore: async (form: FormFields) =>
    resultOf(await ask(endpoints["access-grants"][":userId"].$post({ param: userIn(form) })), "Access restored."),
  forgive: async (form: FormFields) =>
    resultOf(
      await ask(endpoints["access-grants"][":userId"].devices.$delete({ param: userIn(form) })),
      "Devices used so far no longer count.",
    ),
  block: async (form: FormFields) => {
    const email = form.text("email");
    return resultOf(
      await ask(endpoints["access-blocks"].$post({ json: { email, reason: form.text("reason") } })),
      "Blocked. The wizard is closed for this address.",
      { intent: "unblock", email },
    );
  },
  unblock: async (form: FormFields) =>
    resultOf(
      await ask(endpoints["access-unblockings"].$post({ json: { email: form.text("email") } })),
      "The block is lifted.",
    ),
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

async function decideMany(json: Decisions): Promise<ActionResult> {
  const answer = await ask(endpoints["access-decisions"].$post({ json }));
  if (!answer.ok) return resultOf(answer, "");
  const { done, refused } = answer.value;
  const verb = json.decision === "approve" ? "approved" : "declined";
  const rest = refused.length > 0 ? ` ${refused.length} had been decided already.` : "";
  return resultOf(answer, `${done.length} ${verb}.${rest}`);
}

const declineInput = (form: FormFields): DeclineInput =>
  DeclineInput.parse({ reason: form.text("reason"), note: form.text("note") });
