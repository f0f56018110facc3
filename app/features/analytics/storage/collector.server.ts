import { limitRules } from "#app/features/security/requests/limits.server.ts";
import { databaseFailure, failureReason } from "#app/platform/database/database-failure.server.ts";
import { currentTime } from "#app/platform/dates/clock.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { log } from "#app/platform/log.server.ts";
import { collectedHits } from "#app/platform/metrics.server.ts";
import { ClientHashes } from "../collecting/client-hash.server.ts";
import { ClientLimit } from "../collecting/client-limit.ts";
import { visitStore } from "../store/current-store.server.ts";
import { BatchWriter } from "./batch-writer.ts";
import { type Collected, storeCollected } from "./hits.server.ts";
import { Sessions } from "./sessions.server.ts";
import { Terms } from "./terms.server.ts";

/** Memory for the rows of a payload, in addition to the texts of its body. */
export const payloadBytes = 600;
/** Bytes of payloads in memory (about 20,000 page views), and in one statement. */
const maxWaiting = 20 * 1024 * 1024;
const maxBatch = 4 * 1024 * 1024;
/** In batched mode, the maximum time for which accepted hits are not stored. */
const maxWaitMs = 1000;

/** A process's in-memory state for collecting into one database. */
export type Collector = {
  writer: BatchWriter<Collected>;
  sessions: Sessions;
  hashes: ClientHashes;
  calls: ClientLimit;
  newSessions: ClientLimit;
  /** Gets the sessions of stored hits, null for hits without one. */
  onStored?: ((sessionIds: ReadonlySet<number | null>) => void) | undefined;
  /** Microseconds since 1970, different at every call. */
  nextMicros: (now: Date) => number;
};

/** The clock of hits follows the system clock if it is set back by more than this. */
const clockStepMicros = 60_000_000;

const collectors = new WeakMap<Db, Collector>();

/** Returns the collector of this database, creating it on first use. */
export function collectorOf(db: Db): Collector {
  const known = collectors.get(db);
  if (known) return known;
  const made = createCollector(db);
  collectors.set(db, made);
  return made;
}

function createCollector(db: Db): Collector {
  const terms = new Terms(db);
  const sessions = new Sessions(db);
  let last = 0;
  const collector: Collector = {
    sessions,
    hashes: new ClientHashes(db),
    calls: new ClientLimit(limitRules["collect-analytics"]),
    newSessions: new ClientLimit({ points: 60, seconds: 60 }),
    nextMicros: (now) => {
      const micros = now.getTime() * 1000;
      const isAhead = last >= micros && last - micros < clockStepMicros;
      last = isAhead ? last + 1 : micros;
      return last;
    },
    writer: new BatchWriter<Collected>({
      write: async (calls) => {
        const stored = await storeCollected(db, { terms, sessions }, calls, currentTime());
        collector.onStored?.(stored);
        collectedHits.inc({ outcome: "stored" }, countOf(calls));
      },
      isTemporary: (error) => databaseFailure(error) !== null,
      onLost: (call, error) => {
        collectedHits.inc({ outcome: "lost" }, countOf([call]));
        log.error({ reason: failureReason(error) }, "analytics hits could not be stored");
      },
      maxWaiting,
      maxBatch,
      maxWaitMs,
    }),
  };
  return collector;
}

const countOf = (calls: readonly Collected[]) => calls.reduce((sum, { hits }) => sum + Math.max(1, hits.length), 0);

/**
 * Waits until hits accepted so far are stored. `forget`: removes this session's id from the cache, because the session will be deleted.
 */
export async function settleCollected(db: Db, { forget }: { forget?: string } = {}): Promise<void> {
  const collector = collectors.get(db);
  await collector?.writer.settle();
  await visitStore().deliver({ db });
  if (forget !== undefined) collector?.sessions.forget(forget);
}

/** Stores pending hits and discards the collector; call it before the pool closes. */
export async function closeCollector(db: Db): Promise<void> {
  const collector = collectors.get(db);
  await collector?.writer.close();
  collectors.delete(db);
}
