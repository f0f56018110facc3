import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { createElement } from "react";
import { beforeEach, expect, test } from "vitest";
import { forgetListeners } from "#app/features/events/events.server.ts";
import { messageIdOf, queueMail } from "#app/features/mail/mail.server.ts";
import { getMessage } from "#app/features/mail/messages/messages.server.ts";
import { mailOriginal, mailReply, message, suppression } from "#app/features/mail/tables.server.ts";
import { subscribeNewsletter } from "#app/features/newsletter/newsletter.server.ts";
import { newsletterSubscriber } from "#app/features/newsletter/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { callRefusesStrangers, pageRefusesStrangers } from "#tests/fixtures/strangers.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { loader as mail } from "../admin/mail/mail.tsx";
import { loader as mailBody } from "../admin/mail/mail-body.ts";
import { loader as mailMessage } from "../admin/mail/mail-message.tsx";
import { loader as mailSuppressions } from "../admin/mail/mail-suppressions.tsx";
import { loader as newsletter } from "../admin/newsletter/newsletter.tsx";
import { loader as newsletterIssue } from "../admin/newsletter/newsletter-issue.tsx";
import { loader as newsletterPreview } from "../admin/newsletter/newsletter-preview.ts";
import { mailAdminEndpoints } from "./admin/mail-admin.server.ts";
import { newsletterAdminEndpoints } from "./admin/newsletter-admin.server.ts";
import { newEndpoints } from "./endpoint.server.ts";
import { mailWebhookEndpoints } from "./mail-webhook.server.ts";
import { signupsEndpoints } from "./public/signups.server.ts";

const { db, ctx } = useDatabase();
const secret = "a-secret-for-the-webhook";

beforeEach(() => {
  forgetListeners();
  useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", MAIL_WEBHOOK_SECRET: secret });
  useSettings({ NEWSLETTER_CONFIRMATION: false });
});

const dana = "dana@northfield.example";
const subscribe = () => subscribeNewsletter(asAnonymous(ctx), { email: dana, source: "popup" });
const subscriber = async () => (await db.select().from(newsletterSubscriber))[0]!;

async function post(raw: string, { time = ctx.now.getTime() / 1000, key = secret, sign = raw } = {}) {
  const at = Math.round(time);
  const mac = createHmac("sha256", key).update(`${at}.${sign}`).digest("hex");
  const call = callsOf(mailWebhookEndpoints);
  return call(asAnonymous(ctx), "/webhooks/mail", raw, {
    headers: { "gtmarc-signature": `t=${at},v1=${mac}`, "content-type": "message/rfc822" },
  });
}

test("newsletter and mail pages refuse strangers", async () => {
  const id = newId();
  await pageRefusesStrangers(ctx, newsletter, "/admin/newsletter");
  await pageRefusesStrangers(ctx, newsletterIssue, `/admin/newsletter/${id}`, { id });
  await pageRefusesStrangers(ctx, newsletterPreview, `/admin/newsletter/${id}/preview`, { id });
  await pageRefusesStrangers(ctx, mail, "/admin/mail");
  await pageRefusesStrangers(ctx, mailMessage, `/admin/mail/${id}`, { id });
  await pageRefusesStrangers(ctx, mailBody, `/admin/mail/${id}/body`, { id });
  await pageRefusesStrangers(ctx, mailSuppressions, "/admin/mail/suppressions");
});

test("every endpoint refuses strangers", async () => {
  const id = newId();
  await callRefusesStrangers(ctx, newsletterAdminEndpoints, "/admin/newsletter");
  await callRefusesStrangers(ctx, newsletterAdminEndpoints, `/admin/newsletter/${id}`, { method: "PUT" });
  await callRefusesStrangers(ctx, newsletterAdminEndpoints, `/admin/newsletter/${id}`, { method: "DELETE" });
  await callRefusesStrangers(ctx, newsletterAdminEndpoints, "/admin/newsletter/audience", { method: "GET" });
  for (const act of ["test", "sending", "draft", "pause", "resumption", "cancellation"])
    await callRefusesStrangers(ctx, newsletterAdminEndpoints, `/admin/newsletter/${id}/${act}`);
  await callRefusesStrangers(ctx, mailAdminEndpoints, `/admin/mail/${id}/retry`);
  await callRefusesStrangers(ctx, mailAdminEndpoints, "/admin/mail/suppressions");
  await callRefusesStrangers(ctx, mailAdminEndpoints, `/admin/mail/suppressions/${id}`, { method: "DELETE" });
  await callRefusesStrangers(ctx, mailAdminEndpoints, `/admin/mail/originals/${id}`, { method: "GET" });
});

test("a bounce needs a fresh signature over the raw body", async () => {
  await subscribe();
  const raw = `Subject: unsubscribe ${(await subscriber()).unsubscribeKey}\r\n\r\n`;
  const now = ctx.now.getTime() / 1000;
  for (const forged of [{ key: "another-secret-of-theirs" }, { sign: "x" }, { time: now - 301 }, { time: now + 301 }])
    expect((await post(raw, forged)).status).toBe(401);
  expect((await subscriber()).unsubscribedAt).toBeNull();
  expect(await post(raw)).toMatchObject({ status: 200, body: { kind: "unsubscribe", noted: 1 } });
  expect(await post(raw)).toMatchObject({ status: 200, body: { kind: "unsubscribe", noted: 0 } });
  expect(await subscriber()).toMatchObject({ unsubscribedBy: "mail" });
  useSettings({ MAIL_WEBHOOK_SECRET: undefined });
  expect((await post(raw)).status).toBe(404);
});

test("only the session's own subscription can move, and the new address is notified", async () => {
  const call = callsOf(signupsEndpoints);
  const move = (actor: typeof ctx, p_old_email: string) =>
    call(actor, "/rpc/update_newsletter_email", { p_old_email, p_new_email: "dana@newfield.example" });
  await subscribe();
  expect((await move(asAnonymous(ctx), dana)).status).toBe(401);
  expect((await move(await as(ctx, "eve@elsewhere.example"), dana)).status).toBe(403);
  const me = await as(ctx, dana);
  expect(await move(me, dana)).toMatchObject({ status: 200, body: { updated: true } });
  expect(await move(me, dana)).toMatchObject({ status: 200, body: { updated: false } });
  expect(await subscriber()).toMatchObject({ email: "dana@newfield.example", unsubscribedAt: null });
  const mails = await db.select({ kind: message.kind, to: message.toAddress }).from(message).orderBy(message.id);
  expect(mails.at(-1)).toEqual({ kind: "newsletter-moved", to: "dana@newfield.example" });
  expect(await db.select().from(suppression)).toEqual([]);
});

test.each([
  ["headers of a megabyte", `X-Big: ${"a".repeat(1_000_000)}\r\n\r\nx`],
  ["many headers", `${"X-Many: 1\r\n".repeat(20_000)}\r\nx`],
  [
    "parts in parts in parts",
    `${Array.from({ length: 500 }, (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`).join("")}x`,
  ],
])("a mail with %s goes to a person, once", async (_what, raw) => {
  for (const _delivery of ["first", "second"])
    expect(await post(raw)).toMatchObject({ status: 200, body: { kind: "other", noted: 0 } });
  const forwarded = await db.select().from(message).where(eq(message.kind, "report-forwarded"));
  expect(forwarded).toMatchObject([{ subject: "A received email needs a person to read it" }]);
  expect(await db.select().from(mailOriginal)).toMatchObject([{ readAs: "unread", message: null, size: raw.length }]);
});

test.each([
  ["NUL bytes", "From: a\u0000b@x.example\r\nSubject: \u0000\r\nIn-Reply-To: <\u0000>\r\n\r\n\u0000"],
  ["an unknown charset", "Content-Type: text/plain; charset=no-such-charset\r\nSubject: =?no-such?B?////?=\r\n\r\nx"],
  [
    "a report without an end",
    'Content-Type: multipart/report; boundary="b"\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n',
  ],
  ["an archive", 'Content-Type: application/zip; name="b.zip"\r\nContent-Transfer-Encoding: base64\r\n\r\nUEsDBA=='],
  ["an id that looks like ours", "In-Reply-To: <0199f000-------------------------------@gtmarc.example>\r\n\r\nx"],
])("a mail with %s is read without an error", async (_what, raw) => {
  expect(await post(raw)).toMatchObject({ status: 200, body: { kind: expect.any(String), noted: 0 } });
});

test("a hostile reply to one of our mails is stored as text", async () => {
  const { id } = await queueMail(ctx, { kind: "step", to: dana, subject: "S", body: createElement("p", {}, "x") });
  const raw = `From: ${dana}\r\nIn-Reply-To: ${messageIdOf(id)}\r\nSubject: \u0000a\r\n\r\nyes\u0000 <b>\r\n`;
  expect(await post(raw)).toMatchObject({ status: 200, body: { kind: "reply", noted: 1 } });
  expect(await post(raw)).toMatchObject({ status: 200, body: { kind: "reply", noted: 0 } });
  expect(await db.select().from(mailReply)).toMatchObject([{ text: "yes <b>" }]);
});

test("the original of a reply is downloaded as a file that no browser runs", async () => {
  const { id } = await queueMail(ctx, { kind: "step", to: dana, subject: "S", body: createElement("p", {}, "x") });
  const html = "<script>alert(1)</script>Yes";
  const raw = `From: ${dana}\r\nSubject: =?UTF-8?Q?Re:_Gru=C3=9F?=\r\nIn-Reply-To: ${messageIdOf(id)}\r\nContent-Type: text/html\r\n\r\n${html}`;
  await post(raw);
  const admin = await asAdmin(ctx);
  const page = await getMessage(admin, id);
  const reply = page.ok ? page.value?.replies[0] : undefined;
  expect(reply?.text).toBe("Yes");
  const app = newEndpoints().use(async (c, next) => {
    c.set("ctx", admin);
    await next();
  });
  const answer = await app.route("/", mailAdminEndpoints).request(`/admin/mail/originals/${reply?.originalId}`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe(raw);
  expect(answer.headers.get("content-disposition")).toBe(
    "attachment; filename=\"Re-Gruss-2026-03-02.eml\"; filename*=UTF-8''Re-Gru%C3%9F-2026-03-02.eml",
  );
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  const call = callsOf(mailAdminEndpoints);
  expect((await call(admin, `/admin/mail/originals/${newId()}`, undefined, { method: "GET" })).status).toBe(404);
});

test("Postmark's webhook requires the password, SES a configured topic, and both a readable body", async () => {
  const call = callsOf(mailWebhookEndpoints);
  const authorization = `Basic ${Buffer.from(`postmark:${secret}`).toString("base64")}`;
  const postmark = (body: unknown, headers: Record<string, string> = { authorization }) =>
    call(asAnonymous(ctx), "/webhooks/mail/postmark", body, { headers });
  const ses = (body: unknown) => call(asAnonymous(ctx), "/webhooks/mail/ses", body);
  expect(await postmark({}, {})).toMatchObject({ status: 401, body: { error: { code: "bad_password" } } });
  expect(await postmark("{")).toMatchObject({ status: 400, body: { error: { code: "bad_json" } } });
  expect(await postmark("[".repeat(60_000))).toMatchObject({ status: 400 });
  expect(await postmark({})).toMatchObject({ status: 400, body: { error: { code: "malformed" } } });
  expect(await postmark({ RecordType: "Open" })).toMatchObject({ status: 200, body: { kind: "other", noted: 0 } });
  expect((await ses({})).status).toBe(404);
  useSettings({ MAIL_SES_TOPICS: ["arn:aws:sns:eu-west-1:123456789012:mail"] });
  expect(await ses("{")).toMatchObject({ status: 400, body: { error: { code: "bad_json" } } });
  expect(await ses({ Type: "Notification" })).toMatchObject({ status: 400, body: { error: { code: "malformed" } } });
  for (const unsigned of ["[".repeat(2 ** 19) + "]".repeat(2 ** 19), `[${"{},".repeat(349_000)}{}]`])
    expect(await ses(unsigned)).toMatchObject({ status: 400, body: { error: { code: "malformed" } } });
  useSettings({ MAIL_WEBHOOK_SECRET: undefined, MAIL_SES_TOPICS: [] });
  expect((await postmark({})).status).toBe(404);
});
