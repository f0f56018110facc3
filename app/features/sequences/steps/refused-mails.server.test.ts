import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Consumer, registerConsumers } from "#app/features/events/consumers.server.ts";
import { deliverEvent } from "#app/features/events/delivery.server.ts";
import { eventJobs } from "#app/features/events/dispatch.server.ts";
import type { EventDefinition } from "#app/features/events/event-definition.ts";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { mailBounced } from "#app/features/mail/events.ts";
import { deliverMailJob } from "#app/features/mail/jobs.server.ts";
import { recordNotification } from "#app/features/mail/receiving/bounces.server.ts";
import { deliverDueMail } from "#app/features/mail/sending/delivery.server.ts";
import { findOurRefusals } from "#app/features/mail/today.server.ts";
import { pipelineEvents } from "#app/features/pipeline/events.ts";
import { hourMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { createMailer, type Mailer } from "#app/platform/mail/mailer.server.ts";
import { type MailServer, reply, startMailServer } from "#tests/fakes/mail-server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { mail } from "#tests/fixtures/running-sequences.ts";
import { oneMail, runningSequence } from "#tests/fixtures/sequences-commands.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { followedNames, followSequences, resetSequences } from "../consumer.server.ts";
import { enrol, listEnrollments } from "../enrollments/enrollments.server.ts";
import { readPersonSequences } from "../enrollments/person-enrollments.server.ts";
import { addRejectionTask } from "../enrollments/replies.server.ts";
import { figurePeople, outreachFigures } from "../figures/outreach-figures.server.ts";
import { reasonText } from "../ui/sequence-badge.tsx";
import { advanceDue } from "./worker.server.ts";

/* Mails of a sequence that a real SMTP server refuses. */

const events = [mailBounced, ...pipelineEvents] as unknown as EventDefinition[];
const sequences: Consumer = {
  name: "sequences",
  events: events.filter(({ name }) => followedNames.includes(name)),
  handle: followSequences,
  reset: resetSequences,
};
const { ctx, pool } = useDatabase({ jobs: [...eventJobs([sequences]), deliverMailJob] });
const dana = "dana@northfield.example";
let server: MailServer;
let mailer: Mailer;
let response = "No";

beforeAll(async () => {
  registerConsumers({ consumers: [sequences], events });
  server = await startMailServer({
    onRecipient() {
      if (response) throw reply(550, response);
    },
  });
  mailer = createMailer({ SMTP_URL: server.url, DATA_DIR: "unused", MAIL_FROM: "hello@gtmarc.example" });
});
afterAll(async () => {
  registerConsumers({ consumers: [], events: [] });
  mailer.close();
  await server.close();
});
beforeEach(() => {
  response = "No";
  forgetListeners();
  onEvent(mailBounced, addRejectionTask);
  useSettings({
    ...{ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", MAIL_FROM: "hello@gtmarc.example" },
  });
});

const at = (hours: number): Ctx => ({ ...ctx, now: new Date(ctx.now.getTime() + hours * hourMs) });
const rows = async (query: string) => (await pool.query(query)).rows;
const delivered = new Set<string>();

/** The worker queues what is due, the server decides, and the consumer follows. */
async function turn(hours: number) {
  await advanceDue(at(hours));
  await deliverDueMail(at(hours), { mailer });
  for (const { id } of await rows("select id from event where name = 'mail.bounced' order by id"))
    if (!delivered.has(id)) {
      delivered.add(id);
      await deliverEvent(at(hours), sequences, id);
    }
}

async function enrolled(steps: number) {
  const keys = ["one", "two", "three", "four", "five"].slice(0, steps);
  const definition = { ...oneMail, steps: keys.map((key) => mail(key, 1, "days")) };
  const { id } = await runningSequence(ctx, definition);
  value(await enrol(ctx, { id, email: dana }));
  return id;
}

async function shown(id: string) {
  const [row] = value(await listEnrollments(ctx, { id })).rows;
  return { state: row!.state, reason: reasonText(row!.reason, row!), prospectId: row!.prospectId };
}

const days = Array.from({ length: 40 }, (_, day) => day * 24);

test("after three refusals in a row the enrollment ends and says why", async () => {
  const id = await enrolled(5);
  for (const hours of days) await turn(hours);
  expect(await shown(id)).toMatchObject({
    state: "exited",
    reason: "Emails were refused three times in a row. All 3 emails were refused",
  });
  const { prospectId } = await shown(id);
  const [enrollment] = value(await readPersonSequences(ctx, { prospectId })).enrollments;
  expect(enrollment).toMatchObject({ mails: 3, refused: 3, reason: "refused" });
  expect(await rows("select reason from suppression")).toEqual([{ reason: "soft-bounces" }]);
});

test("an enrollment whose emails were all refused because of us is not shown as completed, and admins are warned", async () => {
  response = "5.7.1 rejected because of SPF";
  const id = await enrolled(4);
  for (const hours of days) await turn(hours);
  expect(await shown(id)).toMatchObject({ state: "finished", reason: "All 4 emails were refused" });
  expect(await rows("select reason from suppression")).toEqual([]);
  const [{ last: now }] = await rows("select max(created_at) as last from message");
  const last = { ...(await asAdmin(ctx)), now };
  expect(value(await findOurRefusals(last))).toMatchObject({ cause: "sender" });
  expect(value(await findOurRefusals({ ...last, now: at(24 * 60).now }))).toBeNull();
  expect(await findOurRefusals({ ...ctx, actor: { kind: "anonymous" } })).toMatchObject({ ok: false });
});

test("a refused email is neither sent nor bounced in the figures", async () => {
  const id = await enrolled(1);
  for (const hours of days.slice(0, 5)) await turn(hours);
  const period = { from: "2026-01-01", to: "2026-12-31" };
  const { total } = value(await outreachFigures(ctx, period));
  expect(total.now).toMatchObject({ sent: 0, bounced: 0, delivered: 0 });
  const steps = (await rows("select id from sequence_step")).map((row) => row.id as string);
  expect(value(await figurePeople(ctx, { ...period, stepIds: steps, figure: "bounced" })).rows).toEqual([]);
  expect(await shown(id)).toMatchObject({ reason: "The only email was refused" });
});

test("a person whose filter rejects our email gets no more, and the owner gets one task", async () => {
  response = "";
  const id = await enrolled(3);
  for (const hours of days.slice(0, 2)) await turn(hours);
  const [{ id: messageId }] = await rows("select id from message order by id limit 1");
  const report = { action: "failed", status: null, detail: "Please do not write.", cause: "rejected" } as const;
  await recordNotification(at(30), { messageIds: [messageId], reports: [report] });
  for (const hours of days.slice(2)) await turn(hours);
  expect(await shown(id)).toMatchObject({ state: "exited", reason: expect.stringContaining("rejects our emails") });
  expect(await rows("select title from prospect_task")).toEqual([{ title: `Read why emails to ${dana} are rejected` }]);
  expect(await rows("select detail from suppression")).toEqual([{ detail: "Please do not write." }]);
});
