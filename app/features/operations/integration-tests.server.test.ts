import { readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { desc } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { countCalendars, ensureDefaultHost } from "#app/features/booking/hosts/hosts.server.ts";
import { busyFeed, host } from "#app/features/booking/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type Settings, useSettings } from "#app/platform/env.server.ts";
import type { Reach } from "#app/platform/outside/outside-request.server.ts";
import { startLanguageModel } from "#tests/fakes/language-model.ts";
import { type MailServerRules, reply, startMailServer } from "#tests/fakes/mail-server.ts";
import { startNameServer } from "#tests/fakes/name-server.ts";
import { startStripe } from "#tests/fakes/stripe-server.ts";
import { as, asAdmin, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { testIntegration } from "./integration-tests.server.ts";
import type { IntegrationKey } from "./integrations.ts";
import { listIntegrations } from "./operations.server.ts";

const { db, ctx } = useDatabase();
const folder = "./node_modules/.cache/gtmarc-integration-tests";
const noEndpoints = { total: 0, paused: 0, disabled: 0, failing: 0 };
const bare = useSettings({
  ...{ SECRET: "s".repeat(32), SITE_URL: "http://localhost:3000", DATA_DIR: folder },
  ...{
    SMTP_URL: undefined,
    CALENDLY_URL: undefined,
    STRIPE_SECRET_KEY: undefined,
    AI_BASE_URL: undefined,
    AI_MODEL: undefined,
    AI_API_KEY: undefined,
  },
});
let admin: Ctx;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  admin = await asAdmin(ctx, "ada@gtmarc.example");
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  useSettings(bare);
  rmSync(folder, { recursive: true, force: true });
});

async function outcome(key: IntegrationKey, changes: Partial<Settings> = {}, reach?: Reach) {
  const settings = useSettings({ ...bare, ...changes });
  const result = await testIntegration(admin, { key, settings }, reach);
  if (!result.ok) return result.reason.kind;
  expect(result.value.tookMs).toBeGreaterThanOrEqual(0);
  return [result.value.passed, result.value.text] as const;
}

async function mailServer(rules: MailServerRules = {}) {
  const server = await startMailServer(rules);
  closing.push(server.close);
  return server;
}

test("mail: a real mail is delivered to the admin, and the server's response is shown", async () => {
  const server = await mailServer();
  expect(await outcome("mail", { SMTP_URL: server.url })).toEqual([
    true,
    expect.stringMatching(/^The mail server accepted an email to ada@gtmarc\.example\. Its response: 250/),
  ]);
  expect(server.recipients()).toEqual(["ada@gtmarc.example"]);
  expect(server.received[0]?.subject).toBe("Test email from GTMarc");
});

test("mail: a wrong password is reported, and the response contains neither it nor the user", async () => {
  const server = await mailServer({ login: { user: "smtp-user", password: "right" } });
  const password = "s3cret-word";
  const url = server.url.replace("smtp://", `smtp://smtp-user:${password}@`);
  const [passed, text] = (await outcome("mail", { SMTP_URL: url })) as [boolean, string];
  expect(passed).toBe(false);
  expect(text).toMatch(
    /^The mail server does not accept the user or password in the address of the mail server\. The response was: .*535/,
  );
  expect(text).not.toMatch(/s3cret-word|smtp-user|at .*\.ts/);
});

test("mail: a closed port, a refused recipient and a temporary failure give different results", async () => {
  const gone = await startMailServer();
  await gone.close();
  const first = async (url: string) => String((await outcome("mail", { SMTP_URL: url }))[1]).split(".")[0];
  expect(await first(gone.url)).toBe("No mail server listens at the host and port of the setting");
  const refusing = await mailServer({
    onRecipient: () => {
      throw reply(550, "No such user ada@gtmarc.example");
    },
  });
  const refused = (await outcome("mail", { SMTP_URL: refusing.url })) as [boolean, string];
  expect(refused[1]).toContain("The mail server refused the email.");
  expect(refused[1]).toContain("550");
  expect(refused[1]).not.toContain("ada@");
  const busy = await mailServer({
    onRecipient: () => {
      throw reply(451, "Try again later");
    },
  });
  expect(await first(busy.url)).toBe("The mail server is not accepting email right now");
});

test("mail without a server: the mail is written to a file, and the result says that it was not sent", async () => {
  expect(await outcome("mail", { SMTP_URL: undefined })).toEqual([
    true,
    "The email is in the mailbox folder. It was not sent.",
  ]);
  expect(readdirSync(`${folder}/mailbox`)).toHaveLength(1);
});

test("Stripe: a read with the key passes; a wrong key and an unreachable server give different results", async () => {
  const stripe = await startStripe({ key: "sk_test_right", secret: "whsec_x" });
  const settings = { STRIPE_SECRET_KEY: "sk_test_right", STRIPE_WEBHOOK_SECRET: "whsec_x", STRIPE_API_URL: stripe.url };
  expect(await outcome("stripe", settings)).toEqual([true, expect.stringContaining("accepted the key")]);
  expect(stripe.calls).toEqual(["GET /v1/checkout/sessions"]);
  expect(await outcome("stripe", { ...settings, STRIPE_SECRET_KEY: "sk_test_wrong" })).toEqual([
    false,
    "Stripe does not accept the secret key. Copy the key from the Stripe dashboard again.",
  ]);
  await stripe.stop();
  expect(await outcome("stripe", { ...settings, STRIPE_SECRET_KEY: "sk_test_other" })).toEqual([
    false,
    "Stripe did not respond in time, or could not be reached.",
  ]);
});

const here: Reach = { resolve: async () => ["127.0.0.1"], isPublic: () => true, protocols: ["http:"] };

async function webPage(status: number) {
  const server = createServer((_, response) => response.writeHead(status).end("BEGIN:VCALENDAR\r\nEND:VCALENDAR"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(async () => server.close());
  return `http://pages.example:${(server.address() as AddressInfo).port}/firm`;
}

test("Calendly: its page is actually requested", async () => {
  expect(await outcome("calendly", { CALENDLY_URL: await webPage(200) }, here)).toEqual([
    true,
    "The Calendly page can be read.",
  ]);
  expect(await outcome("calendly", { CALENDLY_URL: await webPage(404) }, here)).toEqual([
    false,
    "The host of the Calendly page did not return the page. Check the address.",
  ]);
  expect(await outcome("calendly", { CALENDLY_URL: "https://127.0.0.1/x" })).toEqual([
    false,
    "The Calendly page is in a private network.",
  ]);
});

test("calendars: each is read, and failures are counted", async () => {
  expect(await outcome("calendars")).toBe("switched_off");
  await ensureDefaultHost(ctx);
  const [someone] = await db.select().from(host);
  for (const status of [200, 404])
    await db
      .insert(busyFeed)
      .values({ id: newId(), hostId: someone!.id, url: await webPage(status), createdAt: ctx.now });
  expect(await outcome("calendars", {}, here)).toEqual([
    false,
    expect.stringContaining("1 of 2 calendars could be read"),
  ]);
  const calendars = await countCalendars(ctx);
  expect(calendars).toEqual({ total: 2, failing: 1 });
  const shown = (counts: typeof calendars) =>
    listIntegrations(bare, { calendars: counts, endpoints: noEndpoints }).find(({ key }) => key === "calendars");
  expect(shown(calendars)).toMatchObject({ isOn: true, trouble: "some", state: expect.stringContaining("1 of 2") });
  expect(shown({ total: 1, failing: 1 })).toMatchObject({
    trouble: "all",
    state: expect.stringContaining("The calendar could not be read"),
  });
  expect(shown({ total: 2, failing: 0 })?.trouble).toBeUndefined();
});

test("language model: one small question; a refused key and a wrong format give different results", async () => {
  const model = await startLanguageModel({ text: "OK" }, { status: 401 }, { body: "<html>" });
  closing.push(model.close);
  const settings = { AI_BASE_URL: model.url, AI_MODEL: "small", AI_API_KEY: "model-key" };
  expect(await outcome("language-model", settings)).toEqual([true, "The model answered."]);
  expect(model.asked).toMatchObject([{ model: "small", max_tokens: 5, authorization: "Bearer model-key" }]);
  expect(await outcome("language-model", settings)).toEqual([
    false,
    expect.stringContaining("Check its key and model."),
  ]);
  expect(await outcome("language-model", settings)).toEqual([
    false,
    expect.stringContaining("not in the OpenAI format"),
  ]);
});

test("a service that is off is not tested or audited; a test is audited with its outcome", async () => {
  for (const key of ["stripe", "calendly", "calendars", "language-model"] as const)
    expect(await outcome(key)).toBe("switched_off");
  expect(await db.select().from(auditEntry)).toEqual([]);
  await outcome("mail");
  expect(await db.select().from(auditEntry)).toMatchObject([
    { act: "integration.tested", subject: "mail", detail: { passed: true, tookMs: expect.any(Number) } },
  ]);
});

test("each admin has ten tests in ten minutes", async () => {
  for (let n = 0; n < 10; n += 1) expect(await outcome("stripe")).toBe("switched_off");
  expect(await outcome("stripe")).toBe("too_many");
  const other = await asAdmin(ctx, "grace@gtmarc.example");
  expect(await testIntegration(other, { key: "stripe", settings: bare })).toMatchObject({
    reason: { kind: "switched_off" },
  });
  admin = later(admin, { hours: 1 });
  expect(await outcome("stripe")).toBe("switched_off");
  const user = await as(ctx, "dana@northfield.example");
  expect(await testIntegration(user, { key: "mail", settings: bare })).toMatchObject({ reason: { kind: "not_admin" } });
});

test("webhooks are on while an endpoint receives events; paused, failing and disabled endpoints are named", () => {
  const shown = (counts: Partial<typeof noEndpoints>) =>
    listIntegrations(bare, {
      calendars: { total: 0, failing: 0 },
      endpoints: { ...noEndpoints, ...counts },
    }).find(({ name }) => name === "Webhooks");
  expect(shown({})).toMatchObject({ isOn: false, trouble: undefined, page: { label: "Set up webhooks" } });
  expect(shown({ total: 1 })).toMatchObject({
    ...{ isOn: true, trouble: undefined, page: { label: "Open webhooks" } },
    state: "Events are sent to one endpoint.",
  });
  expect(shown({ total: 4, paused: 1, disabled: 1, failing: 1 })).toMatchObject({
    trouble: "some",
    state:
      "Events are sent to 2 endpoints. One of them has not accepted any lately. One endpoint is paused. " +
      "One endpoint is disabled: nothing is sent there until you resume it.",
  });
  expect(shown({ total: 2, paused: 2 })).toMatchObject({
    ...{ isOn: false, trouble: undefined, state: "2 endpoints are paused. Nothing is sent until you resume them." },
  });
  expect(shown({ total: 2, disabled: 2 })).toMatchObject({
    trouble: "all",
    state: "2 endpoints are disabled: nothing is sent there until you resume them.",
  });
});

test("the list names settings by label and the page that changes them, and contains no values", () => {
  const hidden = "value-a";
  const secrets = {
    SMTP_URL: `smtps://u:${hidden}@host:465`,
    STRIPE_SECRET_KEY: "sk_value-b",
    STRIPE_WEBHOOK_SECRET: "whsec_value-c",
    BILLING_SENDER: "value-i|value-j",
    BILLING_BANK_DETAILS: "value-k",
    AI_BASE_URL: "https://value-d.example/v1",
    AI_MODEL: "value-e",
    AI_API_KEY: "value-f",
    CALENDLY_URL: "https://calendly.com/value-g",
    CALENDLY_WEBHOOK_SIGNING_KEY: "value-h",
    GOOGLE_CLIENT_ID: "value-l",
    GOOGLE_CLIENT_SECRET: "value-m",
    MICROSOFT_CLIENT_ID: "value-n",
    MICROSOFT_CLIENT_SECRET: "value-o",
  };
  const on = listIntegrations(
    { ...bare, ...secrets },
    { calendars: { total: 1, failing: 0 }, endpoints: { ...noEndpoints, total: 1 } },
  );
  expect(on.map(({ isOn }) => isOn)).toEqual(on.map(() => true));
  expect(on.map(({ name }) => name)).toEqual(expect.arrayContaining(["Sign-in with Google", "Sign-in with Microsoft"]));
  expect(on.find(({ name }) => name === "Sign-in with Google")?.state).toContain("/auth/callback/google");
  expect(JSON.stringify(on)).not.toContain("value-");
  const off = listIntegrations(
    { ...bare, SMTP_URL: undefined },
    { calendars: { total: 0, failing: 0 }, endpoints: noEndpoints },
  );
  expect(off.filter(({ isOn }) => isOn).map(({ name }) => name)).toEqual(["Analytics"]);
  expect(off.filter(({ settings }) => settings.length > 0).map(({ name, page }) => `${name}: ${page?.href}`)).toEqual([
    "Mail: /admin/settings/mail",
    "Sender: /admin/settings/mail",
    "Stripe: /admin/settings/billing",
    "Invoices: /admin/settings/billing",
    "Calendly: /admin/settings/booking",
    "Language model: /admin/settings/model",
    "Sign-in with Google: /admin/settings/sign-in",
    "Sign-in with Microsoft: /admin/settings/sign-in",
  ]);
  expect(JSON.stringify([on, off]).replaceAll("DATA_DIR", "")).not.toMatch(/[A-Z]{2,}_[A-Z]|\.env|restart/);
});

test("sender: the records of the sender's domain are looked up, and a name server that fails is not a missing record", async () => {
  const names = await startNameServer();
  closing.push(names.stop);
  const settings = useSettings({ ...bare, MAIL_FROM: "Harbor <office@harbor.com>", MAIL_DKIM_SELECTOR: "s1" });
  const check = async () => {
    const result = await testIntegration(admin, { key: "sender", settings });
    return result.ok ? [result.value.passed, ...result.value.records!.map(({ state }) => state)] : result.reason.kind;
  };
  expect(await check()).toEqual([false, "missing", "missing", "missing"]);
  names.records.set("harbor.com", ["v=spf1 mx -all"]);
  names.records.set("s1._domainkey.harbor.com", ["v=DKIM1; p=MIGf"]);
  names.records.set("_dmarc.harbor.com", ["v=DMARC1; p=none"]);
  expect(await check()).toEqual([true, "found", "found", "found"]);
  names.state.isBroken = true;
  expect(await check()).toEqual([false, "unknown", "unknown", "unknown"]);
  const [newest] = await db.select().from(auditEntry).orderBy(desc(auditEntry.id)).limit(1);
  expect(newest).toMatchObject({ subject: "sender", detail: { passed: false, domain: "harbor.com" } });
});
