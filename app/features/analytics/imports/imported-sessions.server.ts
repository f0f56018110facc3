import { between, inArray, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { keptSince } from "../privacy/retention.server.ts";
import { type Collected, storeCollected, textsOf } from "../storage/hits.server.ts";
import { Sessions } from "../storage/sessions.server.ts";
import { Terms } from "../storage/terms.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import { analyticsImport, analyticsSession } from "../tables.server.ts";
import { deriveSessions } from "../visits/visits.server.ts";
import { importedKeys, type UmamiLimits } from "./umami.server.ts";

const isBetweenKeys = ({ first, last }: ReturnType<typeof importedKeys>) => `s.key between '${first}' and '${last}'`;

/** Hits from before the retention, or from our own first visit on, are not imported. */
export async function importableHits({ db, now }: Pick<Ctx, "db" | "now">): Promise<UmamiLimits> {
  const imports = await db
    .select({ id: analyticsImport.id })
    .from(analyticsImport)
    .where(sql`${analyticsImport.contents}->>'kind' = 'umami'`);
  const isImported = imports.map(({ id }) => isBetweenKeys(importedKeys(id)));
  const except = `select s.id from analytics_session s where ${["false", ...isImported].join(" or ")}`;
  return { since: keptSince(now), until: await visitStore().firstVisit({ db }, except) };
}

const callsPerBatch = 200;
const deletedAtOnce = 10_000;

/**
 * Stores imported sessions with their hits in the transaction `tx`, and derives their visits. Partitions and terms are stored outside
 * of it, through `ctx`: they are shared with collected hits. `onProgress` receives the number of hits stored so far.
 */
export async function storeImportedHits(
  ctx: Ctx,
  tx: Ctx,
  calls: readonly Collected[],
  onProgress: (hits: number) => Promise<void>,
): Promise<void> {
  const times = calls.flatMap(({ hits }) => hits.map(({ atMicros }) => atMicros / 1000));
  const [first, last] = minMax(times);
  await visitStore().prepareMonths(ctx, new Date(first), new Date(last));
  const terms = new Terms(ctx.db);
  const sessions = new Sessions(tx.db);
  let stored = 0;
  for (let start = 0; start < calls.length; start += callsPerBatch) {
    const batch = calls.slice(start, start + callsPerBatch);
    const facts = batch.flatMap(({ session }) => session ?? []);
    await terms.idsOf(textsOf(batch, facts), ctx.now);
    await storeCollected(tx.db, { terms, sessions }, batch, tx.now);
    const rows = await tx.db
      .select({ id: analyticsSession.id })
      .from(analyticsSession)
      .where(
        inArray(
          analyticsSession.key,
          facts.map(({ key }) => key),
        ),
      );
    if (visitStore().isTransactional)
      await deriveSessions(
        tx,
        rows.map(({ id }) => id),
      );
    stored += batch.reduce((sum, { hits }) => sum + hits.length, 0);
    await onProgress(stored);
  }
}

/** Avoids Math.min, because spreading a long list exhausts the stack. */
const minMax = (values: readonly number[]): [number, number] =>
  values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );

/** Deletes the sessions of an import with their hits, visits and views. */
export async function removeImportedSessions(tx: Pick<Ctx, "db">, importId: string): Promise<void> {
  const { first, last } = importedKeys(importId);
  const mine = between(analyticsSession.key, first, last);
  const sessions = await tx.db.select({ id: analyticsSession.id }).from(analyticsSession).where(mine);
  const ids = sessions.map(({ id }) => id);
  for (let n = 0; n < ids.length; n += deletedAtOnce)
    await visitStore().deleteSessions(tx, ids.slice(n, n + deletedAtOnce));
  await tx.db.delete(analyticsSession).where(mine);
}
