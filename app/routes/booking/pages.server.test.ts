import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookedCookieName } from "#app/features/accounts/sign-in/session-cookie.server.ts";
import { completeAnalysis } from "#app/features/analysis/revisions/completion.server.ts";
import { refusalText } from "#app/features/booking/booking.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { cancelCall, moveCall } from "#app/features/booking/bookings/reschedule.server.ts";
import { booking, busyFeed, eventType, host } from "#app/features/booking/tables.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { saveDraft } from "#app/features/wizard/wizard.server.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env, useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { changeSettings, offerKickoff } from "#tests/fixtures/event-type-fixture.ts";
import { draftBlueprint, finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { pageContext } from "#tests/fixtures/page-context.ts";
import { pageHtml, pageText } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";
import * as bookingPage from "./booking.tsx";
import * as eventFile from "./event-file.ts";
import * as schedule from "./schedule.tsx";
import * as confirmed from "./strategy-session-confirmed.tsx";

const { ctx, db } = useDatabase();
useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
const stranger = "x".repeat(43);

type Loader = (args: never) => Promise<unknown>;

/** Returns what a loader returns, or the status and location that it throws. */
async function load(loader: Loader, path: string, params: object, at: Ctx = visitor, headers = {}): Promise<unknown> {
  const context = pageContext(at);
  const request = new Request(`https://gtmarc.example${path}`, { headers });
  try {
    return await loader({ request, params, context } as never);
  } catch (thrown) {
    if (thrown instanceof Response) return { status: thrown.status, location: thrown.headers.get("location") };
    return { status: (thrown as { init?: { status?: number } }).init?.status };
  }
}

const loadSchedule = (query = "", eventType = "strategy-session", at?: Ctx, headers?: object) =>
  load(schedule.loader as Loader, `/schedule/${eventType}${query}`, { eventType }, at, headers);

async function booked() {
  const result = await bookCall(visitor, danasCall());
  if (!result.ok) throw new Error(result.reason.kind);
  return tokenOf(result.value.manageUrl);
}

test("a page without free times says so if a calendar cannot be read, with and without scripts", async () => {
  const [only] = await db.select().from(host);
  await db
    .insert(busyFeed)
    .values({ id: newId(), hostId: only!.id, url: "https://calendar.example/", createdAt: ctx.now });
  const token = await booked().catch(() => null);
  expect(token).toBeNull();
  const page = await pageHtml(visitor, "/schedule/strategy-session");
  const [, plain = ""] = /<noscript[^>]*>(.*?)<\/noscript>/s.exec(page) ?? [];
  for (const part of [plain, page.replace(plain, "")]) {
    expect(part).toContain("Free times cannot be shown right now.");
    expect(part).toContain("mailto:calls@gtmarc.example");
    expect(part).not.toMatch(/no free times (this|in)/i);
  }
  expect(await pageHtml(visitor, "/schedule/strategy-session?month=2026-04")).toContain("Free times cannot be shown");
  expect(await pageHtml(visitor, `/schedule/strategy-session?start=${tuesdayAtTen}`)).not.toContain("no longer free");
  // The chosen time stays selected, so that one press tries again.
  const typed = { start: tuesdayAtTen, name: "Dana Whitlock", email: "dana@northfield.example", attempt: "two" };
  const said = { code: "calendar_unread", message: refusalText.calendar_unread };
  const refusedForm = { status: 503, ...said, fields: {}, values: typed };
  const again = await pageHtml({ ...visitor, refusedForm } as Ctx, "/schedule/strategy-session");
  expect(again.replaceAll("&#x27;", "'")).toContain(refusalText.calendar_unread);
  expect(again).toContain('value="Dana Whitlock"');
  expect(again).toMatch(new RegExp(`<option value="${tuesdayAtTen}" selected`));
  // After another refusal it may be taken by now.
  const invalid = {
    status: 422,
    message: null,
    fields: { email: "Please enter a valid email address." },
    values: typed,
  };
  const other = await pageHtml({ ...visitor, refusedForm: invalid } as Ctx, "/schedule/strategy-session");
  expect(other).not.toContain(`<option value="${tuesdayAtTen}"`);
  await db.update(busyFeed).set({ readAt: ctx.now });
  expect(await pageHtml(visitor, "/schedule/strategy-session")).not.toContain("Free times cannot be shown");
});

test("the page of an own event type says what happens in each part, and a request where the call takes place", async () => {
  const agenda = [
    { minutes: 20, title: "Work", text: "We look at your sheets." },
    { minutes: 25, title: "Work", text: "" },
  ];
  const where = { place: "in-person" as const, location: "7 Quay Lane" };
  await offerKickoff(await asAdmin(ctx), { agenda, needsConfirmation: true, ...where });
  expect(await pageHtml(visitor, "/schedule/kickoff")).toContain("We look at your sheets.");
  const made = await bookCall(visitor, { ...danasCall(), eventType: "kickoff" });
  const page = made.ok ? await pageText(visitor, new URL(made.value.manageUrl).pathname) : "";
  expect(page).toContain("In person: 7 Quay Lane");
});

test("who comes back from paying is led to the page after booking, once the call counts", async () => {
  useSettings({ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" });
  await offerKickoff(await asAdmin(ctx), { priceCents: 15_000, redirectUrl: "https://firm.example/thanks" });
  const made = await bookCall(visitor, { ...danasCall(), eventType: "kickoff" });
  const token = made.ok ? tokenOf(made.value.manageUrl) : "";
  const open = (query: string) => load(bookingPage.loader as Loader, `/booking/${token}${query}`, { token });
  expect(await open("?paid=1")).toMatchObject({ call: { status: "pending" } });
  await db.update(booking).set({ status: "confirmed", awaits: null, awaitsUntil: null });
  expect(await open("?paid=1")).toEqual({ status: 302, location: "https://firm.example/thanks" });
  expect(await open("")).toMatchObject({ call: { status: "confirmed" } });
});

test("without scripts a start in the URL opens its month; a time that is gone says so, and none is preselected", async () => {
  const html = (query: string) => pageHtml(visitor, `/schedule/strategy-session${query}`);
  const april = "2026-04-07T15:00:00.000Z";
  expect(await loadSchedule(`?start=${april}`)).toMatchObject({ month: "2026-04", start: new Date(april) });
  const free = await html(`?start=${april}`);
  expect(free).toMatch(new RegExp(`<option value="${april}" selected`));
  expect(free).not.toContain("no longer free");
  const gone = await html("?start=2026-04-07T03:00:00.000Z");
  expect(gone).toContain("no longer free");
  const past = await html("?start=2020-04-07T15:00:00.000Z");
  expect(past).toContain("no longer free");
  const invalid = "The link contains no valid time. Choose a time below.";
  for (const start of ["%2B275760-01-01T00:00:00Z", "-000001-01-01T00:00:00Z", "soon"]) {
    const page = await html(`?start=${start}`);
    expect(page).toContain(invalid);
    expect(page).not.toContain("no longer free");
  }
  for (const page of [free, gone, past, await html(""), await html("?start=")]) expect(page).not.toContain(invalid);
  for (const page of [gone, past, await html("")]) expect(page).toMatch(/<option value="" selected[^>]*>Choose a time/);
});

test("a time that the reader's own call has taken says so with its link; an address alone shows no call", async () => {
  const token = await booked();
  const { email } = danasCall();
  const own = "You have booked this call";
  const refusedForm = {
    status: 409,
    message: null,
    fields: { start: "That time is no longer free. Please choose another." },
    values: { start: tuesdayAtTen, name: "Dana Whitlock", email, attempt: "two" },
  };
  const cookie = (value: string) => ({ cookie: `${bookedCookieName(env())}=${value}` });
  const see = async (at: Ctx, headers = {}) => [
    await pageHtml(at, `/schedule/strategy-session?start=${tuesdayAtTen}`, headers),
    await pageHtml({ ...at, refusedForm } as Ctx, "/schedule/strategy-session", headers),
  ];
  const [dana, unknown] = [await as(ctx, email), await as(ctx, "mallory@elsewhere.example")];
  for (const page of [...(await see(visitor, cookie(token))), ...(await see(dana))]) {
    expect(page).toContain(own);
    expect(page).toContain(`href="/booking/${token}"`);
    expect(page).not.toMatch(/no longer free/);
  }
  for (const page of [
    ...(await see(visitor)),
    ...(await see(visitor, cookie(stranger))),
    ...(await see(visitor, cookie(""))),
    ...(await see(unknown)),
  ]) {
    expect(page).not.toContain(own);
    expect(page).not.toContain("/booking/");
    expect(page).toMatch(/no longer free/);
  }
  const elsewhere = [
    `/schedule/strategy-session?start=2026-03-03T19:00:00.000Z&email=${email}`,
    `/schedule/blueprint-unlock-call?start=${tuesdayAtTen}`,
    "/schedule/strategy-session",
  ];
  for (const path of elsewhere) expect(await pageHtml(visitor, path, cookie(token))).not.toContain(own);
  await cancelCall(visitor, { token, reason: "" });
  expect(await pageHtml(visitor, `/schedule/strategy-session?start=${tuesdayAtTen}`, cookie(token))).not.toContain(own);
});

test("without scripts the times are those of the month, with labels that a phone shows whole", async () => {
  const labels = (page: string) => [...page.matchAll(/<option value="20[^>]*>([^<]*)</g)].map(([, label]) => label!);
  const page = await pageHtml(visitor, "/schedule/strategy-session?month=2026-04");
  const move = await pageHtml(visitor, `/schedule/strategy-session?month=2026-04&move=${await booked()}`);
  for (const listed of [labels(page), labels(move)]) {
    expect(listed[0]).toMatch(/^Wed, Apr 1, /);
    expect(listed.filter((label) => !/^(Mon|Tue|Wed|Thu|Fri), Apr \d+, \d+:\d\d [AP]M$/.test(label))).toEqual([]);
  }
  // A time that the visitor chose is listed even where their month is another one.
  const tokyo = await pageHtml(
    visitor,
    "/schedule/strategy-session?month=2026-03&timezone=Asia/Tokyo&start=2026-03-31T20:00:00.000Z",
  );
  expect(tokyo).toContain('<option value="2026-03-31T20:00:00.000Z" selected="">Wed, Apr 1, 5:00 AM');
});

test("with CALENDLY_URL strategy sessions are booked there; calls booked here can be moved, and unlock calls stay", async () => {
  const token = await booked();
  useSettings({ CALENDLY_URL: "https://calendly.com/northfield/call" });
  expect(await loadSchedule()).toEqual({ status: 302, location: "https://calendly.com/northfield/call" });
  expect(await loadSchedule("?blueprint=x&start=2026-04-07T15:00:00.000Z")).toMatchObject({ status: 302 });
  const refusedForm = { status: 409, fields: {}, message: "", values: {} } as const;
  const sent = await pageHtml({ ...visitor, refusedForm } as Ctx, "/schedule/strategy-session");
  expect(sent).toMatch(/Nothing was booked here\. <a href="https:\/\/calendly\.com\/northfield\/call"/);
  expect(await loadSchedule(`?move=${token}`)).toMatchObject({ token });
  expect(await loadSchedule("", "blueprint-unlock-call")).toMatchObject({ kind: { slug: "blueprint-unlock-call" } });
  useSettings({ CALENDLY_URL: undefined });
});

test("the scheduler opens the first month with free times, with values from the query or the profile", async () => {
  expect(await loadSchedule()).toMatchObject({
    kind: { slug: "strategy-session" },
    month: "2026-03",
    starts: expect.arrayContaining([Date.parse(tuesdayAtTen)]),
    zone: null,
    prefill: { name: "", email: "" },
    framed: false,
    account: null,
  });
  const dana = await as(ctx, "dana@northfield.example");
  await db.execute(sql`insert into profile (id, auth_user_id, first_name, last_name, work_email)
    values (gen_random_uuid(), ${dana.actor.userId}, 'Dana', 'Reyes', 'dana@northfield.example')`);
  expect(await loadSchedule("", undefined, dana)).toMatchObject({
    prefill: { name: "Dana Reyes", email: "dana@northfield.example" },
  });
  expect(await loadSchedule("?name=Li&timezone=Asia/Tokyo", undefined, dana)).toMatchObject({
    prefill: { name: "Li", email: "dana@northfield.example" },
    zone: "Asia/Tokyo",
  });
});

test("values of the address are cut at whole characters, so that the form is accepted", async () => {
  const query = new URLSearchParams({ name: `${"a".repeat(99)}🚀`, utm_source: `${"b".repeat(199)}🚀` });
  expect(await loadSchedule(`?${query}`)).toMatchObject({
    prefill: { name: "a".repeat(99) },
    tracking: { utm_source: "b".repeat(199) },
  });
});

test("a bookable month is shown as requested; any other is not", async () => {
  expect(await loadSchedule("?month=2026-04")).toMatchObject({ month: "2026-04" });
  for (const month of ["2026-01", "2027-01", "april"])
    expect(await loadSchedule(`?month=${month}`)).toMatchObject({ month: "2026-03" });
});

test("a fully closed month is skipped", async () => {
  await db.execute(sql`insert into date_override (id, host_id, date)
    select gen_random_uuid(), host.id, day::date from host, generate_series('2026-03-01', '2026-03-31', interval '1 day') day`);
  expect(await loadSchedule()).toMatchObject({ month: "2026-04" });
  await db.execute(sql`delete from availability`);
  expect(await loadSchedule()).toMatchObject({ month: "2026-03", starts: [] });
});

test("a frame is recognized by its query and by the browser's fetch headers", async () => {
  expect(await loadSchedule("?embed_domain=gtmarc.example")).toMatchObject({ framed: true });
  expect(await loadSchedule("", undefined, undefined, { "sec-fetch-dest": "iframe" })).toMatchObject({ framed: true });
});

test("an unknown zone in the query is ignored", async () => {
  expect(await loadSchedule("?timezone=Mars/Olympus")).toMatchObject({ zone: null });
});

test("an unknown event type returns 404", async () => {
  expect(await loadSchedule("", "demo")).toEqual({ status: 404 });
});

test("moving opens with the call; an unknown link returns 404, a call that cannot move shows why, another event type redirects to its own page", async () => {
  const token = await booked();
  expect(await loadSchedule(`?move=${token}`)).toMatchObject({
    moving: { start: new Date(tuesdayAtTen), timezone: "Europe/Vienna" },
  });
  expect(await loadSchedule(`?move=${stranger}`)).toEqual({ status: 404 });
  expect(await loadSchedule("?move=")).toEqual({ status: 404 });
  expect(await loadSchedule(`?move=${token}`, "blueprint-unlock-call")).toEqual({
    status: 302,
    location: `/schedule/strategy-session?move=${token}`,
  });
  const during = { ...visitor, now: new Date(tuesdayAtTen) };
  expect(await loadSchedule(`?move=${token}`, undefined, during)).toEqual({
    status: 302,
    location: `/booking/${token}`,
  });
  await cancelCall(visitor, { token });
  expect(await loadSchedule(`?move=${token}`)).toEqual({ status: 302, location: `/booking/${token}` });
});

test("a paid and confirmed call is moved without a word of a price or a confirmation that are still due", async () => {
  const admin = await asAdmin(ctx);
  await offerKickoff(admin);
  const made = await bookCall(visitor, { ...danasCall(), eventType: "kickoff" });
  if (!made.ok) throw new Error(made.reason.kind);
  await changeSettings(admin, "kickoff", { needsConfirmation: true });
  await db.update(eventType).set({ priceCents: 20_000 }).where(eq(eventType.slug, "kickoff"));
  const page = await pageText(visitor, "/schedule/kickoff");
  for (const due of ["$200.00 (USD), paid once", "confirms the call before it counts"]) expect(page).toContain(due);
  const moving = await pageText(visitor, `/schedule/kickoff?move=${tokenOf(made.value.manageUrl)}`);
  expect(moving).toContain("Choose a new time");
  for (const due of ["(USD)", "confirms the call before it counts"]) expect(moving).not.toContain(due);
});

test("a booked call has a page for the holder of its link only", async () => {
  const token = await booked();
  const page = (given: string) => load(bookingPage.loader as Loader, `/booking/${given}`, { token: given });
  expect(await page(token)).toMatchObject({ call: { name: "Dana Reyes", status: "confirmed" } });
  expect(await page(stranger)).toEqual({ status: 404 });
  expect(bookingPage.headers()).toEqual({ "referrer-policy": "same-origin" });
});

test("a moved call says that it was moved, and to which time", async () => {
  const token = await booked();
  const pages = () =>
    Promise.all([
      pageText(visitor, `/booking/${token}`),
      pageText(visitor, `/strategy-session-confirmed?booking=${token}`),
    ]);
  const [before, confirmedBefore] = await pages();
  expect(before).toContain("Your call is booked");
  expect(before).toContain("Times are shown for you and for GTMarc.");
  await db.execute(sql`update booking set timezone = 'America/New_York'`);
  expect(await pageText(visitor, `/booking/${token}`)).not.toContain("Times are shown");
  await db.execute(sql`update booking set timezone = 'Europe/Vienna'`);
  expect(confirmedBefore).toContain("Your strategy session is booked");
  const moved = await moveCall(visitor, { token, start: new Date("2026-03-03T19:00:00.000Z") });
  expect(moved.ok).toBe(true);
  const [after, confirmedAfter] = await pages();
  expect(after).toContain("Your call has a new time");
  expect(after).toContain(
    "It was moved to Tue, Mar 3, 2026, 8:00 PM to 8:45 PM (Europe/Vienna). The new time went to dana@",
  );
  expect(after).not.toContain("Your call is booked");
  expect(confirmedAfter).toContain("Your strategy session has a new time The new time is on its way to");
  await cancelCall(visitor, { token });
  expect(await pageText(visitor, `/booking/${token}`)).toContain("Your call is canceled");
});

test("a canceled call is booked again about the same analysis, from its page and its mail", async () => {
  const dana = await wizardMember(ctx);
  const blueprint = await finishedBlueprint(dana);
  const made = await bookCall(dana, { ...danasCall(), blueprint });
  if (!made.ok) throw new Error(made.reason.kind);
  const token = tokenOf(made.value.manageUrl);
  await cancelCall(visitor, { token });
  const again = `/schedule/strategy-session?blueprint=${blueprint}`;
  const html = await pageHtml(visitor, `/booking/${token}`);
  expect(html).toContain(`href="${again}"`);
  const mails = await db.select({ text: message.text }).from(message);
  expect(mails.filter(({ text }) => text?.includes(again))).toHaveLength(1);
});

test("with nothing in scope no unlock call is offered", async () => {
  const dana = await wizardMember(ctx);
  const blueprint = await draftBlueprint(dana);
  const [process] = exampleFirm.processes;
  const inputs = { processes: [{ ...process!, hours: 1, people: 1 }] };
  await saveDraft(dana, { id: blueprint, version: 2, inputs });
  await completeAnalysis(dana, blueprint);
  const unlockCall = (at: Ctx) => loadSchedule(`?blueprint=${blueprint}`, "blueprint-unlock-call", at);
  expect(await unlockCall(dana)).toMatchObject({ about: { isNotForSale: true, booked: null } });
  expect(await unlockCall(visitor)).toMatchObject({ about: null });
  const html = await pageHtml(dana, `/schedule/blueprint-unlock-call?blueprint=${blueprint}`);
  expect(html).toContain("There is nothing to unlock yet");
  expect(html).not.toContain("free times");
  expect(await pageHtml(dana, `/schedule/strategy-session?blueprint=${blueprint}`)).toContain("free times");
  expect(await loadSchedule(`?blueprint=${blueprint}`, undefined, dana)).toMatchObject({
    about: { isNotForSale: false },
  });
});

test("the calendar file is downloaded with its content type and never cached", async () => {
  const token = await booked();
  const file = (given: string) => load(eventFile.loader as Loader, `/booking/${given}/event.ics`, { token: given });
  const answer = (await file(token)) as Response;
  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect(await answer.text()).toContain("BEGIN:VEVENT");
  expect(await file(stranger)).toEqual({ status: 404 });
});

test("the confirmation shows the call only if its link is valid, and claims no booking otherwise", async () => {
  const token = await booked();
  const page = (query: string) => load(confirmed.loader as Loader, `/strategy-session-confirmed${query}`, {});
  expect(await page(`?booking=${token}`)).toMatchObject({ call: { uid: expect.any(String) }, token });
  expect(await page("")).toMatchObject({
    agenda: { minutes: 45 },
    call: null,
    token: null,
    comesFromScheduler: false,
    contactEmail: "calls@gtmarc.example",
  });
  expect(await page(`?booking=${stranger}`)).toMatchObject({ call: null, comesFromScheduler: false });
  for (const query of ["?booked", "?invitee_uuid=0b9c1e0e"])
    expect(await page(query)).toMatchObject({ call: null, comesFromScheduler: true });
  for (const comesFromScheduler of [false, true])
    expect(confirmed.meta({ loaderData: { call: null, comesFromScheduler } } as never)).toContainEqual({
      title: "Strategy session | GTMarc",
    });
  await cancelCall(visitor, { token });
  expect(await page(`?booking=${token}`)).toEqual({ status: 302, location: `/booking/${token}` });
});
