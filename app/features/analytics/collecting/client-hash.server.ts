import { createHmac } from "node:crypto";
import { eq, lt } from "drizzle-orm";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import { dayMs } from "#app/lib/durations.ts";
import type { Db } from "#app/platform/db.server.ts";
import { randomToken } from "#app/platform/secrets/hashes.server.ts";
import { analyticsSalt } from "../tables.server.ts";
import { remembered } from "./recent-map.ts";

/** Hashes a client's address (a whole /64 of IPv6) and user agent. */
type Hash = (address: string, userAgent: string) => bigint;

/**
 * Distinguishes clients within a day. The salt is random, shared by all processes through the database, and deleted at the end of the
 * day (UTC): afterwards no one, not even with SECRET, can connect a hash to an address or to a hash of another day.
 */
export class ClientHashes {
  readonly #db: Db;
  #current: { day: number; hash: Promise<Hash> } | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  onDay(now: Date): Promise<Hash> {
    const day = Math.floor(now.getTime() / dayMs);
    if (this.#current?.day === day) return this.#current.hash;
    const hash = findOrMakeSalt(this.#db, utcDate(now)).then(hashWith);
    const current = { day, hash };
    this.#current = current;
    hash.catch(() => {
      if (this.#current === current) this.#current = undefined;
    });
    return hash;
  }
}

/** 64 bits of an HMAC, cached for the latest clients. */
function hashWith(salt: string): Hash {
  const hash = remembered(20_000, (client) => createHmac("sha256", salt).update(client).digest().readBigInt64BE());
  return (address, userAgent) => hash(`${limitKey(address)}\n${userAgent}`);
}

async function findOrMakeSalt(db: Db, day: string): Promise<string> {
  await db.insert(analyticsSalt).values({ day, salt: randomToken() }).onConflictDoNothing();
  const [row] = await db.select().from(analyticsSalt).where(eq(analyticsSalt.day, day));
  return row!.salt;
}

/** Deletes the salts of past days. Returns how many. */
export async function deleteOldSalts(db: Db, now: Date): Promise<number> {
  return (await db.delete(analyticsSalt).where(lt(analyticsSalt.day, utcDate(now)))).rowCount ?? 0;
}
