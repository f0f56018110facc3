import { sql } from "drizzle-orm";
import fc from "fast-check";
import { Hono } from "hono";
import { beforeEach, expect, test, vi } from "vitest";
import { requestAccess } from "#app/features/access/access.server.ts";
import { AccessRequest } from "#app/features/access/access.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/default-host.server.ts";
import { createIssue } from "#app/features/newsletter/issues/issues.server.ts";
import { askColleague } from "#app/features/wizard/colleagues.server.ts";
import { type Actor, anonymous } from "#app/lib/actor.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { apiEndpoints } from "#app/routes/api/api.server.ts";
import { createApp } from "#server/app.ts";
import { registerListeners } from "#server/process/listeners.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf } from "#tests/fixtures/booking-fixture.ts";
import { calendlyDelivery, calendlySignature, noShowDelivery } from "#tests/fixtures/calendly.ts";
import { draftBlueprint, finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { fittingValue, hostileTexts, jsonText, mutatedValue, type Schema } from "#tests/fixtures/generated-values.ts";
import { charge, checkoutSession, signedBy, stripeMessage, stripeSecret } from "#tests/fixtures/stripe-messages.ts";
import { useDatabase } from "#tests/setup/test-database.ts";

/*
 * Bodies, parameters and queries for every endpoint of /api/openapi.json, generated from its schemas and then damaged, as a
 * visitor, a user and an admin. No response is a server error, all refusals have the same shape, and no
 * message of the validation library reaches a user. The seed is fixed, so failures are reproducible.
 */

const seed = 20_260_302;
const perCall = 96;

const { db, ctx } = useDatabase({ jobs: jobDefinitions });
const settings = useSettings({
  SECRET: "a-secret-of-at-least-thirty-two-characters",
  SITE_URL: "http://localhost:3000",
  TRUSTED_PROXIES: ["127.0.0.1"],
});

type Operation = {
  parameters?: { name: string; in: "path" | "query" | "header"; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
const document = apiEndpoints.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "", version: "" } });
const look = (ref: string) => document.components?.schemas?.[ref.split("/").at(-1)!] as Schema;
const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({ method, path, operation })),
);

const actors = new Map<string, Actor>();
/** Ids of real records, by the part of the path that they follow. */
const records = new Map<string, string[]>();
const known: string[] = [];

beforeEach(async () => {
  registerListeners();
  await ensureDefaultHost(ctx);
  const user = await wizardMember(ctx);
  const admin = await asAdmin(ctx);
  actors.set("user", user.actor).set("admin", admin.actor);
  const blueprints = [await draftBlueprint(user), await finishedBlueprint(user)];
  const colleague = await askColleague(user, { id: blueprints[0]!, name: "Kim", part: "stack", days: 7 });
  if (!colleague.ok) throw new Error(colleague.reason.kind);
  await requestAccess(ctx, AccessRequest.parse({ email: "lee@northfield.example", company_name: "Northfield" }));
  const call = await bookCall(ctx, danasCall());
  if (!call.ok) throw new Error(call.reason.kind);
  const issue = await createIssue(admin);
  if (!issue.ok) throw new Error(issue.reason.kind);
  const idsOf = async (table: string) =>
    (await db.execute<{ id: string }>(sql.raw(`select id from ${table}`))).rows.map(({ id }) => id);
  records
    .set("blueprints", blueprints)
    .set("colleagues", [colleague.value.id])
    .set("bookings", await idsOf("booking"))
    .set("hosts", await idsOf("host"))
    .set("event-types", await idsOf("event_type"))
    .set("access-requests", await idsOf("access_request"))
    .set("newsletter", await idsOf("newsletter_issue"))
    .set("mail", await idsOf("message"))
    .set("users", [user.actor.userId, admin.actor.userId])
    .set("by-token", [tokenOf(call.value.manageUrl)])
    .set("booking", ["strategy-session", "blueprint-unlock-call"]);
  known.push(...[...records.values()].flat());
});

const app = createApp({
  db,
  settings,
  identify: async (_, headers) => ({
    actor: actors.get(/gtmarc_session=(\w+)/.exec(headers.get("cookie") ?? "")?.[1] ?? "") ?? anonymous,
  }),
  operations: new Hono(),
  api: apiEndpoints,
  assets: new Hono(),
  pages: new Hono(),
});

type Sent = { method: string; url: string; who: string; body: string | undefined; headers: Record<string, string> };

const segment = (fitting: readonly string[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...(fitting.length > 0 ? fitting : known)).map(encodeURIComponent) },
    { weight: 1, arbitrary: fc.constantFrom(...known).map(encodeURIComponent) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...hostileTexts, "%").map((text) => encodeURIComponent(text.toWellFormed()) || "%20"),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom("%00", "%ff", "%c3%28", "%", "%zz", "%2e%2e", "%5c", "%2f%2fevil.example"),
    },
  );

function requestsOf({ method, path, operation }: (typeof operations)[number]): fc.Arbitrary<Sent> {
  const named = (place: string) => (operation.parameters ?? []).filter((parameter) => parameter.in === place);
  const fitting = (schema: Schema) => fittingValue(schema, look, known);
  const steps = path.split("/");
  const recordsFor = (name: string) => records.get(steps[steps.indexOf(`{${name}}`) - 1] ?? "") ?? [];
  const parts = fc.record(Object.fromEntries(named("path").map(({ name }) => [name, segment(recordsFor(name))])));
  const query = fc.record(
    Object.fromEntries(named("query").map(({ name, schema }) => [name, mutatedValue(fitting(schema)).map(String)])),
    { requiredKeys: [] },
  );
  const headers = fc.record(
    Object.fromEntries(named("header").map(({ name }) => [name, fc.stringMatching(/^[ -~]{0,300}$/)])),
    { requiredKeys: [] },
  );
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const json = mutatedValue(schema ? fitting(schema) : fc.jsonValue()).map(jsonText);
  const body =
    method === "get"
      ? fc.constant(undefined)
      : fc.oneof(
          { weight: 40, arbitrary: json },
          { weight: 1, arbitrary: json.map((text) => text.slice(0, -1)) },
          { weight: 1, arbitrary: fc.constantFrom("", "\u0000", "[".repeat(5_000), "\ufeff{}", "NaN") },
        );
  const who = path.startsWith("/api/admin/")
    ? fc.constantFrom("visitor", "user", ..."admin ".repeat(6).trim().split(" "))
    : fc.constantFrom("visitor", "user", "user", "user", "admin");
  return fc.record({ parts, query, headers, body, who }).map((made) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(made.parts[name]));
    const search = new URLSearchParams(
      Object.entries(made.query as Record<string, string>).map(([name, value]): [string, string] => [
        name,
        value.toWellFormed(),
      ]),
    );
    const url = `${settings.SITE_URL}${filled}${search.size > 0 ? `?${search}` : ""}`;
    return {
      method: method.toUpperCase(),
      url,
      who: made.who,
      body: made.body,
      headers: made.headers as Sent["headers"],
    };
  });
}

let sentSoFar = 0;
async function send({ method, url, who, body, headers }: Sent) {
  sentSoFar += 1;
  const answer = await app.request(url, {
    method,
    headers: {
      ...headers,
      host: "localhost:3000",
      origin: settings.SITE_URL,
      // A separate client address per request avoids rate limits.
      "x-forwarded-for": `2001:db8:${(sentSoFar >> 8).toString(16)}:${(sentSoFar & 255).toString(16)}::1`,
      ...(who === "visitor" ? {} : { cookie: `gtmarc_session=${who}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, text: await answer.text(), type: answer.headers.get("content-type") ?? "" };
}

/** Phrases that only the validation library writes. */
const librarySentence =
  /invalid (input|option|key|element|string|value|iso|uuid|url)\b|expected .+ received|too (small|big)|unrecognized key|must match pattern/i;

function faultOf({ status, text, type }: Awaited<ReturnType<typeof send>>): string | null {
  if (status >= 500) return `${status}`;
  if (status < 400) return null;
  if (!type.startsWith("application/json")) return `${status} as ${type}`;
  const { error } = JSON.parse(text) as {
    error?: { code?: unknown; message?: unknown; fields?: Record<string, unknown> };
  };
  if (typeof error?.code !== "string" || typeof error.message !== "string")
    return `${status} in another shape: ${text}`;
  const said = [error.message, ...Object.values(error.fields ?? {})].find((words) =>
    librarySentence.test(String(words)),
  );
  return said === undefined ? null : `library's sentence: ${said}`;
}

test("no generated request causes a server error, and every refusal has a message for people", async () => {
  const said = vi.spyOn(log, "error").mockImplementation(() => {});
  const faults: Record<string, string[]> = {};
  for (const operation of operations) {
    const requests = fc.sample(requestsOf(operation), { seed, numRuns: perCall });
    for (let start = 0; start < requests.length; start += 6) {
      await Promise.all(
        requests.slice(start, start + 6).map(async (request) => {
          const fault = faultOf(await send(request));
          if (fault === null) return;
          const call = `${operation.method} ${operation.path}`;
          faults[call] = [...(faults[call] ?? []), `${fault} after ${JSON.stringify(request).slice(0, 500)}`].slice(
            0,
            3,
          );
        }),
      );
    }
  }
  expect(sentSoFar).toBeGreaterThanOrEqual(10_000);
  expect(faults).toEqual({});
  expect(said.mock.calls).toEqual([]);
});

async function sendSigned(path: string, body: string, header: string, signature: string) {
  const answer = await app.request(`${settings.SITE_URL}${path}`, {
    method: "POST",
    headers: { host: "localhost:3000", "content-type": "application/json", [header]: signature },
    body,
  });
  return answer.status;
}

test("damaged signed messages are accepted or refused with 400", async () => {
  const said = vi.spyOn(log, "error").mockImplementation(() => {});
  const calendlyKey = "calendly-signing-key-of-this-test";
  useSettings({
    STRIPE_SECRET_KEY: "sk_test_none",
    STRIPE_WEBHOOK_SECRET: stripeSecret,
    CALENDLY_URL: "https://calendly.com/gtmarc/strategy-session",
    CALENDLY_WEBHOOK_SIGNING_KEY: calendlyKey,
  });
  const paymentId = newId();
  const stripeMessages = [
    stripeMessage("evt_1", "checkout.session.completed", checkoutSession({ paymentId })),
    stripeMessage("evt_2", "charge.refunded", charge({ paymentId, refunded: 49_900 })),
    stripeMessage("evt_3", "charge.dispute.created", { payment_intent: `pi_${paymentId}` }),
    stripeMessage("evt_4", "customer.created", {}),
  ];
  const deliveries = [
    calendlyDelivery("invitee.created", { event: "EV1", invitee: "IN1" }),
    calendlyDelivery("invitee.canceled", { event: "EV1", invitee: "IN1" }),
    noShowDelivery("created", "https://api.calendly.com/x"),
  ];
  const damaged = (messages: object[]) =>
    fc.sample(mutatedValue(fc.constantFrom(...messages)).map(jsonText), { seed, numRuns: 300 });
  const statuses = new Set<number>();
  for (const body of damaged(stripeMessages))
    statuses.add(await sendSigned("/api/webhooks/stripe", body, "stripe-signature", signedBy(body)));
  for (const body of damaged(deliveries)) {
    const signature = calendlySignature(body, calendlyKey, new Date());
    statuses.add(await sendSigned("/api/webhooks/calendly", body, "calendly-webhook-signature", signature));
  }
  expect([...statuses].sort()).toEqual([200, 400]);
  expect(said.mock.calls).toEqual([]);
});
