import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cancelInvoice, markInvoicePaid, refundInvoice } from "#app/features/billing/invoices/invoices.server.ts";
import { reconcilePayments } from "#app/features/billing/payments/checkout.server.ts";
import { receiveStripeEvent } from "#app/features/billing/stripe/stripe-events.server.ts";
import { billingDocument, payment, stripeEvent } from "#app/features/billing/tables.server.ts";
import { unlock } from "#app/features/full-blueprint/tables.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { loader as fullLoader } from "#app/routes/blueprint/full/full-blueprint.tsx";
import { loader as unlockLoader } from "#app/routes/blueprint/full/unlock.tsx";
import { type StripeStandIn, startStripe } from "#tests/fakes/stripe-server.ts";
import { as, asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { draftBlueprint, finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { billTo, invoiceSettings } from "#tests/fixtures/payments.ts";
import { callRefusesStrangers, openPage, pageRefusesStrangers } from "#tests/fixtures/strangers.ts";
import { checkoutSession, signedBy, stripeMessage, stripeSecret } from "#tests/fixtures/stripe-messages.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { loader as invoicesLoader } from "../account/invoices.tsx";
import { loader as billingLoader } from "../admin/billing/billing.tsx";
import { loader as architectLoader } from "../admin/blueprints/blueprint.tsx";
import { loader as previewLoader } from "../admin/blueprints/blueprint-preview.tsx";
import { loader as blueprintsLoader } from "../admin/blueprints/blueprints.tsx";
import { loader as comingSoonLoader } from "../blueprint/coming-soon.tsx";
import { billingEndpoints } from "./billing.server.ts";
import { fullBlueprintEndpoints } from "./blueprint/full-blueprint.server.ts";

const { db, ctx } = useDatabase();
const call = callsOf(billingEndpoints);
const none = "0199d0a0-0000-7000-8000-000000000000";

let stripe: StripeStandIn;
beforeAll(async () => {
  stripe = await startStripe({ key: "sk_test_endpoint", secret: stripeSecret });
});
afterAll(() => stripe.stop());
beforeEach(() => {
  stripe.calls.length = 0;
  useSettings({ ...invoiceSettings, SITE_URL: "http://localhost:3000" });
});
const withKeys = (url = stripe.url) =>
  useSettings({ STRIPE_SECRET_KEY: "sk_test_endpoint", STRIPE_WEBHOOK_SECRET: stripeSecret, STRIPE_API_URL: url });

test("unlock checks session, owner, state and input, and each way returns its next page", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const path = `/blueprints/${id}/unlock`;
  expect((await call(asAnonymous(ctx), path, { method: "call" })).status).toBe(401);
  expect((await call(await as(ctx, "sam@other.example"), path, { method: "payment" })).status).toBe(404);
  expect((await call(dana, `/blueprints/${none}/unlock`, { method: "call" })).status).toBe(404);
  expect((await call(dana, `/blueprints/made-up/unlock`, { method: "payment" })).status).toBe(404);
  expect((await call(dana, `/blueprints/${await draftBlueprint(dana)}/unlock`, { method: "payment" })).status).toBe(
    409,
  );
  expect((await call(dana, path, { method: "gift" })).status).toBe(422);
  expect(await call(dana, path, { method: "payment", billTo: { name: "", country: "XX" } })).toMatchObject({
    status: 422,
    body: { error: { fields: { "billTo.city": expect.any(String), "billTo.country": "Choose the country." } } },
  });
  expect(await call(dana, path, { method: "call" })).toMatchObject({
    status: 200,
    body: { redirect: `/schedule/blueprint-unlock-call?email=dana%40northfield.example&blueprint=${id}` },
  });
  expect(await call(dana, path, { method: "payment" })).toMatchObject({
    status: 200,
    body: { status: "invoice_requested", invoice: "INV-2026-0001" },
  });
});

test("two simultaneous clicks create one checkout of 499 USD, which a later click reuses", async () => {
  withKeys();
  const dana = await wizardMember(ctx);
  const path = `/blueprints/${await finishedBlueprint(dana)}/unlock`;
  const both = await Promise.all([call(dana, path, { method: "payment" }), call(dana, path, { method: "payment" })]);
  const later = await call(dana, path, { method: "payment" });
  const urls = new Set([...both, later].map(({ body }) => (body as { redirect: string }).redirect));
  expect([...urls]).toEqual([expect.stringContaining(`${stripe.url}/pay/cs_test_`)]);
  expect(await db.select().from(payment)).toMatchObject([{ status: "open", amountCents: 49_900, method: "stripe" }]);
});

test("an open invoice can be paid online on one payment page, only by its owner; an expired page changes nothing", async () => {
  withKeys();
  const dana = await wizardMember(ctx);
  const path = `/blueprints/${await finishedBlueprint(dana)}/unlock`;
  expect(await call(dana, path, { method: "invoice", billTo })).toMatchObject({
    body: { status: "invoice_requested", invoice: "INV-2026-0001" },
  });
  const [asked] = await db.select().from(payment);
  const page = `/payments/${asked!.id}/checkout`;
  expect((await call(asAnonymous(ctx), page, {})).status).toBe(401);
  expect((await call(await as(ctx, "sam@other.example"), page, {})).status).toBe(404);
  const both = await Promise.all([call(dana, page, {}), call(dana, page, {})]);
  expect(new Set(both.map(({ body }) => (body as { redirect: string }).redirect))).toEqual(
    new Set([`${stripe.url}/pay/cs_test_${asked!.id}`]),
  );
  const receive = (type: string, session: object) =>
    receiveStripeEvent(ctx, stripeMessage(newId(), type, session) as never);
  const paymentId = asked!.id;
  await receive("checkout.session.expired", checkoutSession({ paymentId, paid: false, status: "expired" }));
  expect(await db.select().from(payment)).toMatchObject([{ status: "open" }]);
  await receive("checkout.session.completed", checkoutSession({ paymentId }));
  expect(await db.select().from(payment)).toMatchObject([{ status: "paid", method: "invoice" }]);
  expect(await db.select().from(unlock)).toMatchObject([{ method: "payment", reference: paymentId }]);
  expect((await db.select().from(billingDocument)).map(({ number }) => number)).toEqual(["INV-2026-0001"]);
  expect((await call(dana, page, {})).status).toBe(409);
  const admin = await asAdmin(ctx);
  expect(await markInvoicePaid(admin, { paymentId, reference: "" })).toMatchObject({
    reason: { kind: "already_paid" },
  });
  expect(await refundInvoice(admin, { paymentId })).toMatchObject({ reason: { kind: "by_stripe" } });
});

test("marking an invoice paid expires its payment page; if it was paid there meanwhile, that payment is recorded", async () => {
  withKeys();
  const dana = await wizardMember(ctx);
  const admin = await asAdmin(ctx);
  const invoiced = async (name: string) => {
    const blueprintId = await finishedBlueprint(dana, name);
    await call(dana, `/blueprints/${blueprintId}/unlock`, { method: "invoice", billTo });
    const [row] = await db.select().from(payment).where(eq(payment.blueprintId, blueprintId));
    const started = await call(dana, `/payments/${row!.id}/checkout`, {});
    return { paymentId: row!.id, url: (started.body as { redirect: string }).redirect };
  };
  const byBank = await invoiced("By bank");
  expect(await markInvoicePaid(admin, { paymentId: byBank.paymentId, reference: "" })).toMatchObject({ ok: true });
  expect(stripe.calls).toContain(`POST /v1/checkout/sessions/cs_test_${byBank.paymentId}/expire`);
  const online = await invoiced("Online");
  await fetch(online.url, { method: "POST", redirect: "manual" });
  expect(await cancelInvoice(admin, { paymentId: online.paymentId, reason: "x" })).toMatchObject({
    reason: { kind: "already_paid" },
  });
  const unreachable = await invoiced("Unreachable");
  withKeys("http://127.0.0.1:9");
  expect(await markInvoicePaid(admin, { paymentId: unreachable.paymentId, reference: "" })).toMatchObject({
    reason: { kind: "unavailable" },
  });
  const rows = await db.select().from(payment).orderBy(payment.id);
  expect(rows.map(({ status }) => status)).toEqual(["paid", "paid", "open"]);
  expect(await db.select().from(unlock)).toHaveLength(2);
});

test("an unreachable provider charges nothing and returns an error that can be retried", async () => {
  withKeys("http://127.0.0.1:9");
  const dana = await wizardMember(ctx);
  const path = `/blueprints/${await finishedBlueprint(dana)}/unlock`;
  expect(await call(dana, path, { method: "payment" })).toMatchObject({
    status: 503,
    body: { error: { code: "payment_unavailable" } },
  });
  withKeys();
  expect((await call(dana, path, { method: "payment" })).status).toBe(200);
  expect((await db.select().from(payment)).map(({ status }) => status).sort()).toEqual(["failed", "open"]);
});

test("webhooks need a fresh Stripe signature over the raw body and are processed once", async () => {
  withKeys();
  const dana = await wizardMember(ctx);
  await call(dana, `/blueprints/${await finishedBlueprint(dana)}/unlock`, { method: "payment" });
  const [own] = await db.select().from(payment);
  const payload = JSON.stringify(
    stripeMessage("evt_1", "checkout.session.completed", checkoutSession({ paymentId: own!.id })),
  );
  const post = (body: string, signature?: string) =>
    call(asAnonymous(ctx), "/webhooks/stripe", body, signature ? { headers: { "stripe-signature": signature } } : {});
  for (const signature of [
    undefined,
    "nonsense",
    signedBy(payload, { secret: "whsec_other" }),
    signedBy(payload, { ageSeconds: 301 }),
    signedBy(payload, { ageSeconds: -310 }),
    signedBy(`${payload} `),
    // Valid, but longer than any header of Stripe.
    `${signedBy(payload)}${",v0=00".repeat(200)}`,
  ])
    expect((await post(payload, signature)).status).toBe(401);
  expect(await db.select().from(stripeEvent)).toEqual([]);
  const good = signedBy(payload);
  expect(await post(payload, good)).toMatchObject({ status: 200, body: { outcome: "settled", repeated: false } });
  const again = await Promise.all(Array.from({ length: 10 }, () => post(payload, good)));
  expect(again.every(({ status, body }) => status === 200 && (body as { repeated: boolean }).repeated)).toBe(true);
  expect(await db.select().from(unlock)).toHaveLength(1);
  expect(await db.select().from(message).where(eq(message.kind, "receipt"))).toHaveLength(1);
  useSettings({ STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined });
  expect((await post(payload, good)).status).toBe(401);
});

test("ten simultaneous webhooks of one payment with different event ids unlock once", async () => {
  withKeys();
  const dana = await wizardMember(ctx);
  await call(dana, `/blueprints/${await finishedBlueprint(dana)}/unlock`, { method: "payment" });
  const [own] = await db.select().from(payment);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => {
      const payload = JSON.stringify(
        stripeMessage(`evt_${index}`, "checkout.session.completed", checkoutSession({ paymentId: own!.id })),
      );
      return call(asAnonymous(ctx), "/webhooks/stripe", payload, {
        headers: { "stripe-signature": signedBy(payload) },
      });
    }),
  );
  expect(answers.filter(({ body }) => (body as { outcome: string }).outcome === "settled")).toHaveLength(1);
  expect(await db.select().from(unlock)).toHaveLength(1);
  expect(await db.select().from(message).where(eq(message.kind, "receipt"))).toHaveLength(1);
});

test("a lost webhook loses no payment: the client's return and the scheduled job query Stripe", async () => {
  withKeys();
  const dana = await wizardMember(ctx);
  const pay = async () => {
    const id = await finishedBlueprint(dana);
    const { body } = await call(dana, `/blueprints/${id}/unlock`, { method: "payment" });
    const [own] = await db.select().from(payment).where(eq(payment.blueprintId, id));
    return { id, own: own!, page: (body as { redirect: string }).redirect };
  };
  const first = await pay();
  const confirm = (who = dana as Parameters<typeof call>[0], paymentId = first.own.id) =>
    call(who, `/payments/${paymentId}/confirmation`, undefined);
  expect(await confirm()).toMatchObject({ status: 200, body: { status: "open" } });
  expect((await confirm(await as(ctx, "sam@other.example"))).status).toBe(404);
  expect((await confirm(asAnonymous(ctx))).status).toBe(401);
  expect((await confirm(dana, none)).status).toBe(404);
  await fetch(first.page, { method: "POST", redirect: "manual" });
  expect(await confirm()).toMatchObject({ status: 200, body: { status: "paid" } });

  const second = await pay();
  await fetch(second.page, { method: "POST", redirect: "manual" });
  await reconcilePayments(ctx);
  expect((await db.select().from(unlock)).map(({ blueprintId }) => blueprintId)).toEqual([first.id]);
  await reconcilePayments({ ...ctx, now: new Date(ctx.now.getTime() + 6 * minuteMs) });
  expect(await db.select().from(unlock)).toHaveLength(2);
});

test("admin pages and endpoints refuse strangers", async () => {
  for (const act of ["receipt", "cancellation", "refund"])
    await callRefusesStrangers(ctx, billingEndpoints, `/admin/payments/${newId()}/${act}`);
  for (const [path, method] of [
    ["unlock", "POST"],
    ["architect", "PUT"],
    ["kickoff", "POST"],
    ["review", "POST"],
    ["drawings", "PUT"],
    ["versions", "POST"],
    ["restorations", "POST"],
  ] as const)
    await callRefusesStrangers(ctx, fullBlueprintEndpoints, `/admin/blueprints/${newId()}/${path}`, { method });
  await pageRefusesStrangers(ctx, billingLoader as never, "/admin/billing");
  await pageRefusesStrangers(ctx, blueprintsLoader as never, "/admin/blueprints");
  await pageRefusesStrangers(ctx, architectLoader as never, `/admin/blueprint/${none}`, { id: none });
  await pageRefusesStrangers(ctx, previewLoader as never, `/admin/blueprint/${none}/preview`, { id: none });
  const admin = await asAdmin(ctx);
  expect(await openPage(architectLoader as never, admin, `/admin/blueprint/${none}`, { id: none })).toEqual([404]);
});

test("a version number beyond those of the database is refused", async () => {
  const admin = await asAdmin(ctx);
  const id = await finishedBlueprint(await wizardMember(ctx));
  const restored = (number: number) =>
    callsOf(fullBlueprintEndpoints)(admin, `/admin/blueprints/${id}/restorations`, { number, version: 1 });
  expect((await restored(2_147_483_648)).status).toBe(422);
  expect((await restored(2_147_483_647)).status).toBe(404);
});

test("client pages redirect to sign-in without a session, return 403 without access and 404 for other users' records", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const sam = await as(ctx, "sam@other.example");
  const open = (loader: unknown, who: typeof ctx, path: string) => openPage(loader as never, who, path, { id });
  for (const [loader, path] of [
    [comingSoonLoader, "/blueprint/coming-soon"],
    [unlockLoader, `/blueprint/${id}/unlock`],
    [fullLoader, `/blueprint/${id}/full`],
    [invoicesLoader, "/invoices"],
  ] as const)
    expect(await open(loader, asAnonymous(ctx), path)).toEqual([302, `/auth?next=${encodeURIComponent(path)}`]);
  expect(await open(comingSoonLoader, sam, "/blueprint/coming-soon")).toEqual([403]);
  expect(await open(comingSoonLoader, dana, `/blueprint/coming-soon?blueprint=${none}`)).toEqual([404]);
  for (const loader of [unlockLoader, fullLoader]) expect(await open(loader, sam, "/blueprint/x")).toEqual([404]);
  expect(await open(fullLoader, dana, `/blueprint/${id}/full`)).toEqual([
    302,
    `/blueprint/coming-soon?blueprint=${id}`,
  ]);
  expect(await open(unlockLoader, dana, `/blueprint/${id}/unlock`)).toMatchObject({ byCard: false });
  await call(dana, `/blueprints/${id}/unlock`, { method: "payment" });
  expect(await open(unlockLoader, dana, `/blueprint/${id}/unlock`)).toEqual([
    302,
    `/blueprint/coming-soon?blueprint=${id}`,
  ]);
});
