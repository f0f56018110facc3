import { afterEach, beforeEach, expect, test } from "vitest";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { closeCollector, collectPayloads } from "../analytics.server.ts";
import { acceptRule, listRejected, rejectRule } from "./rejected.server.ts";

const { db, ctx } = useDatabase();
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example" }));
afterEach(() => closeCollector(db));

test("rules are listed with their matches; accepting and rejecting one is audited", async () => {
  const admin = await asAdmin(ctx);
  const bot = {
    bodyLength: 300,
    address: "203.0.113.7",
    userAgent: "curl/8.5.0",
    acceptLanguage: null,
    isPrivate: false,
  };
  const data = { page_path: "/", page_title: null };
  await collectPayloads(asAnonymous(ctx), [{ type: "page_view", session_id: "a", data }], bot, "durable");
  const ofBots = async () => {
    const listed = await listRejected(admin);
    return listed.ok && listed.value.find(({ rule }) => rule === "bot");
  };
  expect(await ofBots()).toEqual({ rule: "bot", isAccepted: false, sessions: 1, since: ctx.now });
  for (let twice = 0; twice < 2; twice += 1) expect((await acceptRule(admin, { rule: "bot" })).ok).toBe(true);
  expect(await ofBots()).toMatchObject({ isAccepted: true, sessions: 1 });
  for (let twice = 0; twice < 2; twice += 1) expect((await rejectRule(admin, { rule: "bot" })).ok).toBe(true);
  expect(await ofBots()).toMatchObject({ isAccepted: false });
  const actions = await db.select({ act: auditEntry.act, subject: auditEntry.subject }).from(auditEntry);
  expect(actions).toEqual([
    { act: "analytics-rule.accepted", subject: "bot" },
    { act: "analytics-rule.rejected", subject: "bot" },
  ]);
});

test("only admins with a verified second factor can list and change rules", async () => {
  const others = [
    asAnonymous(ctx),
    await as(ctx, "dana@northfield.example"),
    await asAdmin(ctx, "half@gtmarc.example", "aal1"),
  ];
  for (const who of others)
    for (const refused of [
      await listRejected(who),
      await acceptRule(who, { rule: "bot" }),
      await rejectRule(who, { rule: "bot" }),
    ])
      expect(refused).toEqual({ ok: false, reason: { kind: "not_admin" } });
});
