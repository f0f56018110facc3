import { Hono } from "hono";
import { beforeEach, expect, test } from "vitest";
import { forgetListeners } from "#app/features/events/events.server.ts";
import { clickConsentVersion } from "#app/features/mail/clicks/click-consent.ts";
import { isOffList } from "#app/features/mail/refusals/suppression.server.ts";
import { clickConsent, suppression } from "#app/features/mail/tables.server.ts";
import { subscribeNewsletter } from "#app/features/newsletter/newsletter.server.ts";
import { testToken } from "#app/features/newsletter/subscribers/leave-link.server.ts";
import { newsletterSubscriber } from "#app/features/newsletter/tables.server.ts";
import { deleteProspects, registerBeforeRemoval } from "#app/features/pipeline/removing/removing.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { endBeforeRemoval } from "#app/features/sequences/enrollments/ending.server.ts";
import { outreachToken, testUnsubscribeKey } from "#app/features/sequences/enrollments/leave-link.server.ts";
import { findOutreachReader } from "#app/features/sequences/enrollments/leaving.server.ts";
import { forgetPerson } from "#app/features/sequences/personal-data.server.ts";
import { advanceDue } from "#app/features/sequences/steps/worker.server.ts";
import { enrollment } from "#app/features/sequences/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import type { EndpointEnv } from "#app/routes/api/endpoint.server.ts";
import { isOnAnyList } from "#app/shell/mail-lists.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { pageText } from "#tests/fixtures/rendered-pages.tsx";
import { sequencesCommands } from "#tests/fixtures/sequences-commands.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { unsubscribeEndpoints } from "./unsubscribe.server.ts";

const { db, ctx } = useDatabase();

beforeEach(async () => {
  forgetListeners();
  useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" });
  useSettings({ NEWSLETTER_CONFIRMATION: false });
  await subscribeNewsletter(asAnonymous(ctx), { email: "dana@northfield.example", source: "popup" });
});

const subscriber = async () => (await db.select().from(newsletterSubscriber))[0]!;

/** Posts a form like the page or a mail program: no cookie, no session. */
async function post(token: string, fields: Record<string, string>) {
  const app = new Hono<EndpointEnv>();
  app.use(async (c, next) => {
    c.set("ctx", asAnonymous(ctx));
    c.set("address", "203.0.113.7");
    await next();
  });
  app.route("/", unsubscribeEndpoints);
  const response = await app.request(`/unsubscribe/${token}`, { method: "POST", body: new URLSearchParams(fields) });
  return { status: response.status, to: response.headers.get("location"), text: await response.text() };
}

const oneClick = { "List-Unsubscribe": "One-Click" };

test("one click of a mail program ends the newsletter, and a second click gets the same response", async () => {
  const { unsubscribeKey } = await subscriber();
  for (const _ of [1, 2])
    expect(await post(unsubscribeKey, oneClick)).toEqual({ status: 200, to: null, text: "You are unsubscribed.\n" });
  expect(await subscriber()).toMatchObject({ unsubscribedBy: "one-click" });
});

test("an unknown act changes nothing", async () => {
  const { unsubscribeKey } = await subscriber();
  for (const act of ["", "zz-unknown", "LEAVE"])
    expect(await post(unsubscribeKey, { act })).toMatchObject({ status: 303, to: `/unsubscribe/${unsubscribeKey}` });
  expect(await subscriber()).toMatchObject({ unsubscribedAt: null });
});

test("the page's forms unsubscribe, resubscribe and choose lists, and each redirects to the page with the result", async () => {
  const { unsubscribeKey } = await subscriber();
  const page = (said: string) => ({ status: 303, to: `/unsubscribe/${unsubscribeKey}?said=${said}` });
  expect(await post(unsubscribeKey, { act: "choose", frequency: "every" })).toMatchObject(page("nothing-chosen"));
  expect(await post(unsubscribeKey, { act: "choose", topics: "training", frequency: "quarterly" })).toMatchObject(
    page("chosen"),
  );
  expect(await subscriber()).toMatchObject({ topics: ["training"], frequency: "quarterly" });
  expect(await post(unsubscribeKey, { act: "leave" })).toMatchObject(page("left"));
  expect(await post(unsubscribeKey, { act: "choose", topics: "training", frequency: "every" })).toMatchObject(
    page("left"),
  );
  expect(await subscriber()).toMatchObject({ unsubscribedBy: "page", frequency: "quarterly" });
  expect(await post(unsubscribeKey, { act: "return" })).toMatchObject(page("back"));
  expect(await subscriber()).toMatchObject({ unsubscribedAt: null });
});

test("an invalid link returns 404, and the link of a test mail says that it is a test", async () => {
  for (const token of ["f".repeat(32), "0", "%3Cscript%3E"])
    expect(await post(token, oneClick)).toMatchObject({ status: 404 });
  expect(await post(testToken, oneClick)).toMatchObject({
    status: 200,
    text: "A test email: no one was subscribed.\n",
  });
  expect(await post(testToken, { act: "leave" })).toMatchObject({
    status: 303,
    to: `/unsubscribe/${testToken}?said=test`,
  });
  expect(await subscriber()).toMatchObject({ unsubscribedAt: null });
});

test("a follow-up's link unsubscribes with one click or by its form; a test's link and an invalid one change nothing", async () => {
  const commands = sequencesCommands(ctx);
  const enrol = await commands["post /api/admin/sequences/{id}/enrollments"]!();
  value(await enrol(ctx));
  const [row] = await db.select({ unsubscribeKey: enrollment.unsubscribeKey }).from(enrollment);
  const token = outreachToken(row!.unsubscribeKey);
  const state = async () => (await db.select({ reason: enrollment.reason }).from(enrollment))[0];
  expect(await post(outreachToken("f".repeat(32)), oneClick)).toMatchObject({ status: 404 });
  expect(await post(outreachToken(testUnsubscribeKey("follow-up")), oneClick)).toMatchObject({ status: 200 });
  expect(await state()).toEqual({ reason: null });
  expect(await post(token, oneClick)).toMatchObject({ status: 200, text: "You are unsubscribed.\n" });
  expect(await post(token, {})).toMatchObject({ status: 303, to: `/unsubscribe/${token}?said=left` });
  expect(await state()).toEqual({ reason: "unsubscribed" });
  expect(await subscriber()).toMatchObject({ unsubscribedAt: null });
});

/** Enrolls a person and returns the token of the link in their mails. */
async function inSequence() {
  const enrol = await sequencesCommands(ctx)["post /api/admin/sequences/{id}/enrollments"]!();
  value(await enrol(ctx));
  const [row] = await db
    .select({ unsubscribeKey: enrollment.unsubscribeKey, prospectId: enrollment.prospectId })
    .from(enrollment);
  return { token: outreachToken(row!.unsubscribeKey), prospectId: row!.prospectId };
}

test("the link of a deleted person still works and says that no more mail is sent", async () => {
  const { token } = await inSequence();
  await forgetPerson(ctx, { userId: null, email: "dana@northfield.example" });
  expect(await db.select().from(enrollment)).toEqual([]);
  expect(await post(token, oneClick)).toMatchObject({ status: 200, text: "You are unsubscribed.\n" });
  expect(await findOutreachReader(ctx, token)).toEqual({ kind: "gone" });
  const forged = token.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  expect(await post(forged, oneClick)).toMatchObject({ status: 404 });
  expect(await findOutreachReader(ctx, forged)).toBeNull();
});

test.each([
  ["one click", oneClick],
  ["its form", {}],
  ["leaving all lists", { act: "leave-all" }],
])("the link of a deleted prospect whose mails remain stops outreach to the address: %s", async (_, form) => {
  const { token, prospectId } = await inSequence();
  await advanceDue(ctx);
  registerBeforeRemoval("sequences", endBeforeRemoval);
  value(await deleteProspects(ctx, { prospectIds: [prospectId] }));
  expect(await db.select().from(enrollment)).toEqual([]);
  expect(await findOutreachReader(ctx, token)).toMatchObject({
    kind: "person",
    maskedEmail: "d•••@northfield.example",
  });
  expect((await post(token, form)).status).toBeLessThan(400);
  const stopped = (await db.select().from(suppression)).filter(({ scope }) => scope === "outreach");
  expect(stopped).toMatchObject([{ address: "dana@northfield.example", reason: "unsubscribed" }]);
  expect(await findOutreachReader(ctx, token)).toMatchObject({ hasLeft: true });
});

test("the link of a test email names the sequence", async () => {
  await inSequence();
  const reader = await findOutreachReader(ctx, outreachToken(testUnsubscribeKey("follow-up")));
  expect(reader).toEqual({ kind: "test", title: "Follow up" });
  for (const guessed of ["test.follow-up", `test.follow-up.${"0".repeat(20)}`])
    expect(await findOutreachReader(ctx, outreachToken(guessed))).toBeNull();
});

test("consent to counted clicks is off by default, and is given and withdrawn on the page of the link", async () => {
  const { token } = await inSequence();
  const agrees = async () => (await findOutreachReader(ctx, token)) as { countsClicks?: boolean };
  expect(await agrees()).toMatchObject({ countsClicks: false });
  expect(await post(token, { act: "clicks", counts: "yes" })).toMatchObject({ to: `/unsubscribe/${token}?said=saved` });
  expect(await db.select().from(clickConsent)).toEqual([
    {
      ...{ address: "dana@northfield.example", source: "email-link", wording: clickConsentVersion },
      ...{ givenAt: ctx.now, revokedAt: null },
    },
  ]);
  expect(await post(token, { act: "clicks" })).toMatchObject({ to: `/unsubscribe/${token}?said=saved` });
  expect(await agrees()).toMatchObject({ countsClicks: false, hasLeft: false });
  expect(await db.select().from(clickConsent)).toMatchObject([{ revokedAt: ctx.now }]);
});

test("the pages of a newsletter's and a sequence's link offer the way out of all lists, and say when it is done", async () => {
  const { unsubscribeKey } = await subscriber();
  const { token } = await inSequence();
  const read = (address: string) => pageText(asAnonymous(ctx), address);
  const button = "Unsubscribe from all of them";
  expect(await read(`/unsubscribe/${unsubscribeKey}`)).toContain(button);
  expect(await read(`/unsubscribe/${token}`)).toContain(button);
  const { to } = await post(unsubscribeKey, { act: "leave-all" });
  const done = await read(to!);
  expect(done).toContain("You are unsubscribed from everything");
  for (const page of [done, await read(`/unsubscribe/${token}`)]) expect(page).not.toContain(button);
});

test("one press ends every list for the address, from a link of any of them", async () => {
  const { unsubscribeKey } = await subscriber();
  const { token } = await inSequence();
  const reason = async () => (await db.select({ reason: enrollment.reason }).from(enrollment))[0]!.reason;
  await db.update(newsletterSubscriber).set({ email: (await db.select().from(prospect))[0]!.email });
  expect(await isOnAnyList(ctx, token)).toBe(true);
  expect(await post(token, { act: "leave-all" })).toMatchObject({
    status: 303,
    to: `/unsubscribe/${token}?said=left-all`,
  });
  expect([(await subscriber()).unsubscribedBy, await reason()]).toEqual(["page", "unsubscribed"]);
  expect([await isOnAnyList(ctx, token), await isOnAnyList(ctx, unsubscribeKey)]).toEqual([false, false]);
  expect(await post(unsubscribeKey, { act: "leave-all" })).toMatchObject({ status: 303 });
});

test("a newsletter's link ends follow-ups that never started; a test's link and an invalid one end nothing", async () => {
  const { unsubscribeKey, email } = await subscriber();
  expect(await post(testToken, { act: "leave-all" })).toMatchObject({ to: `/unsubscribe/${testToken}?said=test` });
  expect(await post("f".repeat(32), { act: "leave-all" })).toMatchObject({
    to: `/unsubscribe/${"f".repeat(32)}?said=unknown`,
  });
  expect(await isOffList(ctx, email, "outreach")).toBe(false);
  await post(unsubscribeKey, { act: "leave-all" });
  expect(await isOffList(ctx, email, "outreach")).toBe(true);
  expect(await subscriber()).toMatchObject({ unsubscribedBy: "page" });
});
