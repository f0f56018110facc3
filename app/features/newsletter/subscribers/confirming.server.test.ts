import { beforeEach, expect, test } from "vitest";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { isOffList, suppress } from "#app/features/mail/refusals/suppression.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { newsletterSubscribed } from "../events.ts";
import { countAudience } from "../issues/audience.server.ts";
import { subscribeNewsletter } from "../newsletter.server.ts";
import { exportPersonalData, forgetPerson } from "../personal-data.server.ts";
import { newsletterPending, newsletterSubscriber } from "../tables.server.ts";
import { confirmSubscription } from "./confirming.server.ts";
import { moveSubscription, unsubscribeNewsletter } from "./leaving.server.ts";
import { findSignup, sweepPending } from "./pending.server.ts";
import { NewsletterSignup } from "./subscription.ts";

const { db, ctx } = useDatabase();
const visitor = asAnonymous(ctx);
const dana = "dana@northfield.example";
const basic = { SECRET: "a".repeat(32), CONTACT_EMAIL: "desk@gtmarc.example", SITE_URL: "https://gtmarc.example" };

beforeEach(() => {
  forgetListeners();
  useSettings(basic);
});

async function subscribe(email = dana, at = visitor) {
  const result = await subscribeNewsletter(at, NewsletterSignup.parse({ email, source: "popup" }));
  return result.ok ? result.value.outcome : result;
}
const confirm = (key: string, at = visitor) => confirmSubscription(at, { key });
const sent = async () =>
  (await db.select().from(message).orderBy(message.id)).map(({ kind, toAddress }) => `${kind} ${toAddress}`);
const subscribers = () => db.select().from(newsletterSubscriber).orderBy(newsletterSubscriber.email);
async function keyInMail(to = dana): Promise<string> {
  const mails = await db.select().from(message).orderBy(message.id);
  const mail = mails.findLast(({ kind, toAddress }) => kind === "newsletter-confirm" && toAddress === to);
  return /\/newsletter\/confirm\/([0-9a-f]{32})/.exec(mail?.text ?? "")?.[1] ?? "";
}
const audience = () => countAudience(ctx, { topic: "drawings", audience: "everybody" });

test("an address typed by a stranger gets one mail, no issue and no event, however often it is typed", async () => {
  const heard: unknown[] = [];
  onEvent(newsletterSubscribed, async (_, payload) => void heard.push(payload));
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => subscribe()));
  expect(outcomes.filter((outcome) => outcome === "pending")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "already")).toHaveLength(9);
  expect(await sent()).toEqual([`newsletter-confirm ${dana}`]);
  expect([await subscribers(), await audience(), heard]).toEqual([[], 0, []]);
});

test("the link subscribes once: welcome, event, place and time of the consent, and it cannot be used again", async () => {
  const heard: unknown[] = [];
  onEvent(newsletterSubscribed, async (_, payload) => void heard.push(payload));
  await subscribe();
  const key = await keyInMail();
  expect(await findSignup(ctx, key)).toBe("waits");
  const at = later(visitor, { hours: 1 });
  const results = await Promise.all([confirm(key, at), confirm(key, at), confirm(key, at)]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await subscribers()).toMatchObject([
    { email: dana, consentedAt: ctx.now, confirmedAt: at.now, source: "popup" },
  ]);
  expect(await sent()).toEqual([`newsletter-confirm ${dana}`, `newsletter-welcome ${dana}`]);
  expect(heard).toHaveLength(1);
  expect([await audience(), await findSignup(ctx, key), await subscribe()]).toEqual([1, "confirmed", "already"]);
  expect(await findSignup(ctx, "0".repeat(32))).toBeNull();
  expect(await confirm("0".repeat(32))).toMatchObject({ ok: false, reason: { kind: "not_found" } });
});

test("an address that unsubscribed stays off the list until its owner confirms", async () => {
  await subscribe();
  await confirm(await keyInMail());
  const [{ unsubscribeKey } = { unsubscribeKey: "" }] = await subscribers();
  await unsubscribeNewsletter(ctx, { token: unsubscribeKey, by: "page" });
  expect(await findSignup(ctx, unsubscribeKey)).toBeNull();
  expect(await subscribe()).toBe("pending");
  expect([await isOffList(ctx, dana, "newsletter"), await audience()]).toEqual([true, 0]);
  await confirm(await keyInMail());
  expect([await isOffList(ctx, dana, "newsletter"), await audience()]).toEqual([false, 1]);
  expect((await subscribers())[0]).toMatchObject({ unsubscribeKey });
});

test("a complaint outlasts a confirmation", async () => {
  await subscribe();
  await suppress(ctx, { address: dana, scope: "lists", reason: "complaint" });
  await confirm(await keyInMail());
  expect(await audience()).toBe(0);
});

test("a signed-in person need not confirm the own address, but that of another", async () => {
  const user = await as(ctx, dana);
  expect(await subscribe(dana, user)).toBe("subscribed");
  expect(await subscribers()).toMatchObject([{ confirmedAt: ctx.now }]);
  expect(await subscribe("lee@harborview.example", user)).toBe("pending");
});

test("a subscription moves to an unproven address only when that address confirms", async () => {
  await subscribe();
  await confirm(await keyInMail());
  const lee = "lee@harborview.example";
  const user = await as(ctx, dana);
  const moved = await moveSubscription(user, { oldEmail: dana, newEmail: lee, notify: true });
  expect(moved).toEqual({ ok: true, value: { updated: false } });
  expect((await subscribers()).map(({ email }) => email)).toEqual([dana]);
  await confirm(await keyInMail(lee));
  expect(await subscribers()).toMatchObject([{ email: lee, confirmedAt: ctx.now }]);
});

test("without the setting, a list that is older than it goes on without confirmation; the setting decides otherwise", async () => {
  useSettings({ ...basic, NEWSLETTER_CONFIRMATION: false });
  expect(await subscribe()).toBe("subscribed");
  useSettings(basic);
  expect(await subscribe("lee@harborview.example")).toBe("subscribed");
  useSettings({ ...basic, NEWSLETTER_CONFIRMATION: true });
  expect(await subscribe("kim@harborview.example")).toBe("pending");
});

test("an unconfirmed signup is exported and erased with its person, and deleted after a week", async () => {
  await subscribe();
  await subscribe("lee@harborview.example");
  const person = { userId: null, email: dana };
  expect(await exportPersonalData(ctx, person)).toMatchObject({
    newsletter_pending: [{ email: dana, source: "popup" }],
  });
  await forgetPerson(ctx, person);
  const waiting = () => db.select({ email: newsletterPending.email }).from(newsletterPending);
  expect(await waiting()).toEqual([{ email: "lee@harborview.example" }]);
  await sweepPending(later(ctx, { days: 6 }));
  expect(await waiting()).toHaveLength(1);
  await sweepPending(later(ctx, { days: 8 }));
  expect(await waiting()).toEqual([]);
});
