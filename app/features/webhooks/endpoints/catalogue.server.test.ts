import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { trainingTitles } from "#app/features/content/training-terms.ts";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { lostReasons } from "#app/features/pipeline/prospects/stages.ts";
import { daySeconds, hourMs } from "#app/lib/durations.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { apiEndpoints } from "#app/routes/api/api.server.ts";
import { openApiDocument } from "#app/routes/api/openapi.server.ts";
import { connectConsumers } from "#server/consumers.ts";
import { eventRegistry } from "#server/event-registry.ts";
import { describeSchedule, failingSinceAfter, nextAttemptAt, retryAfterOf } from "../sending/retry-schedule.ts";
import { listCatalogue, sampleData } from "./catalogue.server.ts";
import { areKnown, namesMatching } from "./subscriptions.server.ts";

beforeAll(connectConsumers);
afterAll(() => registerConsumers({ consumers: [], events: [] }));

const events = () => listCatalogue().flatMap((group) => group.events);

test("the catalog lists every event except the deletion of an account", () => {
  const names = eventRegistry.map(({ name }) => name).filter((name) => name !== "account.deleted");
  expect(
    events()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(names.sort());
  expect(listCatalogue().find(({ group }) => group === "full_blueprint.*")?.title).toBe("Full blueprint");
});

test("every sample matches the JSON Schema of its event and the payload, and every text field has a sample", () => {
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  for (const { name, schema, sample } of events()) {
    const isValid = ajv.compile(schema);
    expect(isValid(sample), `${name}: ${JSON.stringify(isValid.errors)}`).toBe(true);
    const definition = eventRegistry.find((each) => each.name === name)!;
    expect(() => z.decode(definition.payload, sample.data), name).not.toThrow();
    expect(JSON.stringify(sample), `${name} has a text field without a sample in samples.ts`).not.toContain('"Sample"');
    expect(isValid({ ...sample, data: {} }), name).toBe(false);
  }
  expect(sampleData("unknown.event")).toEqual({});
  expect(sampleData("prospect.stage_changed")).toMatchObject({
    to: "lost",
    reason: expect.toBeOneOf(Object.keys(lostReasons)),
  });
  const reasons = events().flatMap(({ sample: { data } }) => data["reason"] ?? []);
  expect(reasons.length).toBeGreaterThan(2);
  expect(new Set(reasons).size, "events with another meaning share a reason").toBe(reasons.length);
  expect(trainingTitles()).toContain(sampleData("training.registered")["program"]);
});

test("the API description has the same events, with schema and sample", () => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "https://gtmarc.example" });
  const { webhooks } = openApiDocument(apiEndpoints);
  expect(Object.keys(webhooks ?? {})).toEqual(events().map(({ name }) => name));
  expect(webhooks?.["booking.made"]).toMatchObject({
    post: { requestBody: { content: { "application/json": { example: { type: "booking.made" } } } } },
  });
});

test("patterns are names, groups or everything", () => {
  expect(namesMatching(["booking.*", "kit.downloaded"])).toEqual([
    ...["booking.made", "booking.moved", "booking.cancelled", "booking.held", "booking.missed", "kit.downloaded"],
  ]);
  expect(namesMatching(["*"])).toHaveLength(events().length);
  expect(areKnown(["*", "booking.*", "booking.made"])).toBe(true);
  for (const pattern of ["bookings.*", "booking.unknown", "account.deleted", "*.made", ""])
    expect(areKnown([pattern]), pattern).toBe(false);
});

test("the schedule: twelve attempts in five days; Retry-After only delays, by at most a day", () => {
  const at = new Date("2026-03-02T15:00:00Z");
  const after = (attempt: number, retryAfterSeconds: number | null, random = 0) => {
    const next = nextAttemptAt({ attempt, at, retryAfterSeconds }, random);
    return next && (next.getTime() - at.getTime()) / 1000;
  };
  expect([1, 2, 11, 12].map((attempt) => after(attempt, null))).toEqual([5, 300, daySeconds, null]);
  expect([after(1, 60), after(3, 60), after(1, 10_000_000), after(1, null, 1)]).toEqual([60, 1800, daySeconds, 5.5]);
  expect(describeSchedule().slice(0, 4)).toEqual(["5 seconds", "5 minutes", "30 minutes", "2 hours"]);
  const dates = ["120", "Mon, 02 Mar 2026 15:02:00 GMT", "Sun, 01 Mar 2026 15:00:00 GMT", "soon", "-5", undefined];
  expect(dates.map((header) => retryAfterOf(header, at))).toEqual([120, 120, 0, null, null, null]);
  const before = (hours: number) => new Date(at.getTime() - hours * hourMs);
  expect(failingSinceAfter({ failingSince: before(100), lastFailedAt: before(20) }, at)).toEqual(before(100));
  expect(failingSinceAfter({ failingSince: before(100), lastFailedAt: before(60) }, at)).toEqual(at);
  expect(failingSinceAfter({ failingSince: null, lastFailedAt: null }, at)).toEqual(at);
});
