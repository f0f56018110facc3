import { expect, test } from "vitest";
import { commandLine } from "#app/lib/actor.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { securityAudit } from "../audit.ts";
import { addressHash } from "../security-log/address-hash.server.ts";
import { auditEntry } from "../tables.server.ts";
import { writeAuditEntry } from "./audit.server.ts";
import type { AuditAction } from "./audit-action.ts";
import { type AuditFilter, exportAuditLog, listAuditEntries } from "./audit-log.server.ts";

useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters" });
const { ctx, db } = useDatabase();
const all: AuditFilter = { actor: null, actions: null, from: null, until: null, subjects: null };
const { previewTokenCreated: created, previewTokenRevoked: revoked } = securityAudit;

const write = (who: Ctx, action: AuditAction, subject: string) => writeAuditEntry(who, { action, subject });
const subjects = async (who: Ctx, filter: Partial<AuditFilter>) =>
  value(await listAuditEntries(who, { ...all, ...filter })).rows.map(({ subject }) => subject);

test("entries are filtered by actor, action, date and subject, alone and together", async () => {
  const admin = await asAdmin(ctx);
  const other = await asAdmin(ctx, "second@gtmarc.example");
  await write(admin, created, "one");
  await write(later(admin, { hours: 1 }), revoked, "one");
  await write(later(other, { hours: 2 }), created, "two");
  await write({ ...later(ctx, { hours: 3 }), actor: commandLine }, created, "three");
  await write(later(ctx, { hours: 4 }), revoked, "four");
  const me = admin.actor.userId;
  expect(await subjects(admin, {})).toEqual(["four", "three", "two", "one", "one"]);
  expect(await subjects(admin, { actor: me })).toEqual(["one", "one"]);
  expect(await subjects(admin, { actor: "command_line" })).toEqual(["three"]);
  expect(await subjects(admin, { actor: "system" })).toEqual(["four"]);
  expect(await subjects(admin, { actions: [created] })).toEqual(["three", "two", "one"]);
  expect(await subjects(admin, { actions: [created, revoked], actor: me })).toEqual(["one", "one"]);
  expect(await subjects(admin, { actions: [revoked], actor: me })).toEqual(["one"]);
  expect(await subjects(admin, { subjects: ["one", "two"] })).toEqual(["two", "one", "one"]);
  expect(await subjects(admin, { subjects: ["one"], actions: [revoked] })).toEqual(["one"]);
  expect(await subjects(admin, { subjects: [] })).toEqual([]);
  const { now: from } = later(ctx, { hours: 2 });
  const { now: until } = later(ctx, { hours: 4 });
  expect(await subjects(admin, { from, until })).toEqual(["three", "two"]);
  expect(await subjects(admin, { from, until, actions: [created, revoked], actor: other.actor.userId })).toEqual([
    "two",
  ]);
});

test("pages follow each other in both directions, with and without a filter by action", async () => {
  const admin = await asAdmin(ctx);
  for (let number = 0; number < 120; number += 1)
    await write(later(admin, { seconds: number }), number % 3 === 0 ? revoked : created, String(number));
  for (const filter of [all, { ...all, actions: [created, revoked] }]) {
    const first = value(await listAuditEntries(admin, filter));
    const second = value(await listAuditEntries(admin, filter, { after: first.next }));
    const third = value(await listAuditEntries(admin, filter, { after: second.next }));
    const numbers = [first, second, third].flatMap(({ rows }) => rows.map(({ subject }) => Number(subject)));
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, index) => 119 - index));
    expect([first.previous, third.next]).toEqual([null, null]);
    expect(value(await listAuditEntries(admin, filter, { before: third.previous })).rows).toEqual(second.rows);
  }
});

test("an entry has the hash of the request's address, and none without a request", async () => {
  const admin = { ...(await asAdmin(ctx)), address: "203.0.113.7" };
  await write(admin, created, "web");
  await write({ ...ctx, actor: commandLine }, created, "shell");
  const rows = await db.select().from(auditEntry).orderBy(auditEntry.id);
  expect(rows.map(({ client, actorKind }) => [client, actorKind])).toEqual([
    [addressHash("203.0.113.7"), "user"],
    [null, "command_line"],
  ]);
  expect(JSON.stringify(rows)).not.toContain("203.0.113.7");
});

test("an export returns every entry once in batches, is recorded, and needs a recent code", async () => {
  const admin = await asAdmin(ctx);
  const old = Array.from({ length: 2500 }, (_, number) => ({
    ...{ id: newId(), actorKind: "system", act: number % 2 ? created : revoked, subject: String(number) },
    at: new Date(ctx.now.getTime() - (number + 1) * 1000),
  }));
  await db.insert(auditEntry).values(old);
  expect(await exportAuditLog(later(admin, { seconds: 601 }), all)).toEqual({
    ok: false,
    reason: { kind: "fresh_code_required" },
  });
  const sizes: number[] = [];
  const seen = new Set<string>();
  for await (const batch of value(await exportAuditLog(admin, all))) {
    sizes.push(batch.length);
    for (const { id } of batch) seen.add(id);
  }
  expect(sizes).toEqual([1000, 1000, 500]);
  expect(seen.size).toBe(2500);
  expect(await subjects(admin, { actions: [securityAudit.auditLogExported] })).toEqual(["audit-log"]);
});

test("users without admin rights read nothing", async () => {
  expect(await listAuditEntries(await as(ctx, "dana@northfield.example"), all)).toEqual({
    ok: false,
    reason: { kind: "not_admin" },
  });
});
