import { and, eq } from "drizzle-orm";
import type { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import { placesOf, type Row } from "#app/features/wizard/drafts/row-merge.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { colleagueLink } from "../tables.server.ts";

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

type DraftProcesses = NonNullable<DraftInput["processes"]>;

/** The target of a link: the position of its process, and the name to find it by after it was removed. */
type ProcessPlace = { place: number | null; processName: string };

/**
 * Returns the target of a link after the owner saved another list. Processes have no ids: rows are recognized as in a
 * merge (row-merge.ts). A removed process that returns with the same name is found again.
 */
export function followProcess(link: ProcessPlace, before: DraftProcesses, after: DraftProcesses): ProcessPlace {
  const place =
    link.place === null
      ? placeOf(link.processName, after)
      : (placesOf(before as Row[], after as Row[], (row) => nameOf(row as DraftProcesses[number]))[link.place] ?? null);
  return { place, processName: place === null ? link.processName : (after[place]?.name ?? "") };
}

function placeOf(name: string, processes: DraftProcesses): number | null {
  const wanted = nameOf({ name });
  const place = wanted === "" ? -1 : processes.findIndex((process) => nameOf(process) === wanted);
  return place < 0 ? null : place;
}

const nameOf = ({ name }: DraftProcesses[number]) => (name ?? "").trim().toLowerCase();
