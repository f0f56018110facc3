import { afterAll, beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { type Reach, theOutside } from "#app/platform/outside/outside-request.server.ts";
import { connectConsumers } from "#server/consumers.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { listDeliveries } from "../deliveries/deliveries.server.ts";
import { sendTest } from "../deliveries/replaying.server.ts";
import { webhookDelivery, webhookEndpoint } from "../tables.server.ts";
import { EndpointInput, maxEndpoints } from "../webhooks.ts";
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  pauseEndpoint,
  readSecret,
  rotateSecret,
} from "./endpoint-commands.server.ts";
import { getEndpoint, listEndpoints } from "./endpoints.server.ts";

const { db, ctx } = useDatabase({ jobs: jobDefinitions });
beforeEach(() => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "https://gtmarc.example" });
  connectConsumers();
});
afterAll(() => registerConsumers({ consumers: [], events: [] }));

const names: Reach = {
  ...theOutside,
  resolve: async (name) => (name === "inside.example" ? ["10.0.0.5"] : name === "none.example" ? [] : ["8.8.8.8"]),
};
const input = (changes: Partial<EndpointInput> = {}) =>
  EndpointInput.parse({ url: "https://n8n.example/webhook/the-path", events: ["booking.*"], ...changes });
const add = (changes: Partial<EndpointInput> = {}, who = ctx) => addEndpoint(who, input(changes), names);
const refused = (kind: string) => ({ ok: false, reason: { kind } });

test("a private address, an unknown event and an unsendable header are refused, and nothing is stored", async () => {
  for (const [changes, kind] of [
    [{ url: "http://n8n.example/" }, "not_https"],
    [{ url: "https://user:pass@n8n.example/" }, "has_credentials"],
    [{ url: "https://n8n.example:22/" }, "bad_port"],
    [{ url: "https://none.example/" }, "unknown_name"],
    [{ url: "https://inside.example/" }, "not_public"],
    [{ url: "https://169.254.169.254/latest/meta-data" }, "not_public"],
    [{ events: ["booking.unknown"] }, "unknown_event"],
    ...["Host", "Content-Length", "webhook-id", "Connection", "Transfer-Encoding", "bad name", "x:y"].map(
      (name) => [{ headers: [{ name, value: "1" }] }, "bad_header"] as const,
    ),
    ...["a\r\nb: c", "", " x", "ü"].map((value) => [{ headers: [{ name: "X-A", value }] }, "bad_header"] as const),
    [{ headers: [{ name: "X-A", value: null }] }, "bad_header"],
    [
      {
        headers: [
          { name: "X-A", value: "1" },
          { name: "x-a", value: "2" },
        ],
      },
      "bad_header",
    ],
  ] as const)
    expect(await add(changes as never), JSON.stringify(changes)).toEqual(refused(kind));
  expect(await db.$count(webhookEndpoint)).toBe(0);
});

test("secret and header values are stored encrypted and never shown or recorded", async () => {
  const { id, secret } = value(await add({ headers: [{ name: "Authorization", value: "Bearer the-token" }] }));
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const shown = [await listEndpoints(ctx), await getEndpoint(ctx, { endpointId: id })];
  const stored = [await db.select().from(webhookEndpoint), await db.select().from(auditEntry)];
  for (const hidden of [secret, secret.slice(6), "the-token"])
    expect(JSON.stringify([shown, stored])).not.toContain(hidden);
  expect(JSON.stringify(await db.select().from(auditEntry))).not.toContain("the-path");
  expect(value(await readSecret(ctx, { endpointId: id }))).toEqual({ secret });
});

test("adding an endpoint, its secret, URL and headers need a recent code; other changes do not", async () => {
  const admin = await asAdmin(ctx);
  const stale = later(admin, { seconds: 601 });
  expect(await add({}, stale)).toEqual(refused("fresh_code_required"));
  const { id: endpointId } = value(await add({ headers: [{ name: "X-Key", value: "1" }] }, admin));
  const edit = (changes: Partial<EndpointInput>, who = stale) =>
    changeEndpoint(
      who,
      { ...input({ headers: [{ name: "X-Key", value: null }], ...changes }), endpointId, version: 1 },
      names,
    );
  for (const changes of [
    { url: "https://evil.example/" },
    { headers: [] },
    { headers: [{ name: "X-Key", value: "2" }] },
  ])
    expect(await edit(changes)).toEqual(refused("fresh_code_required"));
  for (const command of [
    () => readSecret(stale, { endpointId }),
    () => rotateSecret(stale, { endpointId, version: 1 }),
  ])
    expect(await command()).toEqual(refused("fresh_code_required"));
  expect(await edit({ description: "The firm's n8n" })).toEqual({ ok: true, value: { version: 2 } });
  expect(value(await getEndpoint(admin, { endpointId }))).toMatchObject({ headerNames: ["X-Key"], version: 2 });
  expect(await pauseEndpoint(stale, { endpointId, version: 2 })).toMatchObject({ ok: true });
});

test("an outdated version is stale, an unknown id is not found, and visitors are refused", async () => {
  const { id: endpointId } = value(await add());
  value(await pauseEndpoint(ctx, { endpointId, version: 1 }));
  for (const command of [pauseEndpoint, rotateSecret, deleteEndpoint]) {
    expect(await command(ctx, { endpointId, version: 1 })).toEqual(refused("stale"));
    for (const unknown of ["018f0000-0000-7000-8000-000000000001", "x"])
      expect(await command(ctx, { endpointId: unknown, version: 1 })).toEqual(refused("not_found"));
  }
  expect(await changeEndpoint(ctx, { ...input(), endpointId, version: 1 }, names)).toEqual(refused("stale"));
  const visitor = asAnonymous(ctx);
  const filter = { endpointId: null, event: null, status: null, after: null, before: null };
  for (const answer of [
    await listEndpoints(visitor),
    await getEndpoint(visitor, { endpointId }),
    await listDeliveries(visitor, filter),
  ])
    expect(answer).toEqual(refused("not_admin"));
  expect(await sendTest(ctx, { endpointId, event: "booking.made" })).toEqual(refused("not_active"));
});

test("there are at most fifty endpoints, and deliveries are listed in pages by endpoint, event and state", async () => {
  const { id } = value(await add());
  for (let n = 1; n < maxEndpoints; n += 1) value(await add({ url: `https://n8n.example/${n}` }));
  expect(await add()).toEqual(refused("too_many_endpoints"));
  for (let n = 0; n < 30; n += 1)
    value(
      await sendTest(later(ctx, { seconds: n }), { endpointId: id, event: n % 2 ? "booking.made" : "kit.downloaded" }),
    );
  const filter = { endpointId: id, event: null, status: null, after: null, before: null };
  const first = value(await listDeliveries(ctx, filter));
  const second = value(await listDeliveries(ctx, { ...filter, after: first.next }));
  expect([first.rows.length, second.rows.length, second.next]).toEqual([25, 5, null]);
  expect(new Set([...first.rows, ...second.rows].map((row) => row.id)).size).toBe(30);
  expect(value(await listDeliveries(ctx, { ...filter, event: "booking.made" })).rows).toHaveLength(15);
  expect(value(await listDeliveries(ctx, { ...filter, status: "failed" })).rows).toEqual([]);
  value(await deleteEndpoint(ctx, { endpointId: id, version: 1 }));
  expect(await db.$count(webhookDelivery)).toBe(0);
});
