import { beforeEach, expect, test } from "vitest";
import { sendTest } from "#app/features/webhooks/deliveries/replaying.server.ts";
import { webhookAttempt, webhookEndpoint } from "#app/features/webhooks/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { connectConsumers } from "#server/consumers.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { openPage, pageRefusesStrangers } from "#tests/fixtures/strangers.ts";
import { webhookEndpointId } from "#tests/fixtures/webhook-commands.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { loader as catalogLoader } from "./catalog.tsx";
import { loader as deliveriesLoader } from "./deliveries.tsx";
import { loader as deliveryLoader } from "./delivery.tsx";
import { loader as endpointLoader } from "./endpoint.tsx";
import { loader as newEndpointLoader } from "./new-endpoint.tsx";
import { loader as guideLoader } from "./setup-guide.tsx";
import { loader as signatureLoader } from "./signature.tsx";

const { ctx } = useDatabase({ jobs: jobDefinitions });
beforeEach(() => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "https://gtmarc.example" });
  connectConsumers();
});

const guide = "/admin/webhook-setup-guide";

async function prepare() {
  return withTest(await asAdmin(ctx));
}

async function withTest(admin: Awaited<ReturnType<typeof asAdmin>>) {
  const endpointId = await webhookEndpointId(admin);
  const { deliveryId } = value(await sendTest(admin, { endpointId, event: "booking.made" }));
  return { admin, endpointId, deliveryId };
}

test("webhook pages refuse users without admin rights", async () => {
  for (const [loader, path] of [
    [guideLoader, guide],
    [newEndpointLoader, `${guide}/new`],
    [catalogLoader, `${guide}/events`],
    [signatureLoader, `${guide}/signature`],
    [deliveriesLoader, `${guide}/deliveries`],
  ] as const)
    await pageRefusesStrangers(ctx, loader, path);
  const id = newId();
  await pageRefusesStrangers(ctx, endpointLoader, `${guide}/endpoints/${id}`, { id });
  await pageRefusesStrangers(ctx, deliveryLoader, `${guide}/deliveries/${id}`, { id });
});

test("unknown and invalid ids of endpoints and deliveries return 404", async () => {
  const admin = await asAdmin(ctx);
  for (const id of [newId(), "1", "%00"]) {
    expect(await openPage(endpointLoader, admin, `${guide}/endpoints/${id}`, { id })).toEqual([404]);
    expect(await openPage(deliveryLoader, admin, `${guide}/deliveries/${id}`, { id })).toEqual([404]);
  }
});

const openGuide = async (admin: Awaited<ReturnType<typeof asAdmin>>, query = "") =>
  (await openPage(guideLoader, admin, `${guide}${query}`)) as Awaited<ReturnType<typeof guideLoader>>;

test("the guide starts empty, then shows the endpoint and its newest test, without the secret", async () => {
  const admin = await asAdmin(ctx);
  expect(await openGuide(admin)).toMatchObject({ endpoints: [], endpoint: null, test: null });
  const { endpointId, deliveryId } = await withTest(admin);
  const page = await openGuide(admin);
  expect(page.endpoints).toMatchObject([{ id: endpointId, recent: { delivered: 0, failed: 0, pending: 1 } }]);
  expect(page.test).toMatchObject({ id: deliveryId, status: "pending", attempts: 0, endpointStatus: "active" });
  expect(JSON.parse(page.sample)).toHaveProperty("type");
  expect(page.eventNames).toContain("booking.made");
  expect(JSON.stringify(page)).not.toContain("whsec_");
});

test("the guide shows the newest endpoint, or the one in the address, each with its own newest test", async () => {
  const { admin, endpointId, deliveryId } = await prepare();
  const second = await webhookEndpointId(later(admin, { seconds: 60 }));
  expect(await openGuide(admin)).toMatchObject({ endpoint: { id: second }, test: null });
  const query = `?endpoint=${endpointId}`;
  expect(await openGuide(admin, query)).toMatchObject({ endpoint: { id: endpointId }, test: { id: deliveryId } });
  const newer = value(await sendTest(later(admin, { seconds: 120 }), { endpointId, event: "payment.received" }));
  expect((await openGuide(admin, query)).test?.id).toBe(newer.deliveryId);
  expect((await openGuide(admin, `?endpoint=${newId()}`)).endpoint?.id).toBe(second);
});

test("endpoints of demo data are listed, but the steps of the guide start without them", async () => {
  const admin = await asAdmin(ctx);
  const id = await webhookEndpointId(admin);
  await ctx.db.update(webhookEndpoint).set({ url: "https://crm.gtmarc-demo.example/hook" });
  expect(await openGuide(admin)).toMatchObject({ endpoints: [{ id }], endpoint: null, test: null });
  expect(await openGuide(admin, `?endpoint=${id}`)).toMatchObject({ endpoint: { id } });
});

test("deliveries are listed by endpoint, event and outcome; invalid filters are ignored", async () => {
  const { admin, endpointId, deliveryId } = await prepare();
  const ids = async (query: string) =>
    ((await openPage(deliveriesLoader, admin, `${guide}/deliveries${query}`)) as { rows: { id: string }[] }).rows.map(
      ({ id }) => id,
    );
  for (const query of ["", `?endpoint=${endpointId}`, "?event=booking.made", "?status=pending", "?status=x&after=x"])
    expect(await ids(query), query).toEqual([deliveryId]);
  for (const query of [`?endpoint=${newId()}`, "?event=payment.received", "?status=failed"])
    expect(await ids(query), query).toEqual([]);
});

test("the pages of an endpoint and of a delivery contain the message and no secret", async () => {
  const { admin, endpointId, deliveryId } = await prepare();
  const endpoint = await openPage(endpointLoader, admin, `${guide}/endpoints/${endpointId}`, { id: endpointId });
  expect(endpoint).toMatchObject({
    endpoint: { id: endpointId, version: 1 },
    deliveries: [{ id: deliveryId }],
    test: { id: deliveryId },
  });
  const delivery = await openPage(deliveryLoader, admin, `${guide}/deliveries/${deliveryId}`, { id: deliveryId });
  expect(delivery).toMatchObject({ delivery: { type: "booking.made", attemptLog: [] } });
  expect(JSON.stringify([endpoint, delivery])).not.toContain("whsec_");
});

test("signature help fills in the newest message of a delivery; without one its fields are empty", async () => {
  const { admin, deliveryId } = await prepare();
  const empty = { headers: "", body: "" };
  const path = `${guide}/signature`;
  for (const query of ["", `?delivery=${newId()}`, "?delivery=x", `?delivery=${deliveryId}`])
    expect(await openPage(signatureLoader, admin, `${path}${query}`), query).toEqual(empty);
  const attempt = { deliveryId, at: ctx.now, durationMs: 1, responseHeaders: {}, isTruncated: false };
  const headers = (id: string) => ({ "content-type": "application/json", "webhook-id": id, "x-key": "(hidden)" });
  await ctx.db.insert(webhookAttempt).values([
    { ...attempt, number: 1, requestHeaders: headers("first") },
    { ...attempt, number: 2, requestHeaders: headers("second") },
  ]);
  expect(await openPage(signatureLoader, admin, `${path}?delivery=${deliveryId}`)).toEqual({
    headers: "webhook-id: second",
    body: expect.stringContaining("booking.made"),
  });
});
