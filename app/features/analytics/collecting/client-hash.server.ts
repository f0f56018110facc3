import { createHmac, randomBytes } from "node:crypto";
import { eq, lt } from "drizzle-orm";
import { limitKey } from "#app/features/security/client-address.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { analyticsSalt } from "../tables.server.ts";

export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/**
 * Tells clients apart within a day. The salt is random, shared by all processes through the database, and deleted when the day
 * (UTC) is over: afterwards nobody, SECRET or not, can connect a hash to an address or to a hash of another day.
 */
export class ClientHashes {
  readonly #db: Db;
  #current: { day: string; salt: Promise<string> } | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The salt of the day of `now`. */
  async saltOf(now: Date): Promise<string> {
    const day = dayOf(now);
    if (this.#current?.day !== day) {
      const salt = findOrMakeSalt(this.#db, day);
      this.#current = { day, salt };
      salt.catch(() => {
        this.#current = undefined;
      });
    }
    return this.#current!.salt;
  }
}

/** 64 bits of a keyed hash of address (a whole /64 of IPv6) and user agent. */
export const clientHash = (salt: string, address: string, userAgent: string): bigint =>
  createHmac("sha256", salt)
    .update(`${limitKey(address)}\n${userAgent}`)
    .digest()
    .readBigInt64BE();

async function findOrMakeSalt(db: Db, day: string): Promise<string> {
  await db
    .insert(analyticsSalt)
    .values({ day, salt: randomBytes(32).toString("base64url") })
    .onConflictDoNothing();
  const [row] = await db.select().from(analyticsSalt).where(eq(analyticsSalt.day, day));
  return row!.salt;
}

/** Deletes the salts of past days. Returns how many. */
export async function deleteOldSalts(db: Db, now: Date): Promise<number> {
  return (await db.delete(analyticsSalt).where(lt(analyticsSalt.day, dayOf(now)))).rowCount ?? 0;
}
