import { setTimeout as pause } from "node:timers/promises";
import type { PoolConfig } from "pg";
import { emptyDefinition, type Step } from "../../../app/features/sequences/definitions/definition.ts";
import { enrolView } from "../../../app/features/sequences/enrollments/enrollments.server.ts";
import {
  createSequence,
  publishSequence,
  saveDraft,
  startSequence,
} from "../../../app/features/sequences/sequences.server.ts";
import { system } from "../../../app/lib/actor.ts";
import { migrateDatabase } from "../../../app/platform/database/migrations.server.ts";
import { createDb, openPool } from "../../../app/platform/db.server.ts";
import { startEmbedded } from "../../../app/platform/postgres/embedded.server.ts";
import { type MailServer, startMailServer } from "../../../tests/fakes/mail-server.ts";
import { daytimeZone, wholeDay } from "../../../tests/fixtures/daytime-zone.ts";
import type { Fault, Outcome } from "./fault.ts";
import { nextPort, removeFolder, scratchFolder, secret, startProcess, urlOf } from "./site.ts";

const people = 2_500;
const steps = 2 * people;
const maxSeconds = 240;
/** A process is killed when the mail server has accepted this many mails. */
const killsAt = [300, 1_800, 3_500];

type Pool = ReturnType<typeof openPool>;

/**
 * Two processes on one database and one mail server, 5,000 steps due at once. Three times one of the two is killed and
 * restarted. The killed process's job counts as lost at once instead of after 90 seconds, so that two workers take steps at the
 * same time; claimed mail waits for the end of its lease, which is shortened when nothing else is left.
 */
export const fault: Fault = {
  title: `\`kill -9\` of one of two processes, three times, with ${steps} steps of a sequence due`,
  async run() {
    const folder = scratchFolder();
    const database = await startEmbedded({ dataDir: `${folder}/database`, role: "command" });
    const pool = openPool(database.connection);
    const server = await startMailServer({ keeps: "ids" });
    const settings = {
      ...secret,
      ...{ DATABASE_URL: urlOf(database), SMTP_URL: server.url, COMPANY_TIMEZONE: daytimeZone() },
      ...{ OUTREACH_PER_MINUTE: "60000", OUTREACH_PER_DOMAIN_PER_MINUTE: "60000" },
    };
    const start = () => {
      const port = nextPort();
      return startProcess({ dataDir: `${folder}/data-${port}`, port, settings });
    };
    const sites: Awaited<ReturnType<typeof start>>[] = [];
    try {
      await enroll(database.connection, pool);
      sites.push(await start(), await start());
      const slowest = [];
      for (const [turn, at] of killsAt.entries()) {
        await until(() => server.ids.length >= at);
        const [killed] = sites.splice(0, 1);
        killed!.signal("SIGKILL");
        const killedAt = performance.now();
        await killed!.ended();
        await pool.query(
          "update pgboss.job set state = 'retry', start_after = now() where name = 'sequences.advance' and state = 'active'",
        );
        const taken = new Set(server.ids).size;
        sites.push(await start());
        await until(() => new Set(server.ids).size > taken || turn + 1 === killsAt.length);
        slowest.push(performance.now() - killedAt);
      }
      const isIdle = async () => (await counts(pool)).open === 0;
      await until(isIdle);
      const unsettled = await numberOf(pool, "select count(*) as n from message where status = 'sending'");
      await pool.query("update message set locked_until = now() where status = 'sending'");
      await until(async () => (await counts(pool)).sent === steps);
      return await outcome(pool, server, { unsettled, recoveredMs: Math.max(...slowest) });
    } finally {
      for (const site of sites) await site.stop();
      await server.close();
      await pool.end();
      await database.stop();
      removeFolder(folder);
    }
  },
};

const mail = (key: string): Step => ({
  ...{ key, kind: "mail", delay: { amount: 0, unit: "business_days" }, conditions: [] },
  mail: { subject: `${key} for {{first_name|you}}`, preview: "", body: "Hello {{first_name|there}}." },
});

async function enroll(connection: PoolConfig, pool: Pool) {
  await migrateDatabase(connection);
  await pool.query(
    `insert into prospect (id, email, name, source, stage_since, scored_at, created_at)
     select gen_random_uuid(), 'person-' || i || '@northfield-' || i % 50 || '.example', 'Person ' || i, 'manual', now(), now(), now()
     from generate_series(1, $1::int) as i`,
    [people],
  );
  await pool.query("insert into prospect_address (email, prospect_id) select email, id from prospect");
  const ctx = { db: createDb(pool), actor: system, now: new Date() };
  const definition = { ...emptyDefinition, window: wholeDay, steps: [mail("one"), mail("two")] };
  const made = await createSequence(ctx, { title: "Follow up" });
  if (!made.ok) throw new Error(made.reason.kind);
  const { id } = made.value;
  for (const result of [
    await saveDraft(ctx, { id, version: 1, title: "Follow up", definition }),
    await publishSequence(ctx, { id, version: 2 }),
    await startSequence(ctx, { id }),
    await enrolView(ctx, { id, query: "" }),
  ])
    if (!result.ok) throw new Error(result.reason.kind);
}

async function until(isTrue: () => boolean | Promise<boolean>) {
  for (const deadline = performance.now() + maxSeconds * 1000; !(await isTrue()); await pause(20))
    if (performance.now() > deadline) throw new Error(`nothing more was sent for ${maxSeconds} s`);
}

const numberOf = async (pool: Pool, query: string) => Number((await pool.query(query)).rows[0].n);

const counts = async (pool: Pool): Promise<{ open: number; sent: number }> =>
  (
    await pool.query(`
      select (select count(*)::int from sequence_enrollment where state = 'active')
          + (select count(*)::int from message where status = 'queued') as open,
        (select count(*)::int from message where status = 'sent') as sent`)
  ).rows[0];

async function outcome(
  pool: Pool,
  server: MailServer,
  { unsettled, recoveredMs }: { unsettled: number; recoveredMs: number },
): Promise<Outcome> {
  const { rows } = await pool.query<{ id: string; person: string; step: string }>(`
    select m.message_id as id, e.prospect_id as person, es.step_id as step
    from message m left join sequence_enrollment_step es on es.message_id = m.id
    left join sequence_enrollment e on e.id = es.enrollment_id`);
  const taken = new Set(server.ids);
  const distinct = new Set(rows.map(({ person, step }) => `${person} ${step}`)).size;
  const missing = rows.filter(({ id }) => !taken.has(id)).length + steps - rows.length;
  const repeated = server.ids.length - taken.size;
  const problems = [];
  if (distinct !== rows.length) problems.push(`${rows.length - distinct} steps have more than one mail`);
  if (missing > 0) problems.push(`${missing} steps were forgotten`);
  if (repeated > unsettled)
    problems.push(`${repeated} mails came twice, ${unsettled} were claimed by a killed process`);
  return {
    saw: `${rows.length} mails for ${distinct} steps; ${unsettled} were claimed by a killed process, ${repeated} of them had arrived and came again under their Message-ID`,
    lost: `${missing} of ${steps} steps`,
    recoveredMs: Math.round(recoveredMs),
    problems,
  };
}
