import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { paymentReceived } from "#app/features/billing/events.ts";
import { bookingMade } from "#app/features/booking/events.ts";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import type { EventDefinition } from "#app/features/events/event-definition.ts";
import { publish } from "#app/features/events/events.server.ts";
import { mailReplied } from "#app/features/mail/events.ts";
import { suppress } from "#app/features/mail/refusals/suppression.server.ts";
import { deliverDueMail } from "#app/features/mail/sending/delivery.server.ts";
import { registerLastCheck } from "#app/features/mail/sending/last-checks.server.ts";
import { newsletterUnsubscribed } from "#app/features/newsletter/events.ts";
import { pipelineEvents } from "#app/features/pipeline/events.ts";
import { createProspect, moveProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import type { Mailer } from "#app/platform/mail/mailer.server.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { oneMail, runningSequence } from "#tests/fixtures/sequences-commands.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { enrol } from "../enrollments/enrollments.server.ts";
import { mailsAfterExit } from "./last-check.server.ts";
import { advanceDue } from "./worker.server.ts";

/* A mail is queued, its person acts, and the mail is claimed for sending before any consumer has run. */

const { ctx, pool } = useDatabase();
const events = [bookingMade, paymentReceived, mailReplied, newsletterUnsubscribed, ...pipelineEvents];
beforeAll(() => {
  registerConsumers({ consumers: [], events: events as unknown as EventDefinition[] });
  registerLastCheck("outreach", mailsAfterExit);
});
afterAll(() => registerConsumers({ consumers: [], events: [] }));
beforeEach(
  () =>
    void useSettings({
      SECRET: "a".repeat(32),
      SITE_URL: "https://gtmarc.example",
      CONTACT_EMAIL: "desk@gtmarc.example",
    }),
);

const email = "dana@northfield.example";
const exits = {
  exits: ["booking" as const, "reply" as const, "purchase" as const],
  goal: "analysis_created" as const,
  exitStages: [],
};
const happened = (definition: unknown, payload: object, at: Ctx = ctx) =>
  inTransaction(at, (tx) => publish(tx, definition as EventDefinition, payload as never));
const call = () => ({
  ...{ bookingId: newId(), uid: newId(), eventType: "strategy-session", name: "Dana", email, userId: null },
  ...{ start: new Date(testNow.getTime() + dayMs), end: new Date(testNow.getTime() + 90_000_000) },
});
const paid = () => ({
  ...{ paymentId: newId(), userId: null, email, blueprintId: null, method: "invoice", amountCents: 100 },
});

async function queued(changes: Partial<typeof oneMail> = {}) {
  const { id } = await runningSequence(ctx, { ...oneMail, ...exits, ...changes });
  const person = value(await createProspect(ctx, { email }));
  await pool.query("insert into prospect_address (email, prospect_id) values ('d@northfield.example', $1)", [
    person.id,
  ]);
  value(await enrol(ctx, { id, email }));
  expect(await advanceDue(ctx)).toMatchObject({ mails: 1 });
  return person.id;
}

async function deliver() {
  const taken: string[] = [];
  const mailer: Mailer = {
    send: async ({ to }) => {
      taken.push(to);
      return { outcome: "accepted", answer: "250" };
    },
    ...{ parallel: 1, isClosing: () => false, check: async () => null, close: () => undefined },
  };
  await deliverDueMail(ctx, { mailer });
  const { rows } = await pool.query("select status, attempts from message");
  return { taken, mails: rows };
}
const canceled = { taken: [], mails: [{ status: "cancelled", attempts: 0 }] };

test("a queued mail without an exit is sent", async () => {
  await queued();
  await happened(mailReplied, {
    messageId: newId(),
    email: "ada@lovelace.example",
    isFromRecipient: true,
    matchedBy: "address",
  });
  expect(await deliver()).toEqual({ taken: [email], mails: [{ status: "sent", attempts: 1 }] });
});

test("a call booked before the mail is claimed cancels it", async () => {
  await queued();
  await happened(bookingMade, call());
  expect(await deliver()).toEqual(canceled);
  const { rows } = await pool.query("select name from message_event order by at, id");
  expect(rows.map(({ name }) => name)).toContain("cancelled");
});

test("a call from before the enrollment and one that is no exit of the version cancel nothing", async () => {
  await happened(bookingMade, call());
  await queued();
  expect((await deliver()).taken).toEqual([email]);
  await pool.query("delete from message; delete from sequence; delete from prospect");
  await queued({ exits: [] });
  await happened(bookingMade, call());
  expect((await deliver()).taken).toEqual([email]);
});

test("a payment, a reply and reaching the sequence's goal also cancel it", async () => {
  for (const [definition, payload, changes] of [
    [paymentReceived, paid(), {}],
    [mailReplied, { messageId: newId(), email, isFromRecipient: true, matchedBy: "address" }, {}],
    [paymentReceived, paid(), { exits: [], goal: "payment" as const }],
  ] as const) {
    await pool.query("delete from message; delete from sequence; delete from prospect; delete from event");
    await queued({ ...changes, exits: [...(changes.exits ?? exits.exits)] });
    await happened(definition, payload);
    expect(await deliver()).toEqual(canceled);
  }
});

test("unsubscribing from the newsletter, a complaint from another address and a stage change cancel it", async () => {
  await queued();
  await happened(newsletterUnsubscribed, { subscriberId: newId(), email, by: "one-click" });
  expect(await deliver()).toEqual(canceled);
  await pool.query("delete from message; delete from sequence; delete from prospect; delete from event");

  await queued();
  await suppress(ctx, { address: "d@northfield.example", scope: "lists", reason: "complaint" });
  expect(await deliver()).toEqual(canceled);
  await pool.query("delete from message; delete from sequence; delete from prospect; delete from suppression");

  const prospectId = await queued({ exitStages: ["lost"] });
  value(await moveProspect(ctx, { prospectId, from: "lead", to: "lost", reason: "other", note: "No answer." }));
  expect(await deliver()).toEqual(canceled);
});
