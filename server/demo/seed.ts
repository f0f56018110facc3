import { and, gt, sql } from "drizzle-orm";
import { hashPassword } from "#app/features/accounts/passwords/password-hash.server.ts";
import { findDemo } from "#app/features/demo/demo.server.ts";
import { listWrittenRows } from "#app/features/demo/rows.server.ts";
import { demoRow } from "#app/features/demo/tables.server.ts";
import { consumersOf } from "#app/features/events/consumers.server.ts";
import { deliverEvent } from "#app/features/events/delivery.server.ts";
import { event } from "#app/features/events/tables.server.ts";
import { recordDemoMailAsSent } from "#app/features/mail/messages/demo-mail.server.ts";
import { rescoreProspects } from "#app/features/pipeline/projection/rescoring.server.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { addClients } from "./clients.ts";
import { addNewsletter } from "./newsletter.ts";
import { addOutreach } from "./outreach.ts";
import { addPipelineWork } from "./pipeline.ts";
import { addReplies } from "./replies.tsx";
import { Timeline } from "./timeline.ts";
import { addTraffic } from "./traffic.ts";
import { DemoVisits, prepareVisits, storeVisits } from "./visits.ts";
import { addWebhooks } from "./webhooks.ts";

export type Seeded = { people: number; visitors: number; rows: number };

/**
 * Loads demo data: sixty people over the 90 days before `ctx.now`, created by the features' own commands with a simulated
 * clock, and their visits and those of others. Uses one transaction, so a killed process leaves no rows. Refusal: `loaded`
 * (demo data already exists).
 *
 * Its mails count as sent but are never delivered, and each event is delivered to its consumers right after its action, so jobs
 * queued by the commands have nothing to do and are dropped.
 */
export async function seedDemo(
  ctx: Ctx,
  { seed = 1 }: { seed?: number } = {},
): Promise<Result<Seeded, Refusal<"loaded">>> {
  const visits = new DemoVisits(ctx.now, seed);
  const terms = await prepareVisits(ctx, visits);
  return ctx.db.transaction(
    async (transaction): Promise<Result<Seeded, Refusal<"loaded">>> => {
      const tx: Ctx = { ...ctx, db: transaction as unknown as Db };
      // The second check runs outside this transaction: its snapshot misses rows committed after it began.
      if (!(await tryTurn(tx)) || (await findDemo(tx)) || (await findDemo(ctx))) return refuse("loaded");
      const time = new Timeline(ctx.now, seed);
      // A random password, so that no one can sign in.
      const clients = addClients(time, await hashPassword(newId()));
      addNewsletter(time, clients);
      addReplies(time, clients);
      addTraffic(time, visits);
      addOutreach(time, clients);
      let delivered = newId();
      for (const { at, run } of time.ordered()) {
        const then = { ...tx, now: at };
        await run(then);
        delivered = await deliverEvents(tx, delivered);
        await recordDemoMailAsSent(then, 3);
      }
      await addPipelineWork(tx, time);
      await rescoreProspects(tx);
      await addWebhooks(tx, time);
      visits.addClients(clients);
      const visitors = await storeVisits(tx, visits, terms);
      await tx.db.execute(sql`delete from pgboss.job where age(xmin) <= 0`);
      await tx.db.delete(demoRow);
      return ok({ people: clients.length, visitors, rows: await listWrittenRows(tx, ctx.db) });
    },
    { isolationLevel: "repeatable read" },
  );
}

/**
 * Delivers every event logged in this transaction after `since` to each of its consumers, at the time of the event, and then
 * the events that follow. Returns the id of the last one.
 */
async function deliverEvents(tx: Ctx, since: string): Promise<string> {
  for (let last = since; ; ) {
    const logged = await tx.db
      .select({ id: event.id, name: event.name, occurredAt: event.occurredAt })
      .from(event)
      .where(and(gt(event.id, last), sql`age(${event}.xmin) <= 0`))
      .orderBy(event.id);
    if (logged.length === 0) return last;
    for (const { id, name, occurredAt } of logged)
      for (const consumer of consumersOf(name)) await deliverEvent({ ...tx, now: occurredAt }, consumer, id);
    last = logged.at(-1)!.id;
  }
}

/** Returns false if another process is loading demo data. */
async function tryTurn(tx: Ctx): Promise<boolean> {
  const { rows } = await tx.db.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('demo', 0)) as mine`,
  );
  return rows[0]?.mine === true;
}
