import { moveRequests } from "#app/features/access/requests/deciding.server.ts";
import { accountDeleted, accountEmailChanged } from "#app/features/accounts/events.ts";
import { stopNotices } from "#app/features/accounts/users/legal-notices.server.ts";
import { analysisCreated, analysisRevised } from "#app/features/analysis/events.ts";
import { invoiceCall, returnPrice } from "#app/features/billing/invoices/call-invoices.server.ts";
import { cancelUnneededInvoice } from "#app/features/billing/invoices/invoices.server.ts";
import { documentDrawer, drawDocumentFile } from "#app/features/billing/pdf/files.server.ts";
import { findBookedBlueprint } from "#app/features/booking/agenda/blueprint-calls.server.ts";
import { bookingCancelled, bookingHeld, bookingMade, bookingMissed } from "#app/features/booking/events.ts";
import "#app/features/content/prices.server.ts";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { fullBlueprintUnlocked } from "#app/features/full-blueprint/events.ts";
import { applyHeldCalls, recordHeldCall, revertMissedCall } from "#app/features/full-blueprint/held-calls.server.ts";
import { mailBounced, mailComplained, mailReplied } from "#app/features/mail/events.ts";
import { drawReport, reportDrawer } from "#app/features/mail/receiving/unread-reports.server.ts";
import { registerDrawer } from "#app/features/mail/sending/drawn-attachments.server.ts";
import { registerLastCheck } from "#app/features/mail/sending/last-checks.server.ts";
import { moveSubscription, unsubscribeByAddress } from "#app/features/newsletter/subscribers/leaving.server.ts";
import { registerProspectUse } from "#app/features/pipeline/import/import-undo.server.ts";
import { registerBeforeRemoval } from "#app/features/pipeline/removing/removing.server.ts";
import { endBeforeRemoval } from "#app/features/sequences/enrollments/ending.server.ts";
import { listSequencedProspects } from "#app/features/sequences/enrollments/person-enrollments.server.ts";
import { addRejectionTask, forwardSequenceReply } from "#app/features/sequences/enrollments/replies.server.ts";
import { mailsAfterExit } from "#app/features/sequences/steps/last-check.server.ts";
import { registerAfterChange } from "#app/features/settings/settings.server.ts";
import { featuresWithPersonalData } from "#app/shell/personal-data.server.ts";

/** Every effect of one feature on another within the transaction of the change. Other effects are consumers (consumers.ts). */
export function registerListeners(): void {
  forgetListeners();
  // A held call unlocks the full blueprint; correcting it to missed locks it again.
  onEvent(bookingHeld, async (ctx, call) =>
    recordHeldCall(ctx, { ...call, blueprintId: await findBookedBlueprint(ctx, call.bookingId) }),
  );
  onEvent(bookingMissed, revertMissedCall);
  for (const analyzed of [analysisCreated, analysisRevised])
    onEvent(analyzed, (ctx, { userId }) => applyHeldCalls(ctx, userId));
  onEvent(fullBlueprintUnlocked, cancelUnneededInvoice);
  // There is no call by invoice without its invoice, and no canceled one with an open invoice that is not due.
  onEvent(bookingMade, invoiceCall);
  onEvent(bookingCancelled, returnPrice);
  // Invoices, receipts and credit notes are rendered when their mail is sent.
  registerDrawer(documentDrawer, drawDocumentFile);
  registerDrawer(reportDrawer, drawReport);
  // A sequence mail is not sent after an exit, even before the consumer has processed the exit.
  registerLastCheck("outreach", mailsAfterExit);
  // Terms that are withdrawn before their day are no longer announced.
  registerAfterChange("legal-notices", stopNotices);
  // Undoing an import keeps people who are in a sequence.
  registerProspectUse("sequences", listSequencedProspects);
  // Deleting a prospect ends its sequences and cancels their unsent mail.
  registerBeforeRemoval("sequences", endBeforeRemoval);
  // Every feature removes the data of the owner of a deleted account.
  for (const feature of Object.values(featuresWithPersonalData)) onEvent(accountDeleted, feature.forgetPerson);
  // The newsletter subscription, a pending request for access and unused codes move to a verified new address.
  onEvent(accountEmailChanged, moveRequests);
  onEvent(accountEmailChanged, async (ctx, emails) => void (await moveSubscription(ctx, emails)));
  // A reply to a sequence mail notifies the owner of the prospect.
  onEvent(mailReplied, forwardSequenceReply);
  onEvent(mailBounced, addRejectionTask);
  onEvent(mailComplained, (ctx, { email }) => unsubscribeByAddress(ctx, { email, by: "complaint" }));
}
