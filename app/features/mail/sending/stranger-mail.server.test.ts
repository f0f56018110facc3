import { expect, test, vi } from "vitest";
import { trainingTitles } from "#app/features/content/training-terms.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { accessEndpoints } from "#app/routes/api/account/access.server.ts";
import { newEndpoints } from "#app/routes/api/endpoint.server.ts";
import { signupsEndpoints } from "#app/routes/api/public/signups.server.ts";
import { dana, password, tokenIn, useAccountSite } from "#tests/fixtures/account-site.ts";
import { as, asAnonymous } from "#tests/fixtures/actors.ts";
import { visitorsOf } from "#tests/fixtures/visitor.ts";
import { countStrangerMail, MailboxFull, takeStrangerMail } from "./stranger-mail.server.ts";

const database = useAccountSite();
const { site, db, ctx } = database;
const visit = visitorsOf({
  db,
  settings: site.settings,
  api: newEndpoints().basePath("/api").route("/", accessEndpoints).route("/", signupsEndpoints),
});

const strangers = asAnonymous(ctx);
const fill = async (address: string, mails = 5) => {
  for (let mail = 0; mail < mails; mail += 1)
    await inTransaction({ ...strangers, now: new Date() }, (tx) => countStrangerMail(tx, address));
};
const limit =
  "This address has received several emails from us in the last hour. Please try again later, or use another address.";
const mailsTo = async (address: string) => (await site.mails()).filter((mail) => mail.endsWith(` ${address}`));
let client = 0;
const forms = (email: string) => {
  const at = () => {
    client += 1;
    return visit(`198.51.100.${client % 250}`);
  };
  return [
    () => at().post("/api/functions/request-access-code", { email, company_name: "Northfield" }),
    () => at().post("/api/functions/newsletter-signup", { email, source: "footer" }),
    ...trainingTitles().map(
      (trainingProgram) => () =>
        at().post("/api/functions/submit-training-registration", { email, companyName: "Northfield", trainingProgram }),
    ),
    () => site.signUp(email, at()),
    ...Array.from({ length: 3 }, () => () => at().post("/api/auth/request-password-reset", { email })),
  ];
};

test("an address gets at most six mails an hour from strangers over all forms; unsent mails are not confirmed", async () => {
  const answers = [];
  for (const send of [...forms(dana), ...forms(dana.replace("@", "+1@")), ...forms(dana.replace("@", "+2@"))])
    answers.push(await send());
  const mails = (await site.mails()).filter((mail) => /dana(\+\d)?@northfield/.test(mail));
  expect(mails.length).toBeLessThanOrEqual(6);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(10);
  for (const { headers, body } of refused) {
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3500);
    expect(JSON.stringify(body)).toMatch(/several emails from us in the last hour/);
  }
});

test("simultaneous forms share the limit", async () => {
  await Promise.all(
    Array.from({ length: 4 }, () => forms(dana))
      .flat()
      .map((send) => send()),
  );
  expect((await mailsTo(dana)).length).toBeLessThanOrEqual(6);
  expect((await mailsTo(dana)).length).toBeGreaterThanOrEqual(4);
});

test("a refused form stores nothing and shows a message, and works an hour later or for another address", async () => {
  await fill(dana);
  for (const send of forms(dana).slice(0, 3)) {
    const answer = await send();
    expect([answer.status, answer.body]).toEqual([429, { error: { code: "mailbox_limit", message: limit } }]);
  }
  const { rows } = await database.pool.query(
    "select (select count(*) from access_request) + (select count(*) from newsletter_subscriber) + (select count(*) from training_registration) as stored",
  );
  expect(rows).toEqual([{ stored: "0" }]);
  expect((await forms("lee@northfield.example")[0]!()).status).toBe(200);
  const anHourLater = { ...strangers, now: new Date(Date.now() + 3_600_001) };
  expect(await inTransaction(anHourLater, (tx) => takeStrangerMail(tx, dana))).toEqual({ allowed: true });
});

test("a refused sign-up leaves no account; one with a taken address does not use up its owner's mails", async () => {
  await site.member();
  await database.pool.query("delete from rate_limit");
  for (let time = 0; time < 6; time += 1)
    expect((await site.signUp()).body).toMatchObject({ error: { code: "email_taken" } });
  expect(await takeStrangerMail({ ...strangers, now: new Date() }, dana)).toEqual({ allowed: true });

  await fill("lee@northfield.example");
  const refused = await site.signUp("lee@northfield.example");
  expect([refused.status, refused.body]).toMatchObject([429, { error: { code: "mailbox_limit" } }]);
  const { rows } = await database.pool.query(`select count(*) from "user"`);
  expect(rows).toEqual([{ count: "1" }]);
});

test("signing in unverified at the limit sends nothing and does not claim that it did", async () => {
  await site.signUp();
  await fill(dana, 4);
  await database.pool.query("update verification set created_at = created_at - interval '10 minutes'");
  const answer = await site.signIn();
  expect([answer.status, answer.body]).toMatchObject([403, { error: { code: "mailbox_limit" } }]);
  expect(JSON.stringify(answer.body)).toMatch(/use the newest link/);
  expect(await mailsTo(dana)).toHaveLength(1);
});

test("resets return the same for known and unknown addresses, below, at and above the limit", async () => {
  await site.member();
  await database.pool.query("delete from rate_limit");
  const ask = async (email: string) => {
    const { status, body } = await site.visit().post("/api/auth/request-password-reset", { email });
    return { status, body };
  };
  for (let time = 0; time < 7; time += 1) {
    const known = await ask(dana);
    expect(known).toEqual(await ask("unknown@northfield.example"));
    expect(known.status).toBe(time < 5 ? 200 : 429);
    if (time >= 5) expect(JSON.stringify(known.body)).toMatch(/the newest reset link still works/);
  }
  expect((await mailsTo(dana)).filter((mail) => mail.startsWith("reset-password"))).toHaveLength(5);
});

test("a stranger who uses up all mails and resets cannot lock out the owner: the latest link works", async () => {
  await site.member();
  await database.pool.query("delete from rate_limit");
  await fill(dana);
  const ask = (address: string) => site.visit(address).post("/api/auth/request-password-reset", { email: dana });
  for (let time = 0; time < 5; time += 1) expect((await ask(`198.51.100.${time}`)).status).toBe(200);
  for (let time = 5; time < 8; time += 1) expect((await ask(`198.51.100.${time}`)).status).toBe(429);
  expect((await mailsTo(dana)).filter((mail) => mail.startsWith("reset-password"))).toHaveLength(1);
  const token = tokenIn(await site.mailText("reset-password"), "/reset-password");
  const answer = await site.visit().post("/api/auth/reset-password", { token, newPassword: "Meridian-2027" });
  expect(answer.status).toBe(200);
  expect((await site.signIn(dana, undefined, "Meridian-2027")).status).toBe(200);
});

test("resets for tagged addresses, with or without an account, do not use up the owner's", async () => {
  await site.member();
  await database.pool.query("delete from rate_limit");
  const ask = (email: string, address: string) =>
    site.visit(address).post("/api/auth/request-password-reset", { email });
  const tagged = (tag: string | number) => dana.replace("@", `+${tag}@`);
  for (let tag = 0; tag < 6; tag += 1) expect((await ask(tagged(tag), `198.51.100.${tag}`)).status).toBe(200);
  await site.signUp(tagged("signed-up"), site.visit("198.51.100.10"));
  for (let time = 0; time < 5; time += 1) await ask(tagged("signed-up"), `198.51.100.${time + 11}`);
  await fill(dana, 5).catch(() => {});
  expect((await ask(dana, "198.51.100.20")).status).toBe(200);
  const token = tokenIn(await site.mailText("reset-password"), "/reset-password");
  expect(token).toMatch(/^[\w-]{43}$/);
  expect((await site.mails()).filter((mail) => mail.includes("dana"))).toHaveLength(7 + 1);
});

test("after an hour the owner gets another reset link, even with a full mailbox limit", async () => {
  await site.member();
  const ask = () => site.visit().post("/api/auth/request-password-reset", { email: dana });
  const links = async () => (await mailsTo(dana)).filter((mail) => mail.startsWith("reset-password")).length;
  await fill(dana, 4);
  for (let time = 0; time < 3; time += 1) await ask();
  expect(await links()).toBe(1);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_001 });
  await fill(dana);
  for (let time = 0; time < 3; time += 1) await ask();
  expect(await links()).toBe(2);
});

test("a change of address counts for the new address, and its link keeps working while that is at its limit", async () => {
  await site.member();
  const dan = site.visit();
  await site.signIn(dana, dan);
  const to = "lee@northfield.example";
  await dan.post("/api/auth/change-email", { newEmail: to, password });
  await fill(to);
  const token = tokenIn(await site.mailText("email-change-confirm"), "/auth/email-change");
  const full = await dan.form("/auth/email-change", { token });
  expect(full.headers.get("location")).toBe(`/auth/email-change?token=${token}&notice=mailbox-limit`);
  expect(await mailsTo(to)).toEqual([]);
  await database.pool.query("delete from rate_limit");
  expect((await dan.form("/auth/email-change", { token })).headers.get("location")).toBe(
    "/auth/email-change?done=asked",
  );
  expect(await mailsTo(to)).toHaveLength(1);
});

test("mail to the user's own address is not counted, mail to others is", async () => {
  const me = await as(ctx, dana);
  for (let mail = 0; mail < 10; mail += 1) await countStrangerMail(me, dana);
  await countStrangerMail(me, dana.replace("@", "+x@"));
  for (let mail = 0; mail < 5; mail += 1) await countStrangerMail(me, "lee@northfield.example");
  await expect(countStrangerMail(me, "lee@northfield.example")).rejects.toBeInstanceOf(MailboxFull);
});
