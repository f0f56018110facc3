export type Weighted = { hostId: string; weight: number };

/** Calls that ended longer ago do not count. */
export const countedDays = 30;

/** A host without a call in so many rounds (calls as many as the sum of all weights) was away. */
const awayRounds = 3;

/**
 * Returns the next of the free hosts: fewest calls for their weight first, then the longest since the last assignment, then list order.
 * Calls count from the moment at which the last of the hosts joined or came back, so that a host who was away or is new gets their
 * share from then on and does not catch up. `assigned`: the hosts of an event type's calls in the order of booking, without canceled
 * calls. Null without free hosts. Pure.
 */
export function nextHost(
  hosts: readonly Weighted[],
  free: ReadonlySet<string>,
  assigned: readonly string[],
): string | null {
  const present = new Set(hosts.map(({ hostId }) => hostId));
  const calls = assigned.filter((hostId) => present.has(hostId));
  const awayCalls = awayRounds * hosts.reduce((sum, { weight }) => sum + weight, 0);
  const last = new Map<string, number>();
  const wasAway = (hostId: string, at: number) => {
    const before = last.get(hostId);
    // A host who is free has a call among the first ones; without one, the host counts as new from then on.
    return before === undefined ? at >= hosts.length : at - before > awayCalls;
  };
  let first = 0;
  for (const [at, hostId] of calls.entries()) {
    if (wasAway(hostId, at)) first = at;
    last.set(hostId, at);
  }
  const choices = hosts.filter(({ hostId }) => free.has(hostId));
  if (choices.some(({ hostId }) => wasAway(hostId, calls.length))) first = calls.length;
  const counted = calls.slice(first);
  const loads = choices.map(({ hostId, weight }) => ({
    hostId,
    load: counted.filter((each) => each === hostId).length / weight,
    last: last.get(hostId) ?? -1,
  }));
  const [next] = loads.toSorted((a, b) => a.load - b.load || a.last - b.last);
  return next?.hostId ?? null;
}
