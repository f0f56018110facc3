import fc from "fast-check";
import { expect, test } from "vitest";
import { nextHost, type Share } from "./round-robin.ts";

const monday = new Date("2026-03-02T15:00:00Z");
const tuesday = new Date("2026-03-03T15:00:00Z");
const share = (hostId: string, calls: number, lastGivenAt: Date | null = null): Share => ({
  hostId,
  calls,
  lastGivenAt,
});

test("the host with the fewest calls is next, even if it was assigned last", () => {
  expect(nextHost([share("a", 2, monday), share("b", 1, tuesday)])).toBe("b");
  expect(nextHost([share("a", 1, tuesday), share("b", 2, monday)])).toBe("a");
});

test("with as many calls it is the host assigned longest ago; a host without an assignment comes first", () => {
  expect(nextHost([share("a", 1, tuesday), share("b", 1, monday)])).toBe("b");
  expect(nextHost([share("a", 1, monday), share("b", 1)])).toBe("b");
});

test("otherwise the order of the list decides, and without hosts there is none", () => {
  expect(nextHost([share("a", 1, monday), share("b", 1, monday)])).toBe("a");
  expect(nextHost([share("a", 0), share("b", 0)])).toBe("a");
  expect(nextHost([])).toBeNull();
});

test("calls assigned in turn differ by at most one between hosts", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 40 }), (hosts, calls) => {
      const shares = Array.from({ length: hosts }, (_, host) => share(`host-${host}`, 0));
      for (let call = 0; call < calls; call += 1) {
        const next = shares.find(({ hostId }) => hostId === nextHost(shares))!;
        next.calls += 1;
        next.lastGivenAt = new Date(monday.getTime() + call);
      }
      const counts = shares.map((each) => each.calls);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }),
  );
});
