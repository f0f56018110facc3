import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextHost, type Weighted } from "./round-robin.ts";

const host = (hostId: string, weight = 1): Weighted => ({ hostId, weight });
const next = (hosts: readonly Weighted[], assigned: readonly string[], free = hosts.map(({ hostId }) => hostId)) =>
  nextHost(hosts, new Set(free), assigned);

test("the host with the fewest calls is next, even if it was assigned last", () => {
  const [a, b] = [host("a"), host("b")];
  expect(next([a, b], ["b", "a", "a", "b", "a"])).toBe("b");
  expect(next([a, b], ["a", "b", "a", "a", "b"])).toBe("b");
  expect(next([host("a", 2), b], ["b", "a"])).toBe("a");
});

test("with as many calls it is the host assigned longest ago; a host without an assignment comes first", () => {
  const [a, b] = [host("a"), host("b")];
  expect(next([a, b], ["b", "a"])).toBe("b");
  expect(next([a, b], ["a"])).toBe("b");
});

test("otherwise the order of the list decides, and without free hosts there is none", () => {
  expect(next([host("a"), host("b")], [])).toBe("a");
  expect(next([host("a"), host("b")], ["b"], ["b"])).toBe("b");
  expect(next([host("a")], ["a"], [])).toBeNull();
  expect(next([], [])).toBeNull();
});

describe("shares follow the weights", () => {
  const weights = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 2, maxLength: 6 });
  const hostsOf = (given: readonly number[]) => given.map((weight, index) => host(`host-${index}`, weight));
  const roundOf = (hosts: readonly Weighted[]) => hosts.reduce((sum, { weight }) => sum + weight, 0);
  const assign = (hosts: readonly Weighted[], assigned: string[], calls: number, free = () => hosts) => {
    for (let call = 0; call < calls; call += 1) {
      const ids = free().map(({ hostId }) => hostId);
      assigned.push(next(hosts, assigned, ids)!);
    }
    return assigned;
  };
  const countOf = (assigned: readonly string[], { hostId }: Weighted) => assigned.filter((id) => id === hostId).length;
  const expectShares = (hosts: readonly Weighted[], assigned: readonly string[], tolerance: number) => {
    const rounds = assigned.length / roundOf(hosts);
    for (const each of hosts)
      expect(Math.abs(countOf(assigned, each) - each.weight * rounds)).toBeLessThanOrEqual(tolerance);
  };

  test("exactly after each round, when all are free", () => {
    fc.assert(
      fc.property(weights, fc.integer({ min: 1, max: 5 }), (given, rounds) => {
        const hosts = hostsOf(given);
        expectShares(hosts, assign(hosts, [], rounds * roundOf(hosts)), 0);
      }),
    );
  });

  test("of a host who was away from its return on, without catching up", () => {
    fc.assert(
      fc.property(weights, fc.integer({ min: 0, max: 3 }), fc.integer({ min: 4, max: 8 }), (given, before, away) => {
        const hosts = hostsOf(given);
        const others = hosts.slice(1);
        const round = roundOf(hosts);
        const assigned = assign(hosts, [], before * round);
        assign(hosts, assigned, away * round, () => others);
        const from = assigned.length;
        assign(hosts, assigned, round);
        expect(countOf(assigned.slice(from), hosts[0]!)).toBeLessThanOrEqual(hosts[0]!.weight);
        assign(hosts, assigned, 3 * round);
        expectShares(hosts, assigned.slice(from), 1);
      }),
    );
  });

  test("of a host that is added later", () => {
    fc.assert(
      fc.property(weights, fc.integer({ min: 1, max: 8 }), (given, rounds) => {
        const hosts = hostsOf(given);
        const assigned = assign(hosts.slice(1), [], rounds * roundOf(hosts.slice(1)));
        const from = assigned.length;
        assign(hosts, assigned, 2 * roundOf(hosts));
        expectShares(hosts, assigned.slice(from), 1);
      }),
    );
  });

  test("of a host who is back after a short absence, which is caught up", () => {
    const hosts = [host("a"), host("b")];
    const assigned = assign(hosts, [], 10);
    assign(hosts, assigned, 2, () => hosts.slice(1));
    expectShares(hosts, assign(hosts, assigned, 8), 0);
  });

  test("when calls are canceled: their hosts get others instead", () => {
    fc.assert(
      fc.property(weights, fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), (given, canceled) => {
        const hosts = hostsOf(given);
        const assigned = assign(hosts, [], 4 * roundOf(hosts));
        const first = 2 * roundOf(hosts);
        for (const place of canceled) assigned.splice(first + (place % (assigned.length - first)), 1);
        assign(hosts, assigned, canceled.length);
        expectShares(hosts, assigned, 1);
      }),
    );
  });
});
