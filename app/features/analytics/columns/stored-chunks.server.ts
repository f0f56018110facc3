/*
 * Chunks of past days, stored as they are in memory: one row per day instead of thousands. A stored chunk is used only for the same
 * version of its day, so changed visits need no invalidation. Outdated chunks are deleted and replaced after the next derivation.
 * Deleting a visitor's data also deletes the stored chunks that contain it, in the same transaction.
 */

import { promisify } from "node:util";
import { Deserializer, Serializer } from "node:v8";
import { zstdCompress, zstdDecompress } from "node:zlib";
import { inArray, sql } from "drizzle-orm";
import { utcDate } from "#app/lib/calendar-dates.ts";
import { hourMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import { analyticsDayChange, analyticsDayChunk } from "../tables.server.ts";
import { bytesOf, type DayChunk } from "./day-chunk.ts";
import { dayVersion } from "./day-version.server.ts";
import { readChunk } from "./load-chunk.server.ts";
import type { ChangedDay } from "./picked-rows.ts";
import { timeSlice } from "./time-slices.ts";

/** Increase when columns of chunks are added or change their meaning. V8 cannot read data that a later V8 wrote. */
const layout = `2 ${process.versions.v8}`;

/** Processes may hold hits for up to an hour while the database is down. */
const settledMs = 2 * hourMs;
const daysPerRun = 40;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const storedVersion = (version: string) => `${layout}/${version}`;

export type StoredChunks = ReadonlyMap<string, DayChunk>;

export async function findStoredChunks(
  { db }: Pick<Ctx, "db">,
  days: readonly Pick<ChangedDay, "day" | "version">[],
): Promise<StoredChunks> {
  const found = new Map<string, DayChunk>();
  if (days.length === 0) return found;
  const versions = new Map(days.map(({ day, version }) => [day, version]));
  const rows = await db
    .select()
    .from(analyticsDayChunk)
    .where(inArray(analyticsDayChunk.day, [...versions.keys()]));
  const current = rows.filter(({ day, version }) => version === storedVersion(versions.get(day)!));
  const unpacked = await Promise.all(current.map(({ columns }) => decompress(columns)));
  for (const [n, { day }] of current.entries()) {
    await timeSlice();
    found.set(day, { day, version: versions.get(day)!, ...columnsOf(unpacked[n]!) });
  }
  return found;
}

/** Deletes outdated chunks and stores missing ones of past days, latest first, at most `daysPerRun`. Returns the number stored. */
export async function storeChunks({ db, now }: Pick<Ctx, "db" | "now">): Promise<number> {
  const missing = await db.transaction(async (tx) => {
    await tx.execute(lockChunks);
    await tx.execute(sql`
      delete from ${analyticsDayChunk} k where not exists (
        select from ${analyticsDayChange} c where c.day = k.day having k.version = ${storedVersion("")}::text || ${dayVersion.version})`);
    const { rows } = await tx.execute<Pick<ChangedDay, "day" | "lastAt">>(sql`
      select c.day::text as day, ${dayVersion.lastAt} as "lastAt" from ${analyticsDayChange} c
      where c.day < ${utcDate(now)}::date
        and not exists (select from ${analyticsDayChunk} k where k.day = c.day)
      group by c.day having max(c.last_at) < ${new Date(now.getTime() - settledMs).toISOString()}::timestamptz
      order by c.day desc limit ${daysPerRun}`);
    return rows;
  });
  for (const day of missing)
    await db.transaction(async (tx) => {
      await tx.execute(lockChunks);
      const chunk = await readChunk({ db: tx }, day);
      const row = { day: day.day, version: storedVersion(chunk.version), columns: await packed(chunk) };
      await tx.insert(analyticsDayChunk).values(row).onConflictDoUpdate({ target: analyticsDayChunk.day, set: row });
    });
  return missing.length;
}

/** Blocks storing while a visitor's data is being deleted: chunks would be read from rows that are about to be deleted. */
const lockChunks = sql`select pg_advisory_xact_lock(hashtext('analytics_day_chunks'))`;

/** Deletes the stored chunks with visits or views of this session. Call it before deleting these, in the same transaction. */
export async function deleteStoredChunks({ db }: Pick<Ctx, "db">, sessionId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(hashtext('analytics_day_chunks'))`);
  const days = await visitStore().daysOf({ db }, sessionId);
  if (days.length > 0) await db.delete(analyticsDayChunk).where(inArray(analyticsDayChunk.day, days));
}

async function packed({ start, visits, views }: DayChunk): Promise<Uint8Array> {
  const serializer = new Serializer();
  serializer.writeHeader();
  serializer.writeValue({ start, visits, views });
  return compress(serializer.releaseBuffer());
}

function columnsOf(serialized: Uint8Array): Omit<DayChunk, "day" | "version"> {
  const deserializer = new Deserializer(serialized);
  deserializer.readHeader();
  const columns = deserializer.readValue() as Pick<DayChunk, "start" | "visits" | "views">;
  return { ...columns, bytes: bytesOf(columns) };
}
