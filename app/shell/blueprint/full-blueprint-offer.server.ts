import { findPaymentState, type PaymentState } from "#app/features/billing/payments/records.server.ts";
import { listBlueprintCalls } from "#app/features/booking/agenda/blueprint-calls.server.ts";
import { findStage } from "#app/features/full-blueprint/full-blueprint.server.ts";
import type { PaymentNote } from "#app/features/full-blueprint/ui/full-blueprint-section.tsx";
import type { SignedInCtx } from "#app/platform/context.server.ts";

/** The full blueprint's state for the analysis page: locked, payment pending, or its stage. */
export async function readOffer(ctx: SignedInCtx, blueprintId: string) {
  const [stage, payment, calls] = await Promise.all([
    findStage(ctx, blueprintId),
    findPaymentState(ctx, blueprintId),
    listBlueprintCalls(ctx),
  ]);
  const booked = calls.filter((call) => call.blueprintId === blueprintId);
  return { standing: stage && { stage }, payment: noteOf(payment), booked };
}

export function noteOf(state: PaymentState | null): PaymentNote {
  if (state?.status === "processing") return { kind: "processing" };
  if (state?.status === "refunded") return { kind: "refunded" };
  if (state?.status === "open" && state.invoice)
    return { kind: "invoiced", number: state.invoice.number, amountCents: state.amountCents };
  return null;
}
