import { afterEach, beforeEach, expect, test } from "vitest";
import { bookingMade } from "#app/features/booking/events.ts";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import type { EventDefinition } from "#app/features/events/event-definition.ts";
import { forgetListeners, publish } from "#app/features/events/events.server.ts";
import { mailBounced, mailComplained, mailReplied } from "#app/features/mail/events.ts";
import { deliverMailJob } from "#app/features/mail/jobs.server.ts";
import { deliverDueMail } from "#app/features/mail/sending/delivery.server.ts";
import { subscribeNewsletter } from "#app/features/newsletter/newsletter.server.ts";
import { failImportJob, importProspectsJob, runImport } from "#app/features/pipeline/import/import-job.server.ts";
import { runUndo, undoImport, undoImportJob } from "#app/features/pipeline/import/import-undo.server.ts";
import { readImport, startImport, uploadImport } from "#app/features/pipeline/import/imports.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { deleteProspects } from "#app/features/pipeline/removing/removing.server.ts";
import { enrol } from "#app/features/sequences/enrollments/enrollments.server.ts";
import { advanceDue } from "#app/features/sequences/steps/worker.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import type { Mailer } from "#app/platform/mail/mailer.server.ts";
import { registerListeners } from "#server/process/listeners.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { booking } from "#tests/fixtures/running-sequences.ts";
import { oneMail, runningSequence } from "#tests/fixtures/sequences-commands.ts";
import { useDatabase } from "#tests/setup/test-database.ts";

/* What other features do to the sequences of a person, and replies to their mails: connected as in the product. */

const { ctx, pool } = useDatabase({ jobs: [failImportJob, importProspectsJob, undoImportJob, deliverMailJob] });
const email = "dana@northfield.example";
beforeEach(() => {
  useSettings({
    ...{ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" },
    NEWSLETTER_CONFIRMATION: false,
  });
  registerListeners();
});
afterEach(() => {
  forgetListeners();
  registerConsumers({ consumers: [], events: [] });
});

const rows = async (query: string) => (await pool.query(query)).rows;
const happened = (definition: unknown, payload: object) =>
  inTransaction(ctx, (tx) => publish(tx, definition as EventDefinition, payload as never));

async function withQueuedMail(): Promise<string> {
  const { id } = await runningSequence(ctx, oneMail);
  const person = value(await createProspect(ctx, { email }));
  value(await enrol(ctx, { id, email }));
  expect(await advanceDue(ctx)).toMatchObject({ mails: 1 });
  return person.id;
}

test("a booked call cancels a queued mail before any consumer has run", async () => {
  registerConsumers({ consumers: [], events: [bookingMade] as unknown as EventDefinition[] });
  await withQueuedMail();
  await happened(bookingMade, booking(email));
  const taken: string[] = [];
  const mailer: Mailer = {
    send: async ({ to }) => {
      taken.push(to);
      return { outcome: "accepted", answer: "250" };
    },
    ...{ parallel: 1, isClosing: () => false, check: async () => null, close: () => undefined },
  };
  await deliverDueMail(ctx, { mailer });
  expect(taken).not.toContain(email);
});

test("deleting a prospect cancels the queued mail of its sequence", async () => {
  const prospectId = await withQueuedMail();
  value(await deleteProspects(await asAdmin(ctx), { prospectIds: [prospectId] }));
  expect(await rows("select status from message where kind = 'sequence-mail'")).toEqual([{ status: "cancelled" }]);
});

test("undoing an import keeps a person who is in a sequence", async () => {
  const admin = await asAdmin(ctx);
  const { id } = await runningSequence(ctx, oneMail);
  const file = { fileName: "leads.csv", bytes: new TextEncoder().encode(`Email\n${email}\nlee@northfield.example\n`) };
  const { id: importId } = value(await uploadImport(admin, file));
  value(await startImport(admin, { importId, columns: { email: 0 }, existing: "skip" }));
  await runImport(ctx, importId);
  value(await enrol(ctx, { id, email }));
  value(await undoImport(admin, { importId }));
  await runUndo(ctx, importId);
  const { undone } = value(await readImport(admin, { importId, params: new URLSearchParams() }));
  expect(undone).toMatchObject({ removed: 1, kept: { in_use: 1 } });
});

test("a reply and a rejection become tasks, and a complaint ends the newsletter", async () => {
  await withQueuedMail();
  await subscribeNewsletter(asAnonymous(ctx), { email, source: "popup" });
  const mail = { messageId: newId(), email, kind: "sequence-mail" };
  await happened(mailReplied, { ...mail, isFromRecipient: true, matchedBy: "references" });
  await happened(mailBounced, { ...mail, isFinal: true, bounce: "soft", cause: "rejected" });
  await happened(mailComplained, mail);
  expect(await rows("select title from prospect_task order by id")).toEqual([
    { title: `Reply to ${email}` },
    { title: `Read why emails to ${email} are rejected` },
  ]);
  expect(await rows("select unsubscribed_by as by from newsletter_subscriber")).toEqual([{ by: "complaint" }]);
});
