/** A host's share of an event type: calls ahead or at most 30 days back, and when the last was assigned. */
export type Share = { hostId: string; calls: number; lastGivenAt: Date | null };

/** Calls that ended longer ago than this no longer count: a host who was away is not made to catch up for months. */
export const countedDays = 30;

/**
 * The next host in turn among the free ones: fewest calls first, then the one assigned longest ago, then the order of the list.
 * Pure: the same calendar gives the same result. Null without hosts.
 */
export function nextHost(free: readonly Share[]): string | null {
  let best: Share | undefined;
  for (const share of free) if (!best || isBefore(share, best)) best = share;
  return best?.hostId ?? null;
}

function isBefore(a: Share, b: Share): boolean {
  if (a.calls !== b.calls) return a.calls < b.calls;
  return (a.lastGivenAt?.getTime() ?? 0) < (b.lastGivenAt?.getTime() ?? 0);
}
