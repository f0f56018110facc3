import { and, eq } from "drizzle-orm";
import type { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { colleagueLink } from "../tables.server.ts";
import { followProcess } from "./process-places.ts";

type Processes = DraftInput["processes"];

/** Updates the positions of a draft's links after a save changed the processes. Runs with the blueprint locked. */
export async function followProcesses(
  tx: Pick<Ctx, "db">,
  blueprintId: string,
  { before = [], after = [] }: { before: Processes; after: Processes },
): Promise<void> {
  const links = await tx.db
    .select({ id: colleagueLink.id, place: colleagueLink.place, processName: colleagueLink.processName })
    .from(colleagueLink)
    .where(and(eq(colleagueLink.blueprintId, blueprintId), eq(colleagueLink.part, "process")));
  for (const { id, ...link } of links) {
    const next = followProcess(link, before, after);
    if (next.place === link.place && next.processName === link.processName) continue;
    await tx.db.update(colleagueLink).set(next).where(eq(colleagueLink.id, id));
  }
}
