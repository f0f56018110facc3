import type { BillTo } from "#app/features/billing/billing.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import type { billingEndpoints } from "#app/routes/api/billing.server.ts";
import { type ActionResult, actionsOf } from "#app/shell/admin/action.tsx";

const act = actionsOf<typeof billingEndpoints>();

const paymentIn = (form: FormFields) => ({ id: form.text("payment") });

const paidIn = (form: FormFields) => ({
  reference: form.text("reference"),
  ...(form.text("paidOn") ? { paidOn: form.text("paidOn") } : {}),
});

export const billingActions = {
  paid: async (form: FormFields) =>
    act(
      "POST /admin/payments/{id}/receipt",
      { ...paymentIn(form), ...paidIn(form) },
      "Paid. The blueprint is unlocked and the receipt is on its way.",
    ),
  cancel: async (form: FormFields) =>
    act(
      "POST /admin/payments/{id}/cancellation",
      { ...paymentIn(form), reason: form.text("reason") },
      "Canceled. The credit note is on its way.",
    ),
  correct: async (form: FormFields) => {
    const { payment: _, from = "", ...billTo } = form.all();
    return act(
      "POST /admin/payments/{id}/correction",
      { ...paymentIn(form), from, billTo: billTo as BillTo },
      "Corrected. The credit note and the new invoice are on their way.",
    );
  },
  checked: async (form: FormFields) => act("POST /admin/payments/{id}/check", paymentIn(form), "Marked as done."),
  refund: async (form: FormFields) =>
    act("POST /admin/payments/{id}/refund", paymentIn(form), "Refund recorded. The credit note is on its way."),
};

export type BillingIntent = IntentOf<typeof billingActions>;

export const performBillingAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, billingActions);
