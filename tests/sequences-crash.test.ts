import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverMailJob } from "#app/features/mail/jobs.server.ts";
import { deliverDueMail } from "#app/features/mail/sending/delivery.server.ts";
import { emptyDefinition, type Step } from "#app/features/sequences/definitions/definition.ts";
import { enrolView } from "#app/features/sequences/enrollments/enrollments.server.ts";
import { createSequence, publishSequence, saveDraft, startSequence } from "#app/features/sequences/sequences.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { createMailer } from "#app/platform/mail/mailer.server.ts";
import { type MailServer, startMailServer } from "./fakes/mail-server.ts";
import { runFixture } from "./fixtures/child.ts";
import { testNow, useDatabase } from "./setup/test-database.ts";

const { ctx, pool, connection } = useDatabase({ jobs: [deliverMailJob] });
let server: MailServer;
beforeAll(async () => {
  useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" });
  server = await startMailServer();
});
afterAll(() => server.close());

const people = 150;
const rows = async (query: string) => (await pool.query(query)).rows;
const mail = (key: string): Step => ({
  ...{ key, kind: "mail", delay: { amount: 0, unit: "business_days" }, conditions: [] },
  mail: { subject: key, preview: "", body: "Hello {{first_name|there}}." },
});

/** `people` prospects, all of them due now for the first of two mails. */
async function enroll() {
  await pool.query(
    `insert into prospect (id, email, source, stage, stage_since, signals, score, scored_at, last_activity_at, created_at, domain)
     select gen_random_uuid(), 'person-' || i || '@northfield.example', 'manual', 'lead', $2, '{}', 0, $2, $2, $2, 'northfield.example'
     from generate_series(1, $1::int) as i`,
    [people, testNow],
  );
  await pool.query("insert into prospect_address (email, prospect_id) select email, id from prospect");
  const definition = { ...emptyDefinition, steps: [mail("one"), mail("two")] };
  const made = await createSequence(ctx, { title: "Follow up" });
  if (!made.ok) throw new Error(made.reason.kind);
  const { id } = made.value;
  for (const result of [
    await saveDraft(ctx, { id, version: 1, title: "Follow up", definition }),
    await publishSequence(ctx, { id, version: 2 }),
    await startSequence(ctx, { id }),
  ])
    expect(result.ok).toBe(true);
  expect(await enrolView(ctx, { id, query: "q=northfield" })).toEqual({
    ...{ ok: true, value: { enrolled: people, blocked: 0 } },
  });
}

const startWorker = () =>
  runFixture<{ claimed: number; sent: number }>(
    "sequence-worker.ts",
    [JSON.stringify(connection), server.url, testNow.toISOString(), "20"],
    { importsMails: true },
  );
const received = (count: number) =>
  expect.poll(() => server.received.length, { timeout: 60_000, interval: 2 }).toBeGreaterThanOrEqual(count);

test("kill -9 of workers, three times: each person gets each step once, and no one is skipped", async () => {
  await enroll();
  // The first worker is killed inside its transaction, with mail queued and steps not yet recorded, while a second one waits.
  const lock = await pool.connect();
  await lock.query("begin; lock table sequence_enrollment_step in share mode");
  const waiting = (kind: string) =>
    expect
      .poll(async () => (await rows(`select 1 from pg_locks where not granted and locktype = '${kind}'`)).length, {
        ...{ timeout: 60_000, interval: 10 },
      })
      .toBeGreaterThan(0);
  const first = startWorker();
  await waiting("relation");
  const second = startWorker();
  await waiting("transactionid");
  await first.kill();
  await lock.query("rollback");
  lock.release();

  // Two more are killed while sending, each next to another worker.
  const third = startWorker();
  await received(40);
  await second.kill();
  const fourth = startWorker();
  await received(120);
  await third.kill();
  await fourth.finish();
  // Claims of a killed worker are released once PostgreSQL notices its end; the product's next run follows that.
  const open = `select 1 from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
    and xact_start is not null and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await rows(open)).length, { timeout: 60_000, interval: 10 }).toBe(0);
  await startWorker().finish();

  // Claims of the killed workers follow when their lease ends.
  const unsettled = new Set(
    (await rows("select message_id from message where status = 'sending'")).map((row) => row.message_id),
  );
  await pool.query("update message set locked_until = $1 where status = 'sending'", [testNow]);
  const mailer = createMailer({ SMTP_URL: server.url, DATA_DIR: "unused", MAIL_FROM: "desk@gtmarc.example" });
  expect(await deliverDueMail(ctx, { mailer })).toMatchObject({ sent: unsettled.size });
  mailer.close();

  const counts = await rows(`
    select count(*)::int as steps, count(distinct message_id)::int as mails,
      (select count(*)::int from message where status = 'sent') as sent,
      (select count(*)::int from sequence_enrollment where state = 'finished' and done = 2) as finished
    from sequence_enrollment_step where outcome = 'mail'`);
  expect(counts).toEqual([{ steps: 2 * people, mails: 2 * people, sent: 2 * people, finished: people }]);

  // Mail accepted by the mail server while its sender was killed is sent again with its Message-ID, which mail programs
  // deduplicate.
  const byId = Map.groupBy(server.received, ({ messageId }) => messageId!);
  const pairs = [...byId.values()].map(([one]) => `${one!.to?.[0]?.address} ${one!.subject}`);
  const wanted = Array.from({ length: people }, (_, n) =>
    ["one", "two"].map((key) => `person-${n + 1}@northfield.example ${key}`),
  );
  expect(pairs.sort()).toEqual(wanted.flat().sort());
  for (const [id, copies] of byId) if (copies.length > 1) expect([copies.length, unsettled.has(id)]).toEqual([2, true]);
});
