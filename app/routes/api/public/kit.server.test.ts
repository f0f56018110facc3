import { beforeEach, expect, test } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { kitEndpoints } from "./kit.server.ts";

const { ctx } = useDatabase();
const call = callsOf(kitEndpoints);
const visitor = asAnonymous(ctx);
beforeEach(() => void useSettings({ SECRET: "a".repeat(32) }));

test("a reported download returns 201 and is counted; an invalid one returns 422", async () => {
  expect((await call(visitor, "/downloads", { download_type: "public_lite", session_id: "anonymous" })).status).toBe(
    201,
  );
  expect(await call(visitor, "/downloads", { download_type: "everything" })).toMatchObject({
    status: 422,
    body: { error: { fields: { download_type: "The download type must be public_lite." } } },
  });
});

test("more than thirty in an hour from one client are not counted", async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 31; index += 1)
    statuses.push((await call(visitor, "/downloads", { download_type: "public_lite" })).status);
  expect(new Set(statuses.slice(0, 30))).toEqual(new Set([201]));
  expect(statuses[30]).toBe(429);
});
