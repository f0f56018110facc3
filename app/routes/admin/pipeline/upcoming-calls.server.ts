import { listNextCalls } from "#app/features/booking/agenda/next-calls.server.ts";
import { dateIn } from "#app/features/booking/zoned-time.ts";
import type { ProspectEntry } from "#app/features/pipeline/prospects/prospects.server.ts";
import type { UpcomingCall } from "#app/features/pipeline/ui/next-step.ts";
import { clockOf, isoShortWeekday, zoneAbbreviation } from "#app/lib/dates/date-text.ts";

/** Returns the next call by prospect id, with times in `zone`. One statement. */
export async function upcomingCalls(
  ctx: Parameters<typeof listNextCalls>[0],
  entries: readonly Pick<ProspectEntry, "id" | "addresses">[],
  zone: string,
): Promise<Record<string, UpcomingCall>> {
  const idOf = new Map(entries.flatMap(({ id, addresses }) => addresses.map((address) => [address, id] as const)));
  const calls: Record<string, UpcomingCall> = {};
  for (const { email, start } of await listNextCalls(ctx, [...idOf.keys()])) {
    const id = idOf.get(email);
    if (!id) continue;
    const day = dateIn(start, zone);
    const time = `${isoShortWeekday(day)}, ${clockOf(start, zone)} ${zoneAbbreviation(start, zone)}`;
    calls[id] ??= { day, time };
  }
  return calls;
}
