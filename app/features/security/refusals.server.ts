import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "#app/platform/db.server.ts";
import { log } from "#app/platform/log.server.ts";
import { clientHash, type NewSecurityEvent, printable, storeSecurityEvents } from "./security-events.server.ts";
import type { SecurityKind } from "./security-kinds.ts";
import { storedAddress, withoutQuery } from "./stored-address.server.ts";

/*
 * Counting refused requests for the security page. Requests are gathered in memory and written by one statement at a time,
 * in the background: a flood costs one statement after the other, never one per request, and a refusal never waits for the
 * database. At most `maxClients` clients a day get rows of their own per process; the others are counted together.
 */

const maxClients = 2000;
/** Rows of one statement; what arrives beyond them counts for the shared client. */
const maxGathered = 1000;
const manyClients = "many-clients";

/** Codes of refusals that are failed sign-ins. */
const signInCodes = new Set([
  "invalid_credentials",
  "wrong_code",
  "challenge_over",
  "second_factor_missing",
  "fresh_code_required",
]);

/** `code` of the refusal, and the status of its response. */
export type RefusedRequest = {
  status: number;
  code: string;
  path: string;
  userAgent: string;
  address: string;
  now: Date;
};

/** The kind of a refusal that is counted, or null: 404 and input that does not fit a schema are everyday. */
export function refusalKind({
  status,
  code,
  path,
}: Pick<RefusedRequest, "status" | "code" | "path">): SecurityKind | null {
  if (signInCodes.has(code)) return "sign_in";
  if (status === 429) return path.startsWith("/api/auth/") ? "sign_in" : "limit";
  return status === 403 || status === 405 || status === 413 || status === 421 ? "refused" : null;
}

const gathered = new WeakMap<Db, Map<string, NewSecurityEvent>>();
const known: { day: string; clients: Set<string> } = { day: "", clients: new Set() };

/** Counts a refused request soon, if its kind is counted. Returns when the count is stored; callers need not wait. */
export async function countRefusal(db: Db, request: RefusedRequest): Promise<void> {
  const kind = refusalKind(request);
  if (!kind) return;
  const { now, address } = request;
  const waiting = gathered.get(db);
  const events = waiting ?? new Map<string, NewSecurityEvent>();
  const client = events.size < maxGathered ? ownOrShared(now, clientHash(now, address)) : manyClients;
  const key = `${now.toISOString().slice(0, 10)} ${kind} ${request.code} ${client}`;
  const earlier = events.get(key);
  events.set(key, {
    kind,
    client,
    rule: printable(request.code, 60),
    path: printable(storedAddress(withoutQuery(request.path)), 200),
    referrer: null,
    userAgent: printable(request.userAgent, 500),
    at: earlier?.at ?? now,
    lastAt: now,
    count: (earlier?.count ?? 0) + 1,
  });
  if (waiting) return;
  gathered.set(db, events);
  await write(db);
}

/** Requests that arrive during a statement are gathered for the next one. */
async function write(db: Db): Promise<void> {
  for (;;) {
    await nextTurn();
    const events = gathered.get(db);
    if (!events || events.size === 0) break;
    gathered.set(db, new Map());
    try {
      await storeSecurityEvents({ db }, [...events.values()]);
    } catch (error) {
      log.debug({ err: error }, "refused requests were not counted");
    }
  }
  gathered.delete(db);
}

function ownOrShared(now: Date, client: string): string {
  const day = now.toISOString().slice(0, 10);
  if (known.day !== day) {
    known.day = day;
    known.clients = new Set();
  }
  if (known.clients.size >= maxClients && !known.clients.has(client)) return manyClients;
  known.clients.add(client);
  return client;
}
