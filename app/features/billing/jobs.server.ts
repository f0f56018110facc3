import { z } from "zod";
import { defineJob } from "#app/platform/jobs.server.ts";
import { reconcilePayments } from "./checkout.server.ts";
import { remindOfInvoices } from "./reminders.server.ts";

/** Every ten minutes. */
export const reconcilePaymentsJob = defineJob({
  name: "billing.reconcile-payments",
  payload: z.object({}),
  single: true,
  run: (ctx) => reconcilePayments(ctx),
});

/** Every 15 minutes. */
export const remindOfInvoicesJob = defineJob({
  name: "billing.remind-of-invoices",
  payload: z.object({}),
  single: true,
  run: (ctx) => remindOfInvoices(ctx),
});
