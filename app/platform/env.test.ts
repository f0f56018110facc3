import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "#tests/fixtures/program.ts";
import {
  mailServerProblem,
  missingLegalSettings,
  readSettings,
  SettingsError,
  settingNames,
  useEnvironment,
} from "./env.server.ts";
import { settingsExample } from "./settings/settings-example.server.ts";

test("no setting is required outside production", () => {
  const settings = readSettings({ DATA_DIR: folder() });
  expect(settings).toMatchObject({
    PORT: 3000,
    HOST: "127.0.0.1",
    SITE_URL: "http://localhost:3000",
    production: false,
    ACCESS_CODE_DELAY_BUSINESS_DAYS: 4,
  });
});

test("the secret is created once, stored privately in the data directory, and read again", () => {
  const DATA_DIR = folder();
  const { SECRET } = readSettings({ DATA_DIR });
  expect(SECRET.length).toBeGreaterThanOrEqual(32);
  expect(readSettings({ DATA_DIR }).SECRET).toBe(SECRET);
  expect(readFileSync(join(DATA_DIR, "secret"), "utf8").trim()).toBe(SECRET);
  expect(statSync(join(DATA_DIR, "secret")).mode & 0o077).toBe(0);
});

/** Returns the refusal's message; fails if the settings are accepted. */
function refusal(source: Record<string, string>): string {
  try {
    readSettings({ DATA_DIR: folder(), ...source });
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  throw new Error("These settings were accepted.");
}

test("every invalid setting is named in one message", () => {
  const bad = {
    PORT: "many",
    HOST: "not a host",
    SITE_URL: "ftp://x",
    DATABASE_URL: "mysql://x/y",
    SMTP_URL: "mail.example",
    MAIL_FROM: "GTMarc",
    CONTACT_EMAIL: "invalid",
    SECRET: "short",
    COMPANY_TIMEZONE: "Mars/Base",
    CALENDLY_URL: "http://calendly.com/x",
    STRIPE_SECRET_KEY: "pk_live_x",
    AI_API_KEY: "key",
    PREVIEW_HOSTS: "*.vercel.app, https://x.example",
    PREVIEW_TRUSTED_DOMAINS: "*.vercel.app",
    ACCESS_CODE_DELAY_BUSINESS_DAYS: "-1",
    TRUSTED_PROXIES: "10.0.0.0/8, proxy.example",
    DEVTOOLS_BANNER: "yes",
    LOG_LEVEL: "loud",
    JOBS: "1",
    METRICS_TOKEN: "short",
  };
  const message = refusal(bad);
  for (const name of [...Object.keys(bad), "STRIPE_WEBHOOK_SECRET", "AI_BASE_URL"])
    expect(message, message).toMatch(new RegExp(`^ {2}- .*\\b${name}\\b`, "m"));
  expect(message).toContain("proxy.example");
  // Plain sentences, not the schema library's messages.
  expect(message).not.toMatch(/expected|invalid|received/i);
});

test.each([
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "80.5"],
  ["PORT", "0x50"],
  ["PORT", " "],
  ["ACCESS_CODE_DELAY_BUSINESS_DAYS", "61"],
  ["ACCESS_CODE_DELAY_BUSINESS_DAYS", "1e1"],
  ["SITE_URL", "https://gtmarc.example/site"],
  ["SITE_URL", "https://gtmarc.example?x=1"],
  ["SITE_URL", "https://gtmarc.example/#top"],
  ["SITE_URL", "https://user:password@gtmarc.example"],
  ["SITE_URL", "gtmarc.example"],
  ["SMTP_URL", "smtp://"],
  ["MAIL_FROM", "a@gtmarc.example, b@gtmarc.example"],
  ["MAIL", "smtp"],
  ["TRUSTED_PROXIES", "0.0.0.0/0"],
  ["TRUSTED_PROXIES", "0.0.0.0/1,128.0.0.0/1"],
  ["DATA_DIR", "/proc/x"],
  ["DATA_DIR", "/proc"],
  ["DATA_DIR", "/sys/x/y"],
  ["TRUST_FORWARDED_HOST", "on"],
  ["MAIL_REPLY_ADDRESS", "reply+x@in.gtmarc.example"],
  ["MAIL_REPLY_ADDRESS", "a-long-local-part@in.gtmarc.example"],
  ["MAIL_REPLY_ADDRESS", "reply@in.gtmarc.example"],
  ["MAIL_SES_TOPICS", "arn:aws:sqs:eu-west-1:123456789012:mail"],
  ["MAIL_SES_TOPICS", "https://sns.eu-west-1.amazonaws.com/"],
  ["SERVE", "off"],
  ["FIRM_NAME", "\u3164\u2800"],
  ["LEGAL_NAME", "\u200b\u2060\ufeff"],
  ["LEGAL_ADDRESS", "\u00ad\u00ad"],
])("%s=%s is refused", (name, value) => {
  expect(refusal({ [name]: value })).toContain(name);
});

test.each([
  ["SITE_URL", "https://GTMarc.example:443/", "https://gtmarc.example"],
  ["SITE_URL", "http://gtmarc.example:8080", "http://gtmarc.example:8080"],
  ["MAIL_FROM", '"GTMarc, Inc" <hello@gtmarc.example>', '"GTMarc, Inc" <hello@gtmarc.example>'],
  ["MAIL_FROM", "hello@gtmarc.example", "hello@gtmarc.example"],
  ["HOST", "::", "::"],
  ["PORT", "0", 0],
])("%s=%s is read as %s", (name, value, read) => {
  expect(readSettings({ DATA_DIR: folder(), [name]: value })).toMatchObject({ [name]: read });
});

test("headers of traces are decoded; values that no header can contain are refused", () => {
  const accepted = readSettings({ DATA_DIR: folder(), OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b, x-other=" });
  expect(accepted.OTEL_EXPORTER_OTLP_HEADERS).toEqual({ "x-key": "a b", "x-other": "" });
  for (const pairs of ["x-key", "x-key=%", "x-key=%ff", "x-key=%0a", "x-key=%7f", "x-key=%e2%82%ac", "x key=a"])
    expect(refusal({ OTEL_EXPORTER_OTLP_HEADERS: pairs })).toContain("OTEL_EXPORTER_OTLP_HEADERS needs headers");
});

test("a reply address requires inbound mail", () => {
  const MAIL_REPLY_ADDRESS = "reply@in.gtmarc.example";
  for (const way of [
    { MAIL_WEBHOOK_SECRET: "x".repeat(16) },
    { MAIL_SES_TOPICS: "arn:aws:sns:eu-west-1:123456789012:mail" },
  ])
    expect(readSettings({ DATA_DIR: folder(), MAIL_REPLY_ADDRESS, ...way })).toMatchObject({ MAIL_REPLY_ADDRESS });
});

const production = { GTMARC_MODE: "production", SECRET: "x".repeat(32), SMTP_URL: "smtp://mail.example" };

test("production requires its URL and secret from the operator, and listens on all interfaces", () => {
  expect(refusal({ GTMARC_MODE: "production" })).toMatch(/SITE_URL.*\n.*SECRET/);
  const settings = readSettings({ ...production, DATA_DIR: folder(), SITE_URL: "https://gtmarc.example/" });
  expect(settings).toMatchObject({ HOST: "0.0.0.0", SITE_URL: "https://gtmarc.example", production: true });
});

test("production refuses webhooks into the private network", () => {
  const settings = { ...production, SITE_URL: "https://gtmarc.example" };
  expect(refusal({ ...settings, WEBHOOK_ALLOW_PRIVATE: "on" })).toMatch(/WEBHOOK_ALLOW_PRIVATE/);
  expect(readSettings({ WEBHOOK_ALLOW_PRIVATE: "on", DATA_DIR: folder() })).toMatchObject({
    WEBHOOK_ALLOW_PRIVATE: true,
  });
});

test("production requires https, except on this machine", () => {
  expect(refusal({ ...production, SITE_URL: "http://gtmarc.example" })).toMatch(/SITE_URL.*https/);
  for (const SITE_URL of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])
    expect(readSettings({ ...production, DATA_DIR: folder(), SITE_URL })).toMatchObject({ SITE_URL });
});

test("production stores mails as files only with MAIL=mailbox, never together with a mail server; without both they wait", () => {
  const { SMTP_URL, ...rest } = { ...production, SITE_URL: "https://gtmarc.example" };
  expect(readSettings({ ...rest, DATA_DIR: folder() }).SMTP_URL).toBeUndefined();
  expect(readSettings({ ...rest, DATA_DIR: folder(), MAIL: "mailbox" }).SMTP_URL).toBeUndefined();
  expect(refusal({ ...rest, SMTP_URL, MAIL: "mailbox" })).toMatch(/MAIL.*SMTP_URL/);
  const problemWith = (changes: Record<string, string>) => {
    useEnvironment({ ...rest, DATA_DIR: folder(), ...changes });
    return mailServerProblem();
  };
  expect(problemWith({})).toBe("mail.smtp_url is not set: mails wait until a mail server is set");
  expect(problemWith({ MAIL: "mailbox" })).toBeNull();
  expect(problemWith({ SMTP_URL: "smtp://mail.example" })).toBeNull();
  useEnvironment(process.env);
});

test("a DATA_DIR that cannot store data is named, and nothing is created", () => {
  const parent = folder();
  const file = join(parent, "file");
  writeFileSync(file, "");
  for (const DATA_DIR of [file, join(file, "data"), "/dev/null/data"])
    expect(refusal({ DATA_DIR })).toContain("DATA_DIR");
  expect(refusal({ DATA_DIR: join(parent, "new"), PORT: "many" })).not.toContain("DATA_DIR");
  expect(readdirSync(parent)).toEqual(["file"]);
});

test("an unused DATA_DIR is not checked", () => {
  const elsewhere = {
    ...production,
    SITE_URL: "https://gtmarc.example",
    DATABASE_URL: "postgres://database.example/gtmarc",
  };
  expect(readSettings({ ...elsewhere, DATA_DIR: "/dev/null/data" })).toMatchObject({ DATA_DIR: "/dev/null/data" });
});

test("the secret is written atomically, without other files", () => {
  const DATA_DIR = folder();
  readSettings({ DATA_DIR });
  expect(readdirSync(DATA_DIR)).toEqual(["secret"]);
});

test("a damaged secret file is refused instead of being used as a weak secret", () => {
  const DATA_DIR = folder();
  writeFileSync(join(DATA_DIR, "secret"), "\n");
  expect(refusal({ DATA_DIR })).toContain(join(DATA_DIR, "secret"));
});

test(".env.example is written from the schema: npm run script env-example", () => {
  expect(readFileSync(".env.example", "utf8")).toBe(settingsExample());
});

test(".env.example names every setting once, and its values are valid", () => {
  const lines = readFileSync(".env.example", "utf8").split("\n");
  const examples = lines.flatMap((line) =>
    [...line.matchAll(/^#?([A-Z_]+)=(.*)$/g)].map(([, name, value]) => [name!, value!]),
  );
  expect(examples.map(([name]) => name).sort()).toEqual([...settingNames].sort());
  const { MAIL, STRIPE_API_URL, ...values } = Object.fromEntries(examples);
  const keys = { SECRET: "x".repeat(32), METRICS_TOKEN: "x".repeat(16), MAIL_WEBHOOK_SECRET: "x".repeat(16) };
  const services = { STRIPE_SECRET_KEY: "sk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x", AI_MODEL: "x" };
  expect(() => readSettings({ ...values, ...keys, ...services, DATA_DIR: folder() })).not.toThrow();
  expect(MAIL).toBe("mailbox");
  expect(STRIPE_API_URL).toBe("");
});

test("an empty variable counts as not set", () => {
  expect(readSettings({ DATA_DIR: folder(), SMTP_URL: "", PORT: "" }).PORT).toBe(3000);
});

test("invoices have the legal identity as sender, unless another one is set", () => {
  const DATA_DIR = folder();
  const legal = {
    LEGAL_NAME: "GTMarc LLC",
    LEGAL_ADDRESS: "1 Street| New York, NY 10001",
    LEGAL_REGISTRATION: "EIN 1",
  };
  expect(readSettings({ DATA_DIR }).BILLING_SENDER).toBe("GTMarc");
  expect(readSettings({ DATA_DIR, ...legal }).BILLING_SENDER).toBe("GTMarc LLC|1 Street|New York, NY 10001|EIN 1");
  expect(readSettings({ DATA_DIR, ...legal, BILLING_SENDER: "Other|2 Street" }).BILLING_SENDER).toBe("Other|2 Street");
});

test("architects are read as name, role and picture; other lines are refused", () => {
  const DATA_DIR = folder();
  expect(
    readSettings({ DATA_DIR, ARCHITECTS: "Dana Whitlock; Architect; dana.jpg | Sam Ode;Builder" }).ARCHITECTS,
  ).toEqual([
    { name: "Dana Whitlock", role: "Architect", picture: "dana.jpg" },
    { name: "Sam Ode", role: "Builder", picture: null },
  ]);
  expect(readSettings({ DATA_DIR }).ARCHITECTS).toEqual([]);
  for (const [ARCHITECTS, needed] of [
    ["Dana Whitlock", "a name and a role"],
    [";Architect", "a name and a role"],
    ["\u200b;Architect", "a name and a role"],
    ["Dana;Architect;../secret", "portraits"],
    ["Dana;Architect;a.svg", "portraits"],
    ["A;B;c.jpg;d", "portraits"],
    [`Dana;${"Architect".repeat(30)}`, "names and roles of together at most 200"],
    ["A;B|".repeat(25), "at most 24 people"],
  ] as const)
    expect(refusal({ DATA_DIR, ARCHITECTS }), needed).toContain(`ARCHITECTS needs ${needed}`);
});

test("a legal name and an address are missing until both are set", () => {
  const missing = (settings: Record<string, string>) =>
    missingLegalSettings(readSettings({ DATA_DIR: folder(), ...settings })).map((line) => line.split(" ")[0]);
  expect(missing({})).toEqual(["LEGAL_NAME", "LEGAL_ADDRESS"]);
  expect(missing({ LEGAL_NAME: "GTMarc LLC", LEGAL_ADDRESS: " | " })).toEqual(["LEGAL_ADDRESS"]);
  expect(missing({ LEGAL_NAME: "GTMarc LLC", LEGAL_ADDRESS: "1 Street|New York" })).toEqual([]);
});

test("an address of the database that can be read in two ways is refused with what to write instead", () => {
  const DATA_DIR = folder();
  const accepted = [
    "postgres://user:%2F@database.example:5432/gtmarc",
    "postgresql:///gtmarc?host=/run/postgresql",
    "postgresql:///gtmarc?host=%2Frun%2Fpostgresql&user=me@tenant",
    "postgres://user@%2Frun%2Fpostgresql/gtmarc",
    "postgres://user:p@ss@database.example/gtmarc",
    "postgres://[2001:db8::1]:5432/gtmarc",
    "postgres://database.example:5432/gtmarc?user=me@server&sslrootcert=/etc/ca.pem",
    "POSTGRES://database.example/gtmarc",
  ];
  for (const DATABASE_URL of accepted) expect(readSettings({ DATA_DIR, DATABASE_URL })).toMatchObject({ DATABASE_URL });
  const passwords = ["pa/ss", "pa#ss", "pa?ss", "12/3", "12#3", "12?3", "1/2=="];
  for (const password of passwords)
    expect(refusal({ DATA_DIR, DATABASE_URL: `postgres://user:${password}@database.example:5432/gtmarc` })).toMatch(
      /DATABASE_URL has a character in its user or password that must be percent-encoded: %2F for \//,
    );
  for (const hosts of [
    "one.example:5432,two.example:5432",
    "one.example,two.example",
    "user:word@one.example,two.example",
  ])
    expect(refusal({ DATA_DIR, DATABASE_URL: `postgres://${hosts}/gtmarc` })).toMatch(
      /DATABASE_URL names several hosts/,
    );
  expect(refusal({ DATA_DIR, DATABASE_URL: "postgres:///gtmarc?host=a,b" })).toMatch(/names several hosts/);
  expect(refusal({ DATA_DIR, DATABASE_URL: "host=/run/postgresql dbname=gtmarc" })).toMatch(
    /DATABASE_URL needs an address that starts with .* postgres:\/\/\/database\?host=\/run\/postgresql for a socket/,
  );
});

test("a value in quotes, as docker --env-file passes it on, is refused by name", () => {
  const DATA_DIR = folder();
  for (const quote of ['"', "'", "`"])
    expect(refusal({ DATA_DIR, LEGAL_NAME: `${quote}GTMarc LLC${quote}` })).toMatch(/LEGAL_NAME has quotes around/);
  const MAIL_FROM = '"GTMarc, Inc." <hello@gtmarc.example>';
  expect(readSettings({ DATA_DIR, MAIL_FROM, LEGAL_NAME: "'t Hart\"" })).toMatchObject({ MAIL_FROM });
});
