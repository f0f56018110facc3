import type { Ctx } from "#app/platform/context.server.ts";
import { visitStore } from "../store/current-store.server.ts";
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
  await timeSlice();
  return chunkOf(day, read.version, read);
}
