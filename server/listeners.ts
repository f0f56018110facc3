import { accountDeleted, accountEmailChanged } from "#app/features/accounts/events.ts";
import { analysisCreated, analysisRevised } from "#app/features/analysis/events.ts";
import { cancelNeedlessInvoice } from "#app/features/billing/invoices.server.ts";
import { documentDrawer, drawDocumentFile } from "#app/features/billing/pdf/files.server.ts";
import { findBookedBlueprint } from "#app/features/booking/bookings/bookings.server.ts";
import { bookingHeld, bookingMissed } from "#app/features/booking/events.ts";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { fullBlueprintUnlocked } from "#app/features/full-blueprint/events.ts";
import { applyHeldCalls, recordHeldCall, revertMissedCall } from "#app/features/full-blueprint/held-calls.server.ts";
import { registerDrawer } from "#app/features/mail/drawn-attachments.server.ts";
import { mailComplained, mailReplied } from "#app/features/mail/events.ts";
import { registerLastCheck } from "#app/features/mail/last-checks.server.ts";
import { moveSubscription, unsubscribeByAddress } from "#app/features/newsletter/leaving.server.ts";
import { mailsAfterExit } from "#app/features/sequences/last-check.server.ts";
import { forwardSequenceReply } from "#app/features/sequences/replies.server.ts";
import { featuresWithPersonalData } from "#app/shell/personal-data.server.ts";

/** Every effect that one feature has on another inside the transaction of the act. The rest are consumers (consumers.ts). */
export function registerListeners(): void {
  forgetListeners();
  // A held call unlocks the full blueprint; a call that turns out to be missed locks it again.
  onEvent(bookingHeld, async (ctx, call) =>
    recordHeldCall(ctx, { ...call, blueprintId: await findBookedBlueprint(ctx, call.bookingId) }),
  );
  onEvent(bookingMissed, revertMissedCall);
  for (const analyzed of [analysisCreated, analysisRevised])
    onEvent(analyzed, (ctx, { userId }) => applyHeldCalls(ctx, userId));
  onEvent(fullBlueprintUnlocked, cancelNeedlessInvoice);
  // Invoices, receipts and credit notes are drawn when the mail with them leaves.
  registerDrawer(documentDrawer, drawDocumentFile);
  // A mail of a sequence is not sent after an exit, also while the consumer of the exit has not run.
  registerLastCheck("outreach", mailsAfterExit);
  // Every feature removes what it holds about the owner of a deleted account.
  for (const feature of Object.values(featuresWithPersonalData)) onEvent(accountDeleted, feature.forgetPerson);
  // The newsletter subscription moves to a verified new address.
  onEvent(accountEmailChanged, async (ctx, emails) => void (await moveSubscription(ctx, emails)));
  // A reply to a mail of a sequence reaches the owner of the prospect.
  onEvent(mailReplied, forwardSequenceReply);
  onEvent(mailComplained, (ctx, { email }) => unsubscribeByAddress(ctx, { email, by: "complaint" }));
}
