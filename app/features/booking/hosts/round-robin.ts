/** A host's calls of an event type (upcoming, or at most 30 days ago) and the last assignment. */
export type Share = { hostId: string; calls: number; lastGivenAt: Date | null; weight?: number };

/** Calls that ended longer ago do not count, so a host who was away need not catch up for months. */
export const countedDays = 30;

/**
 * Returns the next host among the free ones: fewest calls for their weight first, then the longest since the last assignment, then list order. Null
 * without hosts. Pure.
 */
export function nextHost(free: readonly Share[]): string | null {
  let best: Share | undefined;
  for (const share of free) if (!best || isBefore(share, best)) best = share;
  return best?.hostId ?? null;
}

const isBefore = (a: Share, b: Share): boolean =>
  (a.calls * (b.weight ?? 1) - b.calls * (a.weight ?? 1) || givenAt(a) - givenAt(b)) < 0;

const givenAt = ({ lastGivenAt }: Share): number => lastGivenAt?.getTime() ?? 0;
