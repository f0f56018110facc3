import { beforeEach, expect, test } from "vitest";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { sessionKey } from "../collecting/session-key.server.ts";
import { exportPersonalData, forgetPerson } from "../personal-data.server.ts";
import { recordFunnelEvent } from "../steps/funnel.server.ts";
import { analyticsIdentity, analyticsSession } from "../tables.server.ts";
import { findVisitorEmails, identifyVisitor } from "./identity.server.ts";
import { deleteVisitData } from "./my-data.server.ts";
import { maintainVisits } from "./retention.server.ts";

const { db, ctx } = useDatabase();
beforeEach(() => void useSettings({ SECRET: "a".repeat(32) }));

const email = "dana@northfield.example";
const dana = { sessionId: "s1", email, isPrivate: false };
const stored = () => db.select().from(analyticsIdentity);

test("an email is stored once per session, with its last use, under the key and not the id", async () => {
  await identifyVisitor(ctx, dana);
  await identifyVisitor(later(ctx, { days: 1 }), { ...dana, email: " Dana@Northfield.example" });
  await identifyVisitor(ctx, { ...dana, sessionId: "s2" });
  expect(await stored()).toEqual([
    { sessionKey: sessionKey("s1"), email, at: later(ctx, { days: 1 }).now },
    { sessionKey: sessionKey("s2"), email, at: ctx.now },
  ]);
});

test("visitors who ask not to be tracked and those without an id are not identified", async () => {
  await identifyVisitor(ctx, { ...dana, isPrivate: true });
  await identifyVisitor(ctx, { ...dana, sessionId: undefined });
  expect(await stored()).toEqual([]);
});

test("a step that a signed-in user reports identifies the session; an admin's does not", async () => {
  const step = { session_id: "s1", stage: "wizard", substage: "profile_completed" };
  await recordFunnelEvent(await asAdmin(ctx), step);
  await recordFunnelEvent(await as(ctx, "erin@northfield.example"), step, { isPrivate: true });
  expect(await stored()).toEqual([]);
  await recordFunnelEvent(await as(ctx, email), step);
  expect(await stored()).toMatchObject([{ email, sessionKey: sessionKey("s1") }]);
});

test("emails are found by the session's number", async () => {
  const session = { client: 1n, firstAt: ctx.now };
  const rows = await db
    .insert(analyticsSession)
    .values([
      { ...session, key: sessionKey("s1") },
      { ...session, key: newId() },
    ])
    .returning({ id: analyticsSession.id });
  await identifyVisitor(ctx, dana);
  const ids = rows.map(({ id }) => id);
  expect(await findVisitorEmails(ctx, ids)).toEqual(new Map([[ids[0], [email]]]));
  expect(await findVisitorEmails(ctx, [])).toEqual(new Map());
});

test("an identity is exported and deleted with the person, even without an account", async () => {
  await identifyVisitor(ctx, dana);
  await identifyVisitor(ctx, { ...dana, sessionId: "s2", email: "erin@northfield.example" });
  const person = { userId: null, email };
  expect((await exportPersonalData(ctx, person)).analytics_visits).toMatchObject([{ identifiedAt: ctx.now }]);
  await forgetPerson(ctx, person);
  expect(await stored()).toMatchObject([{ email: "erin@northfield.example" }]);
});

test("an identity is deleted with the visit's data and with old visits", async () => {
  await identifyVisitor(ctx, dana);
  await deleteVisitData(ctx, "s1");
  expect(await stored()).toEqual([]);
  await identifyVisitor(ctx, dana);
  await maintainVisits(later(ctx, { days: 364 }));
  expect(await stored()).toHaveLength(1);
  await maintainVisits(later(ctx, { days: 400 }));
  expect(await stored()).toEqual([]);
});
