import { sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import { analyticsSession } from "../tables.server.ts";
import { chunkOf, type DayChunk } from "./day-chunk.ts";
import type { ChangedDay } from "./picked-rows.ts";
import { timeSlice } from "./time-slices.ts";

/** Reads the rows of one day, in the version that it had when the reading began, or with later changes. */
export async function readChunk(
  ctx: Pick<Ctx, "db">,
  { day, lastAt }: Pick<ChangedDay, "day" | "lastAt">,
): Promise<DayChunk> {
  const read = await visitStore().readDay(ctx, { day, lastAt });
  // A later view has been stored since the days were listed.
  if (read.lastAt !== lastAt) return readChunk(ctx, { day, lastAt: read.lastAt });
  const shared = await sharedClients(ctx, read.visits.session);
  await timeSlice();
  return chunkOf(day, read.version, read, shared);
}

/** The sessions of each client that has several of these. */
async function sharedClients({ db }: Pick<Ctx, "db">, sessions: Int32Array): Promise<number[][]> {
  const distinct = [...new Set(sessions)];
  if (distinct.length < 2) return [];
  const { rows } = await db.execute<{ ids: number[] }>(sql`
    select array_agg(id order by id) as ids from ${analyticsSession}
    where id = any(${sql.param(distinct)}::int[]) and client is not null group by client having count(*) > 1`);
  return rows.map(({ ids }) => ids);
}
