import { expect, test } from "vitest";
import { commandLine } from "#app/lib/actor.ts";
import { env, lockedBy, type Settings, useEnvironment, useSettings } from "#app/platform/env.server.ts";
import { decryptValue, encryptValue } from "#app/platform/secrets/sealed-text.server.ts";
import { definitionOf, type settingDefinitions, settingVariables } from "#app/platform/settings/definitions.server.ts";
import { as } from "#tests/fixtures/actors.ts";
import { jpegPortrait } from "#tests/fixtures/portrait.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { followSettings } from "./follow-settings.server.ts";
import { changeSettings, listSettings, readSettingGroup, type SettingTests, undoSetting } from "./settings.server.ts";
import { loadSettings } from "./stored-settings.server.ts";
import { settingVersion } from "./tables.server.ts";

const { db, ctx, pool, connection } = useDatabase();
const secret = "a".repeat(32);
const operator = { ...ctx, actor: commandLine };

/** A process that starts now, with these variables. */
async function start(environment: Record<string, string> = {}) {
  useEnvironment({ DATA_DIR: "./node_modules/.cache/gtmarc-test-data", SECRET: secret, ...environment });
  await loadSettings(ctx);
}
const set = (name: string, value: string | null, more = {}) =>
  changeSettings(operator, { changes: [{ name, value }], ...more });
const entry = async (name: string) => {
  const listed = await listSettings(operator);
  return listed.ok ? listed.value.find((one) => one.name === name)! : null;
};

test.each(settingVariables)("%s is set, read, undone and left at its default", async (variable) => {
  await start();
  const { name, example, secret: isSecret, default: preset, schema, kind } = definitionOf(variable);
  const before = env()[variable];
  // A key of sixteen characters is valid for every secret.
  const value = example === preset || !example ? (samples[variable] ?? "sixteen-letters-") : example;
  const others = { STRIPE_SECRET_KEY: "sk_test_1", AI_BASE_URL: "https://model.example/v1", AI_MODEL: "small" };
  const together = partners[variable]?.map((other) => ({
    name: definitionOf(other).name as string,
    value:
      samples[other] ??
      (others as Record<string, string>)[other] ??
      (definitionOf(other).example || "sixteen-letters-"),
  }));
  const changed = await changeSettings(operator, { changes: [{ name, value }, ...(together ?? [])] });
  expect(changed, name).toMatchObject({ ok: true });
  if (variable !== "BILLING_SENDER") expect(env()[variable]).toEqual(schema.parse(value));
  expect(await entry(name)).toMatchObject({
    value: isSecret ? "set" : kind === "picture" ? "a picture of 1 kB" : value,
    source: "database",
  });
  const { rows } = await pool.query<{ value: string }>("select value from setting_version where name = $1", [name]);
  expect(rows[0]!.value === value).toBe(!isSecret);
  const back = [{ name, value: null }, ...(together ?? []).map((one) => ({ name: one.name, value: null }))];
  expect(await changeSettings(operator, { changes: back })).toMatchObject({ ok: true });
  expect(env()[variable]).toEqual(before);
  expect(await entry(name)).toMatchObject({ value: isSecret ? null : (preset ?? null), source: "default" });
});

/** Valid values other than the default. */
const samples: Partial<Record<keyof typeof settingDefinitions, string>> = {
  HOLIDAYS: "DE-BY",
  FIRM_NAME: "Northfield & Sons",
  CONTACT_EMAIL: "desk@northfield.example",
  MAIL_FROM: "Northfield <desk@northfield.example>",
  COMPANY_TIMEZONE: "Europe/Vienna",
  NEWSLETTER_CONFIRMATION: "off",
  ACCESS_CODE_DELAY_BUSINESS_DAYS: "0",
  ACCESS_CONSUMER_DOMAINS: "gmail.com,freemail.example",
  PRICE_UNLOCK: "750",
  PRICE_PROJECT_FROM: "6000",
  PRICE_PROJECT_TO: "30000",
  PRICE_RETAINER: "3000",
  INVOICE_REMINDERS: "off",
  OUTREACH_WEEKLY_CAP: "2",
  PIPELINE_STAGES: "New|Asked|Analyzed|Fits|Call|Client|Lost",
  PIPELINE_TARGET_EMPLOYEES: "20-400",
  PIPELINE_SCORE_WEIGHTS: "50,30,20",
  OUTREACH_PER_MINUTE: "30",
  OUTREACH_PER_DOMAIN_PER_MINUTE: "10",
  ANALYTICS_MONTHS: "6",
  HSTS: "preload",
  DEVTOOLS_BANNER: "off",
  PREVIEW_HOSTS: "*.preview.example",
  PREVIEW_TRUSTED_DOMAINS: ",",
  STRIPE_SECRET_KEY: "sk_test_1",
};

/** Settings that are only accepted together. */
const partners: Partial<Record<keyof typeof settingDefinitions, (keyof typeof settingDefinitions)[]>> = {
  STRIPE_SECRET_KEY: ["STRIPE_WEBHOOK_SECRET"],
  STRIPE_WEBHOOK_SECRET: ["STRIPE_SECRET_KEY"],
  AI_BASE_URL: ["AI_MODEL"],
  AI_MODEL: ["AI_BASE_URL"],
  AI_API_KEY: ["AI_BASE_URL", "AI_MODEL"],
  GOOGLE_CLIENT_ID: ["GOOGLE_CLIENT_SECRET"],
  GOOGLE_CLIENT_SECRET: ["GOOGLE_CLIENT_ID"],
  MICROSOFT_CLIENT_ID: ["MICROSOFT_CLIENT_SECRET"],
  MICROSOFT_CLIENT_SECRET: ["MICROSOFT_CLIENT_ID"],
  MAIL_REPLY_ADDRESS: ["MAIL_WEBHOOK_SECRET"],
};

test("undo returns to the value before the newest change, and a change can be undone by its version", async () => {
  await start();
  for (const value of ["North", "South", "West"]) await set("firm.name", value);
  const group = await readSettingGroup(operator, "firm");
  expect(group.ok && group.value.history.map(({ from, to }) => [from, to])).toEqual([
    ["South", "West"],
    ["North", "South"],
    [null, "North"],
  ]);
  expect(await undoSetting(operator, { name: "firm.name" })).toMatchObject({ ok: true });
  expect(env().FIRM_NAME).toBe("South");
  const first = group.ok ? group.value.history[2]!.version : 0;
  expect(await undoSetting(operator, { name: "firm.name", version: first })).toMatchObject({ ok: true });
  expect(env().FIRM_NAME).toBe("GTMarc");
  expect(await undoSetting(operator, { name: "mail.from" })).toMatchObject({ reason: { kind: "not_found" } });
});

test("a secret is encrypted for its own name, and undone without being shown", async () => {
  await start();
  const name = "mail.webhook_secret";
  await set(name, "first-of-sixteen-letters");
  await set(name, "second-of-sixteen-letters");
  const stored = await db.select().from(settingVersion);
  expect(stored.map(({ isEncrypted }) => isEncrypted)).toEqual([true, true]);
  expect(JSON.stringify(stored)).not.toContain("sixteen");
  expect(decryptValue("mail.smtp_url", stored[0]!.value!)).toBeNull();
  expect(decryptValue(name, stored[0]!.value!)).toBe("first-of-sixteen-letters");
  expect(encryptValue(name, "same")).not.toBe(encryptValue(name, "same"));
  await undoSetting(operator, { name });
  expect(env().MAIL_WEBHOOK_SECRET).toBe("first-of-sixteen-letters");
  const { rows } = await pool.query<{ detail: object }>("select detail from audit_entry order by at, id");
  expect(rows.map(({ detail }) => detail)).toEqual([
    { [name]: { from: null, to: "set" } },
    { [name]: { from: "set", to: "set" } },
    { [name]: { from: "set", to: "set" } },
  ]);
});

test("after a change of SECRET the secrets are named, the rest is read, and new values are accepted", async () => {
  await start();
  await set("mail.webhook_secret", "first-of-sixteen-letters");
  await set("firm.name", "Northfield");
  await set("mail.reply_address", "replies@northfield.example");
  await start({ SECRET: "b".repeat(32) });
  expect(env()).toMatchObject({ FIRM_NAME: "Northfield", MAIL_WEBHOOK_SECRET: undefined });
  expect(await entry("mail.webhook_secret")).toMatchObject({
    value: null,
    problem: expect.stringContaining("another SECRET"),
  });
  expect(await entry("mail.reply_address")).toMatchObject({
    problem: "has no effect until mail.webhook_secret is set again",
  });
  await set("mail.webhook_secret", "third-of-sixteen-letters");
  expect(await entry("mail.webhook_secret")).toMatchObject({ value: "set", problem: null });
  expect(env()).toMatchObject({
    MAIL_WEBHOOK_SECRET: "third-of-sixteen-letters",
    MAIL_REPLY_ADDRESS: "replies@northfield.example",
  });
});

test("the environment wins and locks, also the mail server that MAIL=mailbox replaces", async () => {
  await start();
  await set("firm.name", "Northfield");
  await start({ FIRM_NAME: "From the shell", MAIL: "mailbox" });
  expect(env().FIRM_NAME).toBe("From the shell");
  expect(await entry("firm.name")).toMatchObject({
    source: "environment",
    lockedBy: "FIRM_NAME",
    value: "From the shell",
  });
  expect(await set("firm.name", "Other")).toMatchObject({
    reason: { kind: "invalid", fields: { "firm.name": "is fixed by FIRM_NAME in the environment" } },
  });
  expect(lockedBy("SMTP_URL")).toBe("MAIL");
  expect(await set("mail.smtp_url", "smtp://mail.example")).toMatchObject({ reason: { kind: "invalid" } });
});

test.each([
  ["prices.unlock", "-1", /whole number from 1/],
  ["prices.retainer", "a lot", /whole number from 0/],
  ["firm.contact_email", "nobody", /email address/],
  ["booking.timezone", "Mars/Base", /IANA zone/],
  ["model.base_url", "https://model.example", /model\.base_url and model\.name belong together/],
  ["prices.project_to", "4999", /^is below “Projects from, USD”: enter at least 5000$/],
  ["prices.project_from", "25001", /^is above “Projects typically up to, USD”: enter at most 25000, or raise both$/],
  ["pipeline.target_employees", "200-10", /the smaller one first/],
  ["billing.stripe_secret_key", "pk_live_1", /not the publishable one/],
  ["billing.sender", "Harbor LLC", /^needs at least two lines: the firm's name, then its address$/],
  ["billing.sender", " Harbor LLC | ", /at least two lines/],
])("%s=%s is refused", async (name, value, message) => {
  await start();
  const refused = await set(name, value);
  expect(refused).toMatchObject({ reason: { kind: "invalid", fields: { [name]: expect.stringMatching(message) } } });
  expect(await db.$count(settingVersion)).toBe(0);
});

test("a DKIM selector may be pasted as the name of its DNS record", async () => {
  await start();
  expect(await set("mail.dkim_selector", "s1._domainkey.harbor.example")).toMatchObject({ ok: true });
  expect(env().MAIL_DKIM_SELECTOR).toBe("s1");
  // Some providers give names that the standard does not allow.
  expect(await set("mail.dkim_selector", "mail_2026")).toMatchObject({ ok: true });
});

test("both ends of a price range can be moved past the former range together, and undone only together", async () => {
  await start();
  const changes = [
    { name: "prices.project_from", value: "30000" },
    { name: "prices.project_to", value: "60000" },
  ];
  expect(await changeSettings(operator, { changes })).toMatchObject({ ok: true });
  expect([env().PRICE_PROJECT_FROM, env().PRICE_PROJECT_TO]).toEqual([30_000, 60_000]);
  expect(await set("prices.project_to", null)).toMatchObject({
    reason: { kind: "invalid", fields: { "prices.project_to": "is below “Projects from, USD”: enter at least 30000" } },
  });
  expect(await set("prices.project_to", "30000")).toMatchObject({ ok: true });
});

test("a value that its test refuses is not kept", async () => {
  await start();
  const refuses = async () => "was tried and refused: 535 no";
  const tests = { SMTP_URL: refuses };
  expect(await set("mail.smtp_url", "smtp://mail.example", { tests })).toMatchObject({
    reason: { kind: "invalid", fields: { "mail.smtp_url": "was tried and refused: 535 no" } },
  });
  expect(env().SMTP_URL).toBeUndefined();
});

test("of two admins who read the same page, the later one gets the difference", async () => {
  await start();
  const read = await readSettingGroup(operator, "firm");
  const expectedVersion = read.ok ? read.value.version : -1;
  const both = await Promise.all(["North", "South"].map((value) => set("firm.name", value, { expectedVersion })));
  const [kept, refused] = [...both].sort((one, other) => Number(other.ok) - Number(one.ok));
  expect(kept).toMatchObject({ ok: true });
  expect(refused).toMatchObject({
    reason: {
      kind: "stale",
      version: expect.any(Number),
      changes: [{ name: "firm.name", from: null, to: env().FIRM_NAME }],
    },
  });
  expect(await db.$count(settingVersion)).toBe(1);
});

test("admins only, and secrets and what sends or charges need a fresh code", async () => {
  await start();
  const dana = await as(ctx, "dana@northfield.example");
  expect(await changeSettings(dana, { changes: [{ name: "firm.name", value: "X Y" }] })).toMatchObject({
    reason: { kind: "not_admin" },
  });
  const admin = await as(ctx, "ada@gtmarc.example");
  const actor = { ...admin.actor, isAdmin: true, aal: "aal2" as const, factorVerifiedAt: null };
  const stale = { ...admin, actor };
  expect(await changeSettings(stale, { changes: [{ name: "firm.name", value: "X Y" }] })).toMatchObject({ ok: true });
  for (const [name, value] of [
    ["mail.webhook_secret", "sixteen-letters-"],
    ["mail.from", "Other <other@gtmarc.example>"],
    ["prices.unlock", "1"],
  ] as const)
    expect(await changeSettings(stale, { changes: [{ name, value }] }), name).toMatchObject({
      reason: { kind: "fresh_code_required" },
    });
});

test("a session without a fresh code has no connection tried out: a secret is tested after the code", async () => {
  await start();
  const admin = await as(ctx, "ada@gtmarc.example");
  const actor = { ...admin.actor, isAdmin: true, aal: "aal2" as const };
  const tried: string[] = [];
  const test = async (settings: Settings) => {
    tried.push(settings.SMTP_URL!);
    return "was tried and refused";
  };
  const tests: SettingTests = { SMTP_URL: test };
  const set = (value: string, factorVerifiedAt: Date | null) =>
    changeSettings(
      { ...admin, actor: { ...actor, factorVerifiedAt } },
      { changes: [{ name: "mail.smtp_url", value }], tests },
    );
  expect(await set("smtp://10.0.0.5:22", null)).toMatchObject({ reason: { kind: "fresh_code_required" } });
  expect(tried).toEqual([]);
  expect(await set("smtp://10.0.0.5:22", ctx.now)).toMatchObject({ reason: { kind: "invalid" } });
  // What the schema refuses needs no code.
  expect(await set("ftp://10.0.0.5", null)).toMatchObject({ reason: { kind: "invalid" } });
  expect(tried).toEqual(["smtp://10.0.0.5:22"]);
});

test("a change arrives by notification, after the listening connection was killed, and with the next request", async () => {
  await start();
  const seen: string[] = [];
  const onChange = async () => void seen.push(env().FIRM_NAME);
  const followed = await followSettings(db, { connection, listen: true, onChange });
  try {
    // As another process writes it.
    const write = (value: string, notify: boolean) =>
      pool.query(
        `with kept as (insert into setting_version (name, value, changed_by_kind, changed_at) values ('firm.name', $1, 'system', now()) returning 1)
         select ${notify ? "pg_notify('gtmarc_settings', '')" : "1"} from kept`,
        [value],
      );
    await write("Notified", true);
    await expect.poll(() => env().FIRM_NAME).toBe("Notified");
    await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %'");
    await write("Missed", true);
    await expect.poll(() => env().FIRM_NAME).toBe("Missed");
    await write("Not notified", false);
    await expect.poll(() => followed.isDue()).toBe(true);
    await followed.refresh();
    expect(env().FIRM_NAME).toBe("Not notified");
    expect(followed.isDue()).toBe(false);
    expect(seen.at(-1)).toBe("Not notified");
  } finally {
    await followed.close();
  }
});

test("values that this release does not accept have no effect and are named", async () => {
  await start();
  await db.insert(settingVersion).values(
    [
      { name: "prices.unlock", value: "-5" },
      { name: "of.another_release", value: "x" },
      { name: "firm.name", value: "Northfield" },
    ].map((one) => ({ ...one, changedByKind: "system", changedAt: ctx.now })),
  );
  await loadSettings(ctx);
  expect(env()).toMatchObject({ PRICE_UNLOCK: 499, FIRM_NAME: "Northfield" });
  expect(await entry("prices.unlock")).toMatchObject({
    value: "499",
    problem: expect.stringContaining("whole number"),
  });
  useSettings({});
});

test("a portrait is stored once, shown by its name and kept by it, and undo brings a removed one back", async () => {
  await start();
  const name = "people.architects";
  await set(name, `Dana;Architect;${jpegPortrait()}`);
  const file = env().ARCHITECTS[0]!.picture!;
  expect((await entry(name))!.value).toBe(`Dana;Architect;${file}`);
  await set(name, `Dana;Lead architect;${file}|Sam;Engineer`);
  expect(env().ARCHITECTS).toMatchObject([{ role: "Lead architect", picture: file }, { name: "Sam" }]);
  expect(env().ARCHITECTS[0]!.upload).toBeInstanceOf(Uint8Array);
  await set(name, "Sam;Engineer");
  await undoSetting(operator, { name });
  expect(env().ARCHITECTS[0]!.upload).toBeInstanceOf(Uint8Array);
  const { rows } = await pool.query<{ detail: object }>("select detail from audit_entry");
  expect(JSON.stringify(rows)).not.toContain("base64");
});
