import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { ApiScope } from "#app/lib/api-scopes.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { limitRules } from "../requests/limits.server.ts";
import { apiToken, auditEntry } from "../tables.server.ts";
import { createApiToken, identifyApiClient, listApiTokens, revokeApiToken } from "./api-tokens.server.ts";

const { db, ctx } = useDatabase();
beforeEach(() =>
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "http://localhost:3000" }),
);

const create = async (scopes: ApiScope[] = ["read:prospects"]) =>
  value(await createApiToken(ctx, { name: "Warehouse", scopes }));
const identify = (at: Ctx, token: string, scope: ApiScope = "read:prospects", address = "203.0.113.7") =>
  identifyApiClient(at, { authorization: `Bearer ${token}`, scope, address });

test("a token is stored as a hash and recorded without it", async () => {
  const { id, token } = await create(["read:bookings", "read:prospects", "read:bookings"]);
  expect(token).toMatch(/^gtmarc_[\w-]{43}$/);
  const [row] = await db.select().from(apiToken);
  expect(row).toMatchObject({ id, name: "Warehouse", scopes: ["read:prospects", "read:bookings"], lastUsedAt: null });
  const stored = JSON.stringify([row, await db.select().from(auditEntry)]);
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(token.slice(7));
  expect(await db.select().from(auditEntry)).toMatchObject([{ act: "api-token.created", subject: id }]);
});

test("a token opens only its scopes", async () => {
  const { id, token } = await create();
  const scopes = ["read:prospects"];
  expect(await identify(ctx, token)).toEqual({ ok: true, value: { kind: "token", tokenId: id, scopes } });
  expect(await identify(ctx, token, "read:bookings")).toMatchObject({ reason: { kind: "no_scope" } });
});

test("missing, unknown and revoked tokens are refused", async () => {
  const { id, token } = await create();
  for (const authorization of [undefined, "", "Bearer", `Basic ${token}`, `Bearer ${token}x`, "Bearer gtmarc_short"])
    expect(
      await identifyApiClient(ctx, { authorization, scope: "read:prospects", address: "203.0.113.7" }),
    ).toMatchObject({ reason: { kind: "no_token" } });
  expect(await identify(ctx, `gtmarc_${"a".repeat(43)}`)).toMatchObject({ reason: { kind: "no_token" } });
  value(await revokeApiToken(ctx, { id }));
  expect(await identify(ctx, token)).toMatchObject({ reason: { kind: "no_token" } });
  expect(await revokeApiToken(ctx, { id })).toMatchObject({ reason: { kind: "not_found" } });
  expect(await revokeApiToken(ctx, { id: "x" })).toMatchObject({ reason: { kind: "not_found" } });
});

test("the last use is written at most once a minute", async () => {
  const { id, token } = await create();
  const usedAt = async () => (await db.select().from(apiToken).where(eq(apiToken.id, id)))[0]!.lastUsedAt;
  await identify(ctx, token);
  expect(await usedAt()).toEqual(ctx.now);
  await identify(later(ctx, { seconds: 59 }), token);
  expect(await usedAt()).toEqual(ctx.now);
  const minuteLater = later(ctx, { seconds: 61 });
  await Promise.all([identify(minuteLater, token), identify(minuteLater, token)]);
  expect(await usedAt()).toEqual(minuteLater.now);
});

test("wrong tokens are limited per client; the same client's valid tokens still work", async () => {
  const { token } = await create();
  const { points } = limitRules["api-token-wrong"];
  for (let tries = 0; tries < points; tries += 1)
    expect(await identify(ctx, `gtmarc_${"b".repeat(43)}`)).toMatchObject({ reason: { kind: "no_token" } });
  expect(await identify(ctx, `gtmarc_${"c".repeat(43)}`)).toMatchObject({ reason: { kind: "too_many" } });
  expect(await identify(ctx, token)).toMatchObject({ ok: true });
});

test("a token is limited to 600 requests a minute", async () => {
  const { token } = await create();
  const { points } = limitRules["api-token"];
  const found = await Promise.all(Array.from({ length: points + 1 }, () => identify(ctx, token)));
  expect(found.filter(({ ok }) => !ok)).toMatchObject([{ reason: { kind: "too_many" } }]);
});

test("creating a token needs an admin, a recent code and a scope", async () => {
  const input = { name: "Warehouse", scopes: ["read:prospects" as const] };
  const admin = await asAdmin(ctx);
  expect(await createApiToken(await as(ctx, "dana@northfield.example"), input)).toMatchObject({
    reason: { kind: "not_admin" },
  });
  expect(await createApiToken(later(admin, { seconds: 601 }), input)).toMatchObject({
    reason: { kind: "fresh_code_required" },
  });
  expect(await createApiToken(admin, { ...input, scopes: [] })).toMatchObject({ reason: { kind: "no_scope" } });
  expect(await db.select().from(apiToken)).toEqual([]);
});

test("at most 100 tokens can be active; the list shows active tokens first", async () => {
  const first = await create();
  for (let count = 1; count < 100; count += 1) await create();
  expect(await createApiToken(ctx, { name: "Warehouse", scopes: ["read:prospects"] })).toMatchObject({
    reason: { kind: "too_many_tokens" },
  });
  value(await revokeApiToken(ctx, first));
  await create();
  const listed = value(await listApiTokens(ctx));
  expect(listed).toHaveLength(101);
  expect(listed.at(-1)?.id).toBe(first.id);
  expect(listed[0]).not.toHaveProperty("hash");
});
