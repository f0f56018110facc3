import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { bookingCancelled, bookingMade } from "#app/features/booking/events.ts";
import { type Consumer, registerConsumers } from "#app/features/events/consumers.server.ts";
import { deliverEvent } from "#app/features/events/delivery.server.ts";
import { eventJobs } from "#app/features/events/dispatch.server.ts";
import { defineEvent, type EventDefinition } from "#app/features/events/event-definition.ts";
import { publish } from "#app/features/events/events.server.ts";
import { replayEvents } from "#app/features/events/replay.server.ts";
import { setClickConsent } from "#app/features/mail/clicks/click-consent.server.ts";
import { mailBounced } from "#app/features/mail/events.ts";
import { deliverMailJob } from "#app/features/mail/jobs.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { oneMail } from "#tests/fixtures/sequences-commands.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { followedNames, followSequences, resetSequences } from "../consumer.server.ts";
import { enrol } from "../enrollments/enrollments.server.ts";
import { outreachToken } from "../enrollments/leave-link.server.ts";
import { leaveOutreach } from "../enrollments/leaving.server.ts";
import { createSequence, publishSequence, saveDraft, startSequence } from "../sequences.server.ts";
import { advanceDue } from "../steps/worker.server.ts";
import { figurePeople, figuresCsv, outreachFigures, periodBefore } from "./outreach-figures.server.ts";

/** The mail feature's events, reduced to what the figures read. */
const aboutMail = (name: string) =>
  defineEvent({
    name,
    version: 1,
    when: "In tests.",
    payload: z.object({ messageId: z.uuid(), email: z.string() }),
    subject: ({ email }) => ({ email }),
    sentence: () => "Something happened to a mail.",
  });
const [clicked, replied] = [aboutMail("mail.clicked"), aboutMail("mail.replied")];
const events = [bookingMade, bookingCancelled, mailBounced, clicked, replied] as unknown as EventDefinition[];
const sequences: Consumer = {
  name: "sequences",
  events: events.filter(({ name }) => followedNames.includes(name)),
  handle: followSequences,
  reset: resetSequences,
};
const { ctx, pool } = useDatabase({ jobs: [...eventJobs([sequences]), deliverMailJob] });
beforeAll(() => registerConsumers({ consumers: [sequences], events }));
afterAll(() => registerConsumers({ consumers: [], events: [] }));
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example" }));

const march = { from: "2026-03-01", to: "2026-03-31" };
const rows = async (query: string) => (await pool.query(query)).rows;
const people = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}@northfield.example`);

async function sixMails() {
  const { id } = value(await createSequence(ctx, { title: "Follow up" }));
  value(await saveDraft(ctx, { id, version: 1, title: "Follow up", definition: { ...oneMail, goal: "payment" } }));
  value(await publishSequence(ctx, { id, version: 2 }));
  value(await startSequence(ctx, { id }));
  for (const email of people) value(await enrol(ctx, { id, email }));
  await advanceDue(ctx, { rates: { perMinute: 100, perDomain: 100 } });
  await pool.query(
    "update message set status = 'sent', next_attempt_at = null, sent_at = now() where to_address <> 'f@northfield.example'",
  );
  await pool.query(
    "update message set status = 'failed', trouble = 'failed', next_attempt_at = null where to_address = 'f@northfield.example'",
  );
  const sent = await rows("select id, to_address from message");
  return { id, mailTo: (email: string) => ({ messageId: sent.find((row) => row.to_address === email).id, email }) };
}

const happen = async (definition: unknown, payload: object) => {
  const eventId = await inTransaction(ctx, (tx) => publish(tx, definition as EventDefinition, payload as never));
  await deliverEvent(ctx, sequences, eventId);
};
const call = (email: string) => ({
  ...{ bookingId: newId(), uid: newId(), eventType: "strategy-session", name: "Dana", email, userId: null },
  ...{ start: new Date("2026-03-20T15:00:00Z"), end: new Date("2026-03-20T15:45:00Z") },
});
const totals = async () => value(await outreachFigures(ctx, march)).total.now;

test("figures count sent mails and their outcomes once", async () => {
  const { mailTo } = await sixMails();
  await happen(mailBounced, { ...mailTo(people[0]!), isFinal: true });
  for (let turn = 0; turn < 2; turn += 1) {
    await happen(clicked, mailTo(people[1]!));
    await happen(replied, mailTo(people[2]!));
  }
  const [{ unsubscribe_key: key }] = await rows(
    "select unsubscribe_key from sequence_enrollment e join prospect p on p.id = e.prospect_id where p.email = 'd@northfield.example'",
  );
  value(await leaveOutreach(ctx, { token: outreachToken(key), by: "page" }));
  const { sent, delivered, bounced, clicks, replies, unsubscribes, complaints } = await totals();
  expect({ sent, delivered, bounced, clicks, replies, unsubscribes, complaints }).toEqual({
    ...{ sent: 5, delivered: 4, bounced: 1, clicks: 1, replies: 1, unsubscribes: 1, complaints: 0 },
  });
});

test("a booked call counts for the first and the last mail before it until it is canceled; a replay counts it once", async () => {
  await sixMails();
  const booked = call(people[1]!);
  await happen(bookingMade, booked);
  await happen(bookingMade, call("stranger@elsewhere.example"));
  const attributed = { bookingsFirst: 1, bookingsLast: 1 };
  expect(await totals()).toMatchObject(attributed);
  await replayEvents(ctx, { consumer: "sequences" });
  expect(await totals()).toMatchObject(attributed);
  await happen(bookingCancelled, { ...booked, reason: "" });
  expect(await totals()).toMatchObject({ bookingsFirst: 0, bookingsLast: 0 });
});

test("each figure links to its people, and the CSV has a row per step", async () => {
  const { mailTo } = await sixMails();
  await happen(clicked, mailTo(people[1]!));
  await happen(mailBounced, { ...mailTo(people[0]!), isFinal: true });
  const { sequences: found } = value(await outreachFigures(ctx, march));
  const step = found[0]!.versions[0]!.steps[0]!;
  const listed = async (figure: "sent" | "delivered" | "clicks" | "replies") =>
    value(await figurePeople(ctx, { ...march, stepIds: [step.stepId], figure })).rows.map(({ email }) => email);
  expect((await listed("sent")).sort()).toEqual(people.slice(0, 5));
  expect((await listed("delivered")).sort()).toEqual(people.slice(1, 5));
  expect(await listed("clicks")).toEqual([people[1]]);
  expect(await listed("replies")).toEqual([]);
  const [head, row] = value(await figuresCsv(ctx, march)).split("\r\n");
  expect(head).toMatch(/^.?Sequence,Version,Step,Subject,Sent,/);
  expect(row).toMatch(/^Follow up,1,1,Hello \[First name\],5,4,1,0,1,,0,/);
});

test("the previous period has the same length and its own figures", async () => {
  expect(periodBefore(march, new Date("2026-06-01"))).toEqual({ from: "2026-01-29", to: "2026-02-28" });
  await sixMails();
  const { total } = value(await outreachFigures(ctx, { from: "2026-04-01", to: "2026-04-30" }));
  expect([total.now.sent, total.before.sent]).toEqual([0, 5]);
});

test("the period before an unfinished one ends at the same time of day", async () => {
  expect(periodBefore(march, new Date("2026-03-10T15:30:00Z"))).toEqual({
    ...{ from: "2026-01-29", to: "2026-02-28", until: "2026-02-07T16:30:00.000Z" },
  });
  await sixMails();
  const sentBefore = async (now: string) =>
    value(await outreachFigures({ ...ctx, now: new Date(now) }, { from: "2026-04-01", to: "2026-04-30" })).total.before
      .sent;
  expect(await sentBefore("2026-04-01T13:00:00Z")).toBe(0);
  expect(await sentBefore("2026-04-02T15:00:00Z")).toBe(5);
  expect(await sentBefore("2026-05-02T15:00:00Z")).toBe(5);
});

test("figures are for admins", async () => {
  expect(await outreachFigures(asAnonymous(ctx), march)).toEqual({ ok: false, reason: { kind: "not_admin" } });
});

test("clicks are counted for people who consented; scanner requests are a separate figure", async () => {
  await setClickConsent(ctx, { address: people[0]!, source: "email-link", agrees: true });
  const { id } = await sixMails();
  const mails = await rows("select to_address as to, links from message where kind = 'sequence-mail'");
  expect(mails.filter(({ links }) => links !== null).map(({ to }) => to)).toEqual([people[0]]);
  await pool.query("update message set scanner_hits = 7 where to_address = $1", [people[0]]);
  const { total } = value(await outreachFigures(ctx, { ...march, sequenceId: id }));
  expect(total.now).toMatchObject({ counted: 1, scans: 7, clicks: 0 });
  expect(total.before).toMatchObject({ counted: 0, scans: 0 });
  const [head = "", row = ""] = value(await figuresCsv(ctx, march)).split("\r\n");
  const cell = (name: string) => row.split(",")[head.split(",").indexOf(name)];
  expect([cell("Clicks by people"), cell("Clicks by scanners")]).toEqual(["0", "7"]);
  // Unknown, as on the page: no email of the previous period had counted clicks.
  const before = row.split(",").slice(head.split(",").indexOf('"Sent'));
  expect(before.filter((text) => text === "")).toHaveLength(2);
});
