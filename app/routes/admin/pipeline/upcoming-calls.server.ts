import { listNextCalls } from "#app/features/booking/bookings/bookings.server.ts";
import { dateIn } from "#app/features/booking/zoned-time.ts";
import type { ProspectEntry } from "#app/features/pipeline/prospects.server.ts";
import type { UpcomingCall } from "#app/features/pipeline/ui/next-step.ts";

/** The next call of each of these prospects, by prospect id, with times in `zone`. One statement. */
export async function upcomingCalls(
  ctx: Parameters<typeof listNextCalls>[0],
  entries: readonly Pick<ProspectEntry, "id" | "addresses">[],
  zone: string,
): Promise<Record<string, UpcomingCall>> {
  const idOf = new Map(entries.flatMap(({ id, addresses }) => addresses.map((address) => [address, id] as const)));
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
    ...{ timeZone: zone, timeZoneName: "short" },
  });
  const calls: Record<string, UpcomingCall> = {};
  // Soonest first.
  for (const { email, start } of await listNextCalls(ctx, [...idOf.keys()])) {
    const id = idOf.get(email);
    // Intl puts a narrow space before AM and PM.
    if (id) calls[id] ??= { day: dateIn(start, zone), time: format.format(start).replaceAll("\u202f", " ") };
  }
  return calls;
}
