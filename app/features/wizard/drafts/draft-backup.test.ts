import { expect, test } from "vitest";
import { dayMs } from "#app/lib/durations.ts";
import { type DraftBackup, findBackup, keepBackup, type Shelf } from "./draft-backup.ts";

function shelf(): Shelf & { size: () => number } {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    size: () => kept.size,
  };
}

const backup: DraftBackup = {
  version: 3,
  keptAt: 1_000,
  pending: { inputs: { company: { employees: 45 } } },
  doubtful: [],
  texts: { profile: { hourlyCost: "7oo" } },
};

test("the backup of a blueprint is found for that blueprint only, within a week", () => {
  const local = shelf();
  keepBackup(local, "a", backup);
  expect(findBackup(local, "a", 2_000)).toEqual(backup);
  expect(findBackup(local, "b", 2_000)).toBeNull();
  expect(findBackup(local, "a", 1_000 + 8 * dayMs)).toBeNull();
});

test("an empty backup is removed from storage", () => {
  const local = shelf();
  keepBackup(local, "a", backup);
  keepBackup(local, "a", { ...backup, pending: null, texts: {} });
  expect(local.size()).toBe(0);
});

test("an unreadable backup counts as none, and a failing storage does no harm", () => {
  const local = shelf();
  for (const text of ["{", "7", '{"version":"x"}', "[]"]) {
    local.setItem("gtmarc.blueprint.a", text);
    expect(findBackup(local, "a", 0)).toBeNull();
  }
  const forbidden: Shelf = {
    getItem() {
      throw new Error("denied");
    },
    setItem() {
      throw new Error("full");
    },
    removeItem() {},
  };
  expect(() => keepBackup(forbidden, "a", backup)).not.toThrow();
  expect(findBackup(forbidden, "a", 0)).toBeNull();
});
