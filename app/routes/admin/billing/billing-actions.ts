import type { BillTo } from "#app/features/billing/billing.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/form-intent.ts";
import { type ActionResult, resultOf } from "#app/shell/admin/action.tsx";
import { api, ask } from "#app/shell/api-client.ts";
import { withFreshCode } from "#app/shell/fresh-code.ts";

const endpoints = api.api.admin.payments[":id"];
const paymentIn = (form: FormFields) => ({ id: form.text("payment") });

const paidIn = (form: FormFields) => ({
  reference: form.text("reference"),
  ...(form.text("paidOn") ? { paidOn: form.text("paidOn") } : {}),
});

export const billingActions = {
  paid: async (form: FormFields) =>
    resultOf(
      await ask(endpoints.receipt.$post({ param: paymentIn(form), json: paidIn(form) })),
      "Paid. The blueprint is unlocked and the receipt is on its way.",
    ),
  cancel: async (form: FormFields) =>
    resultOf(
      await ask(endpoints.cancellation.$post({ param: paymentIn(form), json: { reason: form.text("reason") } })),
      "Canceled. The credit note is on its way.",
    ),
  correct: async (form: FormFields) => {
    const { payment: _, from = "", ...billTo } = form.all();
    return resultOf(
      await ask(endpoints.correction.$post({ param: paymentIn(form), json: { from, billTo: billTo as BillTo } })),
      "Corrected. The credit note and the new invoice are on their way.",
    );
  },
  checked: async (form: FormFields) =>
    resultOf(await ask(endpoints.check.$post({ param: paymentIn(form) })), "Marked as done."),
  refund: async (form: FormFields) =>
    resultOf(
      await withFreshCode(() => ask(endpoints.refund.$post({ param: paymentIn(form) }))),
      "Refund recorded. The credit note is on its way.",
    ),
};

export type BillingIntent = IntentOf<typeof billingActions>;

export const performBillingAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, billingActions);
