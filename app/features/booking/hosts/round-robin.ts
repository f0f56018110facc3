/** How much of a kind of call somebody has: calls that are ahead or lie at most 30 days back, and when the last was given. */
export type Share = { hostId: string; calls: number; lastGivenAt: Date | null };

/** Calls that ended longer ago than this no longer count: a host who was away is not made to catch up for months. */
export const countedDays = 30;

/**
 * Whose turn it is among those who are free: fewest calls first, then whoever was given one longest ago, then the fixed
 * order of the list. Depends on nothing else, so that the same calendar always gives the same answer. Null of nobody.
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
