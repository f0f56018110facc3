import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "#app/platform/db.server.ts";
import { log } from "#app/platform/log.server.ts";
import {
  clientHash,
  type NewSecurityEvent,
  printable,
  securityDay,
  storeSecurityEvents,
} from "./security-events.server.ts";
import type { SecurityKind } from "./security-kinds.ts";
import { storedAddress, withoutQuery } from "./stored-address.server.ts";

/*
 * Counts events for the security page in the background. Events are batched in memory and written by one statement at a
 * time: a flood never costs one statement per event, and no response waits for the database. Per process and day, at
 * most `maxClients` clients get separate rows; the others share one.
 */

const maxClients = 2000;
/** Rows of one statement; further events count for the shared client. */
const maxGathered = 1000;
const manyClients = "many-clients";
const privateClients = "private-visitors";

/** `address`: of the client, stored as a daily hash; null for visitors who opt out of tracking. */
export type GatheredEvent = {
  kind: SecurityKind;
  rule: string;
  path: string;
  userAgent: string;
  address: string | null;
  now: Date;
};

const gathered = new WeakMap<Db, Map<string, NewSecurityEvent>>();
const known: { day: string; clients: Set<string> } = { day: "", clients: new Set() };

/** Queues an event for counting. Resolves once the count is stored; callers need not wait. Never rejects. */
export async function gatherEvent(db: Db, { kind, rule, path, userAgent, address, now }: GatheredEvent): Promise<void> {
  const waiting = gathered.get(db);
  const events = waiting ?? new Map<string, NewSecurityEvent>();
  const client = clientOf(now, address, events.size < maxGathered);
  const key = `${securityDay(now)} ${kind} ${rule} ${client}`;
  const earlier = events.get(key);
  events.set(key, {
    kind,
    client,
    rule: printable(rule, 60),
    path: printable(storedAddress(withoutQuery(path)), 200),
    referrer: null,
    userAgent: printable(userAgent, 500),
    at: earlier?.at ?? now,
    lastAt: now,
    count: (earlier?.count ?? 0) + 1,
  });
  if (waiting) return;
  gathered.set(db, events);
  await write(db);
}

async function write(db: Db): Promise<void> {
  for (;;) {
    await nextTurn();
    const events = gathered.get(db);
    if (!events || events.size === 0) break;
    gathered.set(db, new Map());
    try {
      await storeSecurityEvents({ db }, [...events.values()]);
    } catch (error) {
      log.debug({ err: error }, "security events were not counted");
    }
  }
  gathered.delete(db);
}

function clientOf(now: Date, address: string | null, isRoom: boolean): string {
  if (address === null) return privateClients;
  if (!isRoom) return manyClients;
  const client = clientHash(now, address);
  const day = securityDay(now);
  if (known.day !== day) {
    known.day = day;
    known.clients = new Set();
  }
  if (known.clients.size >= maxClients && !known.clients.has(client)) return manyClients;
  known.clients.add(client);
  return client;
}
