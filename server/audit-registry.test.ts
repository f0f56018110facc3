import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { auditRegistry } from "./audit-registry.ts";

type Declared = Record<string, Record<string, string>>;
const files = globSync("app/features/**/audit.ts").sort();
const declared = await Promise.all(files.map(async (file) => (await import(`../${file}`)) as Declared));
const names = declared.flatMap((module) => Object.values(module)).flatMap((actions) => Object.values(actions));

test("every audit action that a feature declares is in the registry, and no other", () => {
  expect(files.length).toBeGreaterThan(5);
  expect(auditRegistry.toSorted()).toEqual(names.sort());
});

test("no audit action is declared twice", () => {
  expect(auditRegistry.filter((name, place) => auditRegistry.indexOf(name) !== place)).toEqual([]);
});

test("every audit action is noun.past-tense, because stored entries are searched by it", () => {
  for (const name of auditRegistry) expect(name).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/);
});
