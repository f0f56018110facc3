import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { outcomesOf } from "#tests/fixtures/mail-outcomes.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { mailClicked } from "../events.ts";
import { queueMail, UnsafeMail } from "../mail.server.ts";
import { getMessageHtml } from "../messages/messages.server.ts";
import { recordNotification } from "../receiving/bounces.server.ts";
import { replyAddressOf } from "../receiving/reply-address.server.ts";
import { queueBatch } from "../sending/batches.server.ts";
import { claimDueMail, recordOutcomes } from "../sending/outbox.server.ts";
import { sweepMail } from "../sending/retention.server.ts";
import { place, storeBody } from "../sending/shared-bodies.server.ts";
import { mailHit, message, messageEvent } from "../tables.server.ts";
import { hasClickConsent, setClickConsent } from "./click-consent.server.ts";
import { followLink, getMailClicks, judgeDueClicks, type LinkRequest } from "./clicks.server.ts";
import { linkAddress, readLinkToken } from "./link-token.server.ts";

const { db, ctx } = useDatabase();
const dana = "dana@northfield.example";
const site = "https://gtmarc.example";
const wayOut = `${site}/leave-here`;
const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36";
const person = {
  "user-agent": chrome,
  "accept-language": "en-US",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
};

beforeEach(() => {
  forgetListeners();
  useSettings({ SECRET: "a".repeat(32), SITE_URL: site, MAIL_FROM: "GTMarc <hello@gtmarc.example>" });
});

const draft = (to: string) => ({
  kind: "outreach-step",
  to,
  subject: "A question",
  list: "outreach" as const,
  headers: { "List-Unsubscribe": `<${wayOut}>, <mailto:hello@gtmarc.example?subject=unsubscribe>` },
  body: (
    <html lang="en">
      <body>
        <a href={`${site}/pricing?plan=1&to=dana`}>Pricing</a>
        <a href="https://other.example/path">Other</a>
        <a href={wayOut}>Unsubscribe</a>
        <a href={`${site}/unsubscribe/abc`}>Unsubscribe</a>
      </body>
    </html>
  ),
});

async function sent(to = dana, trackClicks = true) {
  const { id } = await queueMail(ctx, { ...draft(to), trackClicks });
  const { mails } = await claimDueMail(ctx, 10, later(ctx, { hours: 1 }).now);
  await recordOutcomes(ctx, [{ id, attempt: 1, status: "sent", event: "sent", at: ctx.now, detail: "250 OK" }]);
  return { id, mail: mails.find((mail) => mail.id === id)! };
}

const at = (seconds: number): Ctx => ({ ...asAnonymous(ctx), now: new Date(ctx.now.getTime() + seconds * 1000) });

const request = (changes: Partial<LinkRequest> & { sends?: Record<string, string> } = {}): LinkRequest => {
  const { sends = person, ...rest } = changes;
  return {
    method: "GET",
    headers: new Headers(sends),
    address: "203.0.113.7",
    isPrivate: false,
    siteUrl: site,
    ...rest,
  };
};
const tokenOf = (id: string, place: number | null) => linkAddress(id, place).split("/").at(-1)!;
const follow = (seconds: number, id: string, place: number | null, changes?: Parameters<typeof request>[0]) =>
  followLink(at(seconds), tokenOf(id, place), request(changes));

test("links are wrapped only for consenting recipients, and never the unsubscribe link", async () => {
  const tracked = await sent();
  expect(tracked.mail.html).not.toContain("other.example");
  expect(tracked.mail.text).toContain(linkAddress(tracked.id, 0));
  expect(tracked.mail.html).toContain(`href="${wayOut}"`);
  expect(tracked.mail.html).toContain(`href="${site}/unsubscribe/abc"`);
  expect(tracked.mail.headers["List-Unsubscribe"]).toContain(wayOut);
  const kept = await getMessageHtml(await asAdmin(ctx), tracked.id);
  expect(kept).toMatchObject({ value: expect.stringContaining("https://other.example/path") });
  expect(kept).not.toMatchObject({ value: expect.stringContaining("/l/") });
  const plain = await sent("lee@northfield.example", false);
  expect(plain.mail.html).toContain("https://other.example/path");
  expect(plain.mail.html).not.toContain("/l/");
  const { list: _, ...unlisted } = draft(dana);
  await expect(queueMail(ctx, { ...unlisted, trackClicks: true })).rejects.toThrow(UnsafeMail);
  await expect(queueMail(ctx, { ...draft(dana), secret: true, trackClicks: true })).rejects.toThrow(UnsafeMail);
});

test("in a batch, links are wrapped for consenting recipients only, and each mail has its own reply address", async () => {
  useSettings({ MAIL_REPLY_ADDRESS: "reply@in.gtmarc.example" });
  const leave = place("leaveUrl");
  const html = `<html><body><a href="${site}/contact?for=${place("name")}">Call</a><a href="${leave}">Leave</a></body></html>`;
  const body = await storeBody(ctx, { html, text: `Call <${site}/contact?for=${place("name")}> Leave <${leave}>` });
  const mailFor = (to: string, name: string) => ({
    to,
    headers: { "List-Unsubscribe": `<${wayOut}>` },
    fill: { name, leaveUrl: wayOut },
  });
  const batch = { body, kind: "step", list: "outreach" as const, subject: "S", replyTo: "hello@gtmarc.example" };
  const options = { acceptsReplies: true, countClicksOf: new Set([dana]) };
  const [tracked = "", plain = ""] = await queueBatch(ctx, { ...batch, ...options }, [
    mailFor("Dana@northfield.example", "dana"),
    mailFor("lee@northfield.example", "lee"),
  ]);
  const { mails } = await claimDueMail(ctx, 10, later(ctx, { hours: 1 }).now);
  const of = (id: string) => mails.find((mail) => mail.id === id)!;
  expect(of(tracked).text).toBe(`Call <${linkAddress(tracked, 0)}> Leave <${wayOut}>`);
  expect(of(plain).html).toContain(`${site}/contact?for=lee`);
  expect(of(plain).html).not.toContain("/l/");
  expect([tracked, plain].map((id) => of(id).replyTo)).toEqual([tracked, plain].map(replyAddressOf));
  expect(await follow(60, tracked, 0)).toBe(`${site}/contact?for=dana`);
  await expect(queueBatch(ctx, { ...batch, ...options, list: "newsletter" }, [mailFor(dana, "d")])).rejects.toThrow(
    UnsafeMail,
  );
});

test("a link only leads to its stored address; other tokens lead nowhere and store nothing", async () => {
  const { id } = await sent();
  expect(await follow(60, id, 0)).toBe(`${site}/pricing?plan=1&to=dana`);
  expect(await follow(60, id, 1)).toBe("https://other.example/path");
  expect(await follow(60, id, null)).toBe(`${site}/`);
  const token = tokenOf(id, 0);
  const changed = `${token.slice(0, 30)}${token[30] === "A" ? "B" : "A"}${token.slice(31)}`;
  const untracked = await sent("lee@northfield.example", false);
  const gone = "0199f000-0000-7000-8000-000000000000";
  for (const wrong of [
    "",
    "x",
    changed,
    `${token}x`,
    "A".repeat(34),
    tokenOf(id, 7),
    tokenOf(untracked.id, 0),
    tokenOf(gone, 0),
  ])
    expect(await followLink(at(60), wrong, request())).toBeNull();
  expect(await db.select().from(mailHit)).toHaveLength(3);
  expect(readLinkToken(token)).toEqual({ messageId: id, place: 0 });
  useSettings({ SECRET: "b".repeat(32) });
  expect(readLinkToken(token)).toBeNull();
});

test("neither the address nor the user agent of a request is stored, and nothing for visitors who opt out of tracking", async () => {
  const { id } = await sent();
  expect(await follow(60, id, 0, { isPrivate: true })).toBe(`${site}/pricing?plan=1&to=dana`);
  expect(await db.select().from(mailHit)).toEqual([]);
  await follow(60, id, 0);
  const [hit] = await db.select().from(mailHit);
  expect(hit).toMatchObject({ agent: "browser", request: "navigation", hasLanguage: true, verdict: null });
  expect(JSON.stringify(hit)).not.toContain("203.0.113.7");
  expect(JSON.stringify(hit)).not.toContain("Chrome");
});

test("following a link only adds to the log of hits, at most 100 per mail", async () => {
  const { id } = await sent();
  const before = await db.select().from(message);
  for (let n = 0; n < 105; n += 1) await follow(60 + n, id, 0);
  expect(await db.select().from(message)).toEqual(before);
  expect(await db.select().from(mailHit)).toHaveLength(100);
});

test("a person's click is published once per link, after the window; a gateway's never", async () => {
  const heard: unknown[] = [];
  onEvent(mailClicked, async (_, payload) => void heard.push(payload));
  const { id } = await sent();
  for (const place of [0, 1, null])
    await follow(1, id, place, { method: "HEAD", sends: { "user-agent": "" }, address: "198.51.100.9" });
  await follow(900, id, 0);
  await follow(901, id, 0);
  expect(await judgeDueClicks(at(1000))).toEqual({ mails: 1 });
  expect(heard).toEqual([]);
  expect(await judgeDueClicks(at(1300))).toEqual({ mails: 1 });
  expect(await judgeDueClicks(at(1300))).toEqual({ mails: 0 });
  expect(heard).toEqual([{ messageId: id, email: dana, kind: "outreach-step", link: `${site}/pricing` }]);
  await follow(5000, id, 0);
  await judgeDueClicks(at(6000));
  expect(heard).toHaveLength(1);
  expect((await outcomesOf(ctx, [id])).get(id)).toMatchObject({ humanClicks: 1, scannerHits: 3 });
  const steps = await db
    .select({ name: messageEvent.name, detail: messageEvent.detail })
    .from(messageEvent)
    .where(eq(messageEvent.message, id))
    .orderBy(messageEvent.at);
  expect(steps.map(({ name }) => name)).toEqual(["queued", "sent", "scanned", "clicked"]);
  expect(steps[2]!.detail).toMatch(/^3 requests: .*HEAD requests/);
});

test("a hit that looked human is judged again when the same client follows the hidden link", async () => {
  const heard: unknown[] = [];
  onEvent(mailClicked, async (_, payload) => void heard.push(payload));
  const { id } = await sent();
  const admin = await asAdmin(ctx);
  await follow(600, id, 0);
  expect(await getMailClicks(admin, id)).toMatchObject({ value: { hits: [{ verdict: "human", isFinal: false }] } });
  await follow(630, id, null);
  await judgeDueClicks(at(1000));
  expect(heard).toEqual([]);
  expect(await getMailClicks(admin, id)).toMatchObject({
    value: { humanClicks: 0, scannerHits: 2, hits: [{ link: null, isFinal: true }, { verdict: "scanner" }] },
  });
  expect(await getMailClicks(asAnonymous(ctx), id)).toEqual({ ok: false, reason: { kind: "not_admin" } });
});

test("a client that follows links of many firms within minutes is a scanner", async () => {
  const mails: string[] = [];
  for (const firm of ["a", "b", "c", "d", "e", "f"]) mails.push((await sent(`someone@${firm}.example`)).id);
  for (const [n, id] of mails.entries()) await follow(100 + n * 20, id, 0, { address: "198.51.100.9" });
  await judgeDueClicks(at(2000));
  for (const { scannerHits } of (await outcomesOf(ctx, mails)).values()) expect(scannerHits).toBe(1);
});

test("the time of delivery is used if the receiving side reports it", async () => {
  const { id } = await sent();
  const reports = [{ action: "delivered" as const, status: "2.0.0", detail: "250 OK" }];
  await recordNotification(at(600), { messageIds: [id], reports });
  await follow(602, id, 0);
  await judgeDueClicks(at(1000));
  expect(await db.select().from(mailHit)).toMatchObject([{ verdict: "scanner", rules: ["too_early"] }]);
});

test("hits are deleted after 30 days, their verdicts stay", async () => {
  const { id } = await sent();
  await follow(600, id, 1);
  await judgeDueClicks(at(1000));
  await sweepMail(later(ctx, { days: 29 }));
  expect(await db.select().from(mailHit)).toHaveLength(1);
  await sweepMail(later(ctx, { days: 31 }));
  expect(await db.select().from(mailHit)).toEqual([]);
  expect((await outcomesOf(ctx, [id])).get(id)).toMatchObject({ humanClicks: 1 });
});

test("revoking consent stops counting in sent mails and restores the links of queued ones", async () => {
  await setClickConsent(ctx, { address: dana, source: "account", agrees: true });
  const { id } = await sent();
  const queued = await queueMail(ctx, { ...draft(dana), trackClicks: true });
  await follow(90, id, 1);
  await setClickConsent(at(100), { address: dana.toUpperCase(), source: "account", agrees: false });
  expect(await follow(110, id, 1)).toBe("https://other.example/path");
  expect(await db.select().from(mailHit)).toHaveLength(1);
  const [row] = await db.select({ links: message.links }).from(message).where(eq(message.id, queued.id));
  expect(row).toEqual({ links: null });
  expect(await hasClickConsent(ctx, dana)).toBe(false);
  await setClickConsent(at(200), { address: dana, source: "email-link", agrees: true });
  expect(await hasClickConsent(ctx, dana)).toBe(true);
});
