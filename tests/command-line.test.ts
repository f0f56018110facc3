import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { codeOf, stepAt } from "#app/features/accounts/second-factor/totp.server.ts";
import { dana, emailOf, northfield } from "../db/world.ts";
import { runCommand } from "./fixtures/command.ts";
import { startProduct } from "./fixtures/product.ts";
import { scratch } from "./fixtures/scratch.ts";
import { fillDataDir } from "./fixtures/started-data.ts";

/** `npm run gtmarc -- …` as an operator uses it: the built program, with and without a running server. */

const gtmarc = (dataDir: string, args: string[], input = "", settings: Record<string, string> = {}) =>
  runCommand(dataDir, args, { input, settings });

/** A data directory that a server has used: only the first test is about an empty one. */
async function usedDataDir(): Promise<string> {
  const dataDir = scratch();
  await fillDataDir(dataDir);
  return dataDir;
}

const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const person = { email: emailOf(dana), password: "Draw2Automate" };

test("works without a server: starts the database, runs, and leaves nothing running", async () => {
  const dataDir = scratch();
  const issued = await gtmarc(dataDir, ["access-code", "issue", person.email, "--json"]);
  expect(issued.status).toBe(0);
  const { id, code } = issued.json() as { id: string; code: string };
  expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);

  const listed = (await gtmarc(dataDir, ["access-code", "list", "--json"])).json() as { id: string; status: string }[];
  expect(listed).toMatchObject([{ id, status: "unused" }]);
  expect(JSON.stringify(listed)).not.toContain(code);
  expect((await gtmarc(dataDir, ["access-code", "revoke", id])).status).toBe(0);
  expect((await gtmarc(dataDir, ["access-code", "list"])).out).toContain("revoked");

  const withText = await gtmarc(dataDir, ["check"], "", { TEXT_FAQ: "no group", TEXT_AUTOMATIONS: "none" });
  expect(withText.status).toBe(1);
  expect(withText.err).toMatch(/^FAILED settings +texts\.automations is not usable: The text begins with an automa/m);
  expect(withText.err).toMatch(/^FAILED settings +texts\.faq is not usable: The text begins with a group/m);
  const checked = await gtmarc(dataDir, ["check"]);
  expect(checked.status).toBe(0);
  expect(
    checked.out
      .trim()
      .split("\n")
      .map((line) => line.split(/\s+/)[1]),
  ).toEqual(["configuration", "invoices", "legal", "replies", "database", "mail", "jobs", "backups"]);

  const firm = ["legal.name", "Quay LLC", "legal.address", "9 Quay Lane|Boston", "billing.bank_details", "IBAN 12"];
  const set = await gtmarc(dataDir, ["settings", "set", ...firm, "mail.webhook_secret", "w".repeat(32)]);
  expect(set.status).toBe(0);
  const kept = (await gtmarc(dataDir, ["check"])).out;
  expect(kept).toMatch(/^ok +invoices +sender and bank details are set$/m);
  expect(kept).toMatch(/^ok +legal +Quay LLC, with its address$/m);
  expect(kept).not.toContain("replies and bounces are not recorded");
});

test("works next to a running server, and its visitors see the result", async () => {
  const dataDir = scratch();
  const product = await startProduct(dataDir);
  const post = (path: string, body: object) =>
    fetch(product.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await post("/api/auth/sign-up/email", person);
  expect((await post("/api/auth/sign-in/email", person)).status).not.toBe(200);
  expect((await gtmarc(dataDir, ["user", "verify", person.email])).status).toBe(0);
  expect((await post("/api/auth/sign-in/email", person)).status).toBe(200);

  const admin = await gtmarc(
    dataDir,
    ["admin", "create", "ada@gtmarc.example", "--password-stdin", "--totp-secret", secret, "--json"],
    "Paper3Ink\n",
  );
  expect(admin.json()).toMatchObject({ created: true, otpauthUri: expect.stringContaining(`secret=${secret}`) });
  const signIn = await post("/api/auth/sign-in/email", { email: "ada@gtmarc.example", password: "Paper3Ink" });
  expect(await signIn.json()).toMatchObject({ twoFactorRedirect: true });
  expect((await gtmarc(dataDir, ["admin", "revoke", "ada@gtmarc.example"])).status).toBe(0);
  product.signal("SIGTERM");
  expect(await product.ended()).toMatchObject({ status: 0 });
});

test("a backup taken while the site runs can be restored in a new directory, including the secret", async () => {
  const dataDir = scratch();
  const product = await startProduct(dataDir);
  await gtmarc(dataDir, ["access-code", "issue", person.email]);
  const file = join(dirname(dataDir), "today.gtmarc");
  expect((await gtmarc(dataDir, ["backup", file])).status).toBe(0);
  expect((await gtmarc(dataDir, ["check"])).out).toMatch(/^ok +backups +the last one was made on /m);
  const refused = await gtmarc(dataDir, ["restore", file]);
  expect(refused).toMatchObject({ status: 1, err: expect.stringContaining("already running") });
  product.signal("SIGTERM");
  await product.ended();

  const other = scratch();
  expect((await gtmarc(other, ["restore", file])).status).toBe(0);
  expect((await gtmarc(other, ["access-code", "list"])).out).toContain(person.email);
  expect(readFileSync(join(other, "secret"), "utf8")).toBe(readFileSync(join(dataDir, "secret"), "utf8"));
  expect((await gtmarc(other, ["restore", file])).err).toContain("not empty");
});

test("a backup restored on a machine with another SECRET starts, names what it cannot read, and the former SECRET reseals it", async () => {
  const dataDir = await usedDataDir();
  const admin = ["admin", "create", "ada@gtmarc.example", "--password-stdin", "--totp-secret", secret];
  expect((await gtmarc(dataDir, admin, "Paper3Ink\n")).status).toBe(0);
  const hook = ["webhook", "add", "http://127.0.0.1:18080/hook", "--events", "booking.made", "--json"];
  const added = await gtmarc(dataDir, hook, "", { WEBHOOK_ALLOW_PRIVATE: "on" });
  expect(added.status, added.err).toBe(0);
  const name = "mail.webhook_secret";
  expect((await gtmarc(dataDir, ["settings", "set", name, "sixteen-letters-or-more"])).status).toBe(0);
  const file = join(dirname(dataDir), "moved.gtmarc");
  expect((await gtmarc(dataDir, ["backup", file])).status).toBe(0);
  const former = readFileSync(join(dataDir, "secret"), "utf8");

  const other = scratch();
  const settings = { SECRET: "secret-of-the-other-machine-0123456789" };
  expect((await gtmarc(other, ["restore", file], "", settings)).status).toBe(0);
  const unreadable = ["authenticator of ada@gtmarc.example", "webhook endpoint at 127.0.0.1:18080", name];
  const product = await startProduct(other, settings);
  // The log leaves out addresses.
  for (const label of unreadable)
    expect(product.output()).toContain(`${label.replace(/\S+@\S+/, "[email]")} was encrypted with another SECRET; `);
  expect(product.output()).not.toContain("[redacted]");
  const post = (path: string, body: object, cookie = "") =>
    fetch(product.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", origin: product.url, cookie },
      body: JSON.stringify(body),
    });
  expect((await fetch(`${product.url}/pricing`)).status).toBe(200);
  const findings = async () => {
    const checked = (await gtmarc(other, ["check", "--json"], "", settings)).json() as { ok: boolean; says: string }[];
    return checked.filter(({ ok, says }) => !ok && /SECRET/.test(says)).map(({ says }) => says);
  };
  const found = (await findings()).join();
  for (const label of unreadable) expect(found).toContain(label);
  const signedIn = await post("/api/auth/sign-in/email", { email: "ada@gtmarc.example", password: "Paper3Ink" });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const verify = async () =>
    post("/api/auth/two-factor/verify-totp", { code: await codeOf(secret, stepAt(new Date())) }, cookie);
  const stuck = await verify();
  expect([stuck.status, await stuck.text()]).toEqual([503, expect.stringContaining("encrypted with another SECRET")]);
  expect((await gtmarc(other, ["secret", "reseal"], "of-a-third-machine-that-never-was-here\n", settings)).status).toBe(
    1,
  );

  const resealed = await gtmarc(other, ["secret", "reseal"], former, settings);
  expect(resealed).toMatchObject({ status: 0, out: expect.stringContaining("secrets encrypted again") });
  expect(await findings()).toEqual([]);
  expect((await verify()).status).toBe(200);
  product.signal("SIGTERM");
  await product.ended();
});

test("a text of several lines is set from standard input, on the running site, printed and undone", async () => {
  const dataDir = scratch();
  const product = await startProduct(dataDir);
  const page = async () => (await fetch(`${product.url}/faq`)).text();
  expect(await page()).toContain("How many hours does automation save?");
  const faq = "## Harbors\n\nOn water.\n\n### Do you work in harbors?\n\nYes, from {{price_unlock}}.";
  const text = ["settings", "set", "texts.faq", "--stdin"];
  expect((await gtmarc(dataDir, text, `${faq}\n`)).out).toContain("texts.faq is ## Harbors … (database).");
  await expect.poll(page).toContain("Yes, from $499.");
  expect((await gtmarc(dataDir, ["settings", "get", "texts.faq", "--json"])).json()).toMatchObject({ value: faq });
  expect((await gtmarc(dataDir, ["settings", "list"])).out).toMatch(/^texts\.faq +database +## Harbors …$/m);
  const refused = await gtmarc(dataDir, text, "## Harbors\n\nOn water.");
  expect(refused).toMatchObject({ status: 1, err: expect.stringContaining("“Harbors” has no question") });
  expect((await gtmarc(dataDir, ["settings", "undo", "texts.faq"])).status).toBe(0);
  await expect.poll(page).toContain("How many hours does automation save?");
  product.signal("SIGTERM");
  await product.ended();
});

test("analyze needs no database and names invalid fields", async () => {
  const dataDir = scratch();
  const vectors = JSON.parse(readFileSync("app/features/roi/vectors/public.json", "utf8")) as Record<
    string,
    { input: { company: object }; output: object }
  >;
  const [firm] = Object.values(vectors);
  const file = join(dirname(dataDir), "firm.json");
  writeFileSync(file, JSON.stringify(firm!.input));
  expect((await gtmarc(dataDir, ["analyse", file])).json()).toMatchObject({
    hoursSavedPerWeek: 27.63,
    annualValue: 70263.95,
    implementationCost: 17300,
    modelVersion: "1.1",
    recommendation: "project",
  });
  expect((await gtmarc(dataDir, ["analyse", file, "--model", "1.0"])).json()).toMatchObject({
    modelVersion: "1.0",
    recommendation: "project+retainer",
  });
  expect((await gtmarc(dataDir, ["analyse", file, "--model", "2.0"])).status).toBe(2);

  const wrong = await gtmarc(
    dataDir,
    ["analyse", "-"],
    JSON.stringify({ ...firm!.input, company: { ...firm!.input.company, employees: 0 } }),
  );
  expect(wrong.status).toBe(1);
  expect(wrong.err).toContain("company.employees");
  expect((await gtmarc(dataDir, ["analyse", "/nowhere.json"])).status).toBe(2);
});

test("queued jobs are run once without a server", async () => {
  const dataDir = scratch();
  const product = await startProduct(dataDir, { JOBS: "off" });
  await fetch(`${product.url}/api/functions/request-access-code`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: person.email, company_name: northfield.name }),
  });
  product.signal("SIGTERM");
  await product.ended();
  expect((await gtmarc(dataDir, ["jobs", "run-due"])).out).toMatch(/[1-9]\d* jobs ran, 0 failed/);
  const mail = ((await gtmarc(dataDir, ["check", "--json"])).json() as { part: string; says: string }[]).find(
    ({ part }) => part === "mail",
  );
  expect(mail?.says).toContain("0 waiting, 2 sent, 0 failed");
});

test("demo data is loaded once, refused in production without --yes, and removed", async () => {
  const dataDir = await usedDataDir();
  expect((await gtmarc(dataDir, ["seed", "demo", "--json"])).json()).toMatchObject({ loaded: true, people: 60 });
  const again = await gtmarc(dataDir, ["seed", "demo"]);
  expect(again).toMatchObject({ status: 0, out: expect.stringContaining("loaded already") });
  const production = {
    GTMARC_MODE: "production",
    SITE_URL: "http://localhost:3000",
    SECRET: readFileSync(join(dataDir, "secret"), "utf8").trim(),
    MAIL: "mailbox",
  };
  const refused = await gtmarc(dataDir, ["seed", "demo"], "", production);
  expect(refused).toMatchObject({ status: 2, err: expect.stringContaining("--yes") });
  const removed = (await gtmarc(dataDir, ["seed", "demo", "--remove", "--json"])).json() as { removed: number };
  expect(removed.removed).toBeGreaterThan(1000);
  expect((await gtmarc(dataDir, ["seed", "demo", "--remove", "--json"])).json()).toEqual({ removed: 0 });
});

test.each([
  ["an unknown command", ["paint"]],
  ["a missing argument", ["admin", "create"]],
  ["an unknown option", ["check", "--loud"]],
])("%s is a misuse: status 2 and a word about it", async (_what, args) => {
  const ran = await gtmarc(scratch(), args);
  expect(ran.status).toBe(2);
  expect(ran.err).toContain("error:");
});

test.each([
  ["check", ["check", "--json"]],
  ["a command that needs the database", ["access-code", "list"]],
  ["restore", ["restore", "/nowhere.gtmarc"]],
])("%s names every bad setting, ends with status 2, and creates nothing", async (_what, args) => {
  const dataDir = scratch();
  const ran = await gtmarc(dataDir, args, "", { LOG_LEVEL: "loud", PORT: "many", TRUSTED_PROXIES: "proxy.example" });
  expect(ran.status).toBe(2);
  for (const name of ["LOG_LEVEL", "PORT", "TRUSTED_PROXIES"])
    expect(ran.err).toMatch(new RegExp(`^ {2}- ${name} `, "m"));
  expect(ran.err).not.toContain("    at ");
  expect(existsSync(dataDir)).toBe(false);
});

test("the server names every bad setting, exits with status 2, and creates nothing", async () => {
  const dataDir = scratch();
  const bad = { LOG_LEVEL: "loud", TRUSTED_PROXIES: "proxy.example", SITE_URL: "https://gtmarc.example/site" };
  const product = await startProduct(dataDir, bad, { wait: false });
  expect(await product.ended()).toMatchObject({ status: 2 });
  for (const name of Object.keys(bad)) expect(product.output()).toMatch(new RegExp(`^ {2}- ${name} `, "m"));
  expect(product.output()).not.toContain("    at ");
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  [[]],
  [["admin"]],
  [["admin", "create"]],
  [["access-code", "issue"]],
  [["backup"]],
  [["jobs", "run-due"]],
  [["seed", "demo"]],
])("%s has --help", async (args) => {
  const ran = await gtmarc(scratch(), [...args, "--help"]);
  expect(ran.status).toBe(0);
  expect(ran.out).toContain("Usage:");
});
