import { z } from "zod";
import { defineJob } from "#app/platform/queues/jobs.server.ts";
import { reconcilePayments } from "./payments/checkout.server.ts";

export const reconcilePaymentsJob = defineJob({
  name: "billing.reconcile-payments",
  payload: z.object({}),
  single: true,
  run: (ctx) => reconcilePayments(ctx),
});
