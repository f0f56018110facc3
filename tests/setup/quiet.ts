import { afterEach, beforeEach, expect, vi } from "vitest";

/** Console output must be expected with `vi.spyOn(console, "error")`; any other fails the test. */
const loud = ["error", "warn"] as const;
let spies: { [Name in (typeof loud)[number]]?: ReturnType<typeof vi.spyOn> } = {};

beforeEach(() => {
  spies = Object.fromEntries(loud.map((name) => [name, vi.spyOn(console, name)]));
});

afterEach(() => {
  for (const name of loud) {
    const calls = spies[name]?.mock.calls ?? [];
    spies[name]?.mockRestore();
    expect(calls, `console.${name} was called`).toEqual([]);
  }
});
