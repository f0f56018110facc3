import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { userObject } from "#app/features/accounts/audit.ts";
import { auditGroups, auditLabel } from "#app/shell/admin/audit/audit-catalog.ts";
import { namedObjects } from "#app/shell/admin/audit/audit-objects.server.ts";
import { mappedPages } from "#tests/fixtures/page-loaders.ts";

type Declared = Record<string, Record<string, unknown>>;
const files = globSync("app/features/**/audit.ts").sort();
const declared = await Promise.all(files.map(async (file) => (await import(`../../../${file}`)) as Declared));
const isActions = ([name]: [string, unknown]) => name.endsWith("Audit");
const declaredNames = declared
  .flatMap((module) => Object.entries(module).filter(isActions))
  .flatMap(([, actions]) => Object.values(actions) as string[]);

const auditNames = auditGroups.flatMap(({ labels }) => Object.keys(labels));

test("no audit action is declared twice", () => {
  expect(declaredNames.filter((name, place) => declaredNames.indexOf(name) !== place)).toEqual([]);
});

test("every audit action is noun.past-tense, because stored entries are searched by it", () => {
  for (const name of auditNames) expect(name).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/);
});

test("every audit action has a label on the audit page, and every label an action", () => {
  expect(files.length).toBeGreaterThan(5);
  expect(auditNames.toSorted()).toEqual(declaredNames.toSorted());
  for (const name of auditNames) {
    const { text, object } = auditLabel(name);
    expect(text, name).toMatch(/^[a-z][a-z -]+$/);
    expect(object.name, name).toMatch(/^[A-Z]/);
  }
});

test("the page of every object of an audit entry is an admin page", () => {
  const paths = mappedPages.map(({ path }) => new RegExp(`^/${path.replace(/:\w+/g, "[^/]+")}$`));
  for (const name of auditNames) {
    const page = auditLabel(name).object.page?.("018f0000-0000-7000-8000-000000000001");
    if (page)
      expect(paths.some((path) => path.test(page)) && page.startsWith("/admin/"), `${name}: ${page}`).toBe(true);
  }
});

test("every record with its own page has a name in the audit log", () => {
  for (const name of auditNames) {
    const { object } = auditLabel(name);
    if (!object.page || object.page("one") === object.page("two")) continue;
    expect(namedObjects.has(object) || object === userObject, `${name}: ${object.name}`).toBe(true);
  }
});
