import { recordFunnelEvent } from "../app/features/analytics/funnel.server.ts";
import { cancelNeedlessInvoice } from "../app/features/billing/invoices.server.ts";
import { drawPaperFile, paperDrawer } from "../app/features/billing/paper/files.server.ts";
import { forgetMissedCall, spendWaitingCalls, takeHeldCall } from "../app/features/blueprint/held-calls.server.ts";
import { registerDrawer } from "../app/features/mail/drawn-attachments.server.ts";
import { leaveByAddress, moveSubscription } from "../app/features/signups/leaving.server.ts";
import { system } from "../app/lib/actor.ts";
import { forgetListeners, onEvent } from "../app/platform/events.server.ts";
import { roomsWithPersonalData } from "../app/routes/personal-data.server.ts";

/** One page: what happens in one room, and what other rooms do about it, in the same transaction. */
export function registerReactions(): void {
  forgetListeners();
  // A call that took place unlocks the full blueprint; one that was missed after all does not.
  onEvent("booking.took-place", takeHeldCall);
  onEvent("booking.no-show", forgetMissedCall);
  onEvent("blueprint.completed", (ctx, { userId }) => spendWaitingCalls(ctx, userId));
  onEvent("blueprint.unlocked", cancelNeedlessInvoice);
  // Invoices, receipts and credit notes are drawn when the mail with them leaves.
  registerDrawer(paperDrawer, drawPaperFile);
  // The last step of the funnel to the full blueprint: money that came belongs to who owes it, whoever reports it.
  onEvent("payment.received", async (ctx, { userId, blueprintId, amountCents }) => {
    const step = { stage: "unlock", substage: "paid", value: amountCents / 100, user_id: userId };
    await recordFunnelEvent({ ...ctx, actor: system }, { ...step, blueprint_id: blueprintId });
  });
  // Every room takes away what it holds about somebody whose account ends.
  for (const room of Object.values(roomsWithPersonalData)) onEvent("account.deleted", room.forgetPerson);
  // The newsletter follows a person to a new address that has proven itself.
  onEvent("account.email-changed", async (ctx, emails) => void (await moveSubscription(ctx, emails)));
  // Somebody told their mail program that they do not want our mail.
  onEvent("mail.complained", (ctx, { email }) => leaveByAddress(ctx, { email, by: "complaint" }));
}
