import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { sampleData } from "#app/features/webhooks/endpoints/catalogue.server.ts";
import { eventCatalog } from "../scripts/event-catalog.ts";
import { eventRegistry } from "./event-registry.ts";

test("docs/events.md matches the registry (else run npm run script event-catalog)", () => {
  expect(readFileSync("docs/events.md", "utf8")).toBe(eventCatalog());
});

test("every event that a feature declares is in the registry, with a unique name in the past tense", async () => {
  const declared: string[] = [];
  for (const file of globSync("app/features/*/events.ts")) {
    const source = readFileSync(file, "utf8");
    declared.push(...[...source.matchAll(/^ {2}name: "([^"]+)"/gm)].map((match) => match[1]!));
  }
  const names = eventRegistry.map(({ name }) => name);
  expect(names.toSorted()).toEqual(declared.sort());
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
});

test("the main file of a feature names its events", () => {
  for (const file of globSync("app/features/*/events.ts")) {
    const [feature, main] = [basename(dirname(file)), dirname(file)];
    const header = [`${main}/${feature}.ts`, `${main}/${feature}.server.ts`]
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path, "utf8"))
      .join("\n");
    for (const [, name] of readFileSync(file, "utf8").matchAll(/^ {2}name: "([^"]+)"/gm))
      expect(header, file).toContain(name);
  }
});

test("every payload has a JSON Schema, and no field of it can hold a secret", () => {
  for (const { name, payload } of eventRegistry) {
    const schema = z.toJSONSchema(payload, { io: "input" });
    expect(schema, name).toMatchObject({ type: "object" });
    expect(Object.keys(payload.shape).join(" "), name).not.toMatch(/token|secret|password|hash|code\b/i);
  }
});

test("an event is about the account and the address in its payload, so it is deleted with them", () => {
  registerConsumers({ consumers: [], events: eventRegistry });
  for (const { name, payload, subject } of eventRegistry) {
    const data = z.decode(payload, sampleData(name)) as Record<string, string | undefined>;
    const email = data["newEmail"] ?? data["email"];
    const person = { ...(data["userId"] && { userId: data["userId"] }), ...(email && { email }) };
    expect(subject(data), `subject of ${name}`).toMatchObject(person);
  }
});
