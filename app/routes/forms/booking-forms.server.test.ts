import { expect, test } from "vitest";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { bookingGuest, busyFeed, host } from "#app/features/booking/tables.server.ts";
import { rateLimit } from "#app/features/security/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { changeSettings, hostNamed, offerKickoff } from "#tests/fixtures/event-type-fixture.ts";
import { invoiceSettings } from "#tests/fixtures/payments.ts";
import { formsOf } from "#tests/fixtures/refused-forms.ts";
import { pageHtml, pageText } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";
import { bookingForms } from "./booking-forms.server.ts";

const { ctx, db } = useDatabase();
const fixture = useBookingFixture(ctx);
const post = callsOf(bookingForms);
const visitor = asAnonymous(ctx);

async function bookedToken() {
  const booked = await bookCall(visitor, danasCall());
  if (!booked.ok) throw new Error(booked.reason.kind);
  return tokenOf(booked.value.manageUrl);
}

async function send(token: string, fields: Record<string, string>, at = visitor) {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await post(at, `/booking/${token}`, new URLSearchParams(fields).toString(), { headers });
  return [answer.status, answer.headers.get("location")];
}

test("without scripts the form cancels the call once and redirects to its page", async () => {
  const token = await bookedToken();
  expect(await send(token, { intent: "cancel", reason: "Ill" })).toEqual([303, `/booking/${token}`]);
  expect(await fixture.bookings()).toMatchObject([{ status: "cancelled", cancellationReason: "Ill" }]);
  const mails = await fixture.mails();
  expect(await send(token, { intent: "cancel", reason: "" })).toEqual([303, `/booking/${token}`]);
  expect(await fixture.mails()).toEqual(mails);
});

test("without scripts the form moves the call; a taken time redirects to the calendar", async () => {
  const token = await bookedToken();
  const start = "2026-03-03T19:00:00.000Z";
  expect(await send(token, { intent: "move", start })).toEqual([303, `/booking/${token}`]);
  const [row] = await fixture.bookings();
  expect(row!.during.start.toISOString()).toBe(start);
  const refused = `/schedule/strategy-session?move=${token}&said=not_offered`;
  for (const [other, kept] of [["2026-03-08T19:00:00.000Z", "&start=2026-03-08T19%3A00%3A00.000Z"], ["soon"], [""]])
    expect(await send(token, { intent: "move", start: other! })).toEqual([303, `${refused}${kept ?? ""}`]);
  expect((await fixture.bookings())[0]!.during).toEqual(row!.during);
});

test("a call that has started, a long reason, an unknown form and too many attempts change nothing and say why", async () => {
  const token = await bookedToken();
  const said = async (fields: Record<string, string>, at = visitor) => (await send(token, fields, at))[1];
  const during = { ...visitor, now: new Date(tuesdayAtTen) };
  expect(await said({ intent: "cancel" }, during)).toBe(`/booking/${token}?said=already_started`);
  expect(await said({ intent: "move", start: "2026-03-03T19:00:00.000Z" }, during)).toBe(
    `/booking/${token}?said=already_started`,
  );
  expect(await said({ intent: "cancel", reason: "x".repeat(501) })).toBe(`/booking/${token}?said=reason_too_long`);
  expect(await said({ intent: "delete" })).toBe(`/booking/${token}?said=unknown`);
  await db.update(rateLimit).set({ points: 1000 });
  expect(await said({ intent: "cancel" })).toBe(`/booking/${token}?said=too_many`);
  expect(await fixture.bookings()).toMatchObject([{ status: "confirmed" }]);
});

test("an unknown link changes nothing", async () => {
  await bookedToken();
  expect(await send("x".repeat(43), { intent: "cancel" })).toEqual([303, `/booking/${"x".repeat(43)}?said=not_found`]);
  expect(await fixture.bookings()).toMatchObject([{ status: "confirmed" }]);
});

test("without scripts the form books a call once and redirects to its page", async () => {
  const plain = formsOf(bookingForms);
  const form = {
    start: tuesdayAtTen,
    timezone: "America/New_York",
    name: "Dana Whitlock",
    email: "dana@northfield.example",
    guests: "sam@northfield.example, ode@northfield.example",
    notes: "",
    attempt: "one",
    utm_source: "letter",
  };
  const booked = await plain(visitor, "/schedule/strategy-session", form);
  expect(booked).toEqual({
    status: 303,
    location: expect.stringMatching(/^\/strategy-session-confirmed\?booking=.{20,}/),
  });
  expect(await plain(visitor, "/schedule/strategy-session", form)).toEqual(booked);
  expect(await fixture.bookings()).toMatchObject([{ status: "confirmed", email: form.email }]);
  expect((await db.select().from(bookingGuest)).map(({ email }) => email).sort()).toEqual([
    "ode@northfield.example",
    "sam@northfield.example",
  ]);
  expect(await plain(visitor, "/schedule/strategy-session", { ...form, attempt: "two" })).toMatchObject({
    status: 409,
    values: { name: "Dana Whitlock" },
    fields: { start: expect.stringContaining("no longer free") },
  });
  await db.insert(busyFeed).values({
    ...{ hostId: (await db.select().from(host))[0]!.id, url: "https://calendar.example/a.ics", createdAt: ctx.now },
  });
  const unread = { ...form, start: "2026-03-03T19:00:00.000Z", attempt: "unread", notes: "Two teams" };
  expect(await plain(visitor, "/schedule/strategy-session", unread)).toMatchObject({
    status: 503,
    code: "calendar_unread",
    message: expect.stringContaining("cannot be read right now"),
    values: unread,
    fields: {},
  });
  await db.delete(busyFeed);
  expect(await plain(visitor, "/schedule/nothing", { ...form, attempt: "three" })).toMatchObject({ status: 404 });
  const later = { ...form, start: "2026-03-03T19:00:00.000Z", attempt: "four" };
  expect(await plain(visitor, "/schedule/blueprint-unlock-call", later)).toEqual({
    status: 303,
    location: expect.stringMatching(/^\/booking\/.{20,}/),
  });
  expect(await fixture.bookings()).toHaveLength(2);
});

test("while one of two hosts cannot be asked, a time that the other lacks is unknown, not taken; nor is a call moved to it", async () => {
  const admin = await asAdmin(ctx);
  const hostIds = [(await db.select().from(host))[0]!.id, await hostNamed(admin, "Mara Lind")];
  await changeSettings(admin, "strategy-session", { hostIds });
  await db.insert(busyFeed).values({ hostId: hostIds[1]!, url: "https://calendar.example/a.ics", createdAt: ctx.now });
  const token = await bookedToken();
  const wanted = () => pageText(visitor, `/schedule/strategy-session?start=${tuesdayAtTen}`);
  expect(await wanted()).toMatch(/do not know whether .* 10:00 AM is free.* calls@gtmarc\.example/);
  expect(await wanted()).not.toContain("no longer free");
  await db.update(busyFeed).set({ readAt: ctx.now });
  await bookCall(visitor, danasCall({ email: "lee@northfield.example" }));
  expect(await wanted()).toContain("10:00 AM is no longer free");
  await db.delete(busyFeed);
  await db
    .insert(busyFeed)
    .values(hostIds.map((hostId) => ({ hostId, url: "https://calendar.example/a.ics", createdAt: ctx.now })));
  const start = "2026-04-03T18:00:00.000Z";
  const calendar = `/schedule/strategy-session?${new URLSearchParams({ move: token, said: "calendar_unread", start })}`;
  expect(await send(token, { intent: "move", start })).toEqual([303, calendar]);
  expect(await pageHtml(visitor, calendar)).toMatch(new RegExp(`<option value="${start}" selected`));
  // A time that is taken by now is not selected.
  expect(await pageHtml(visitor, calendar.replace("calendar_unread", "taken"))).not.toContain(`value="${start}"`);
  expect(await pageText(visitor, calendar)).toMatch(/cannot be read right now.*another time.*calls@gtmarc\.example/);
});

test("the form without scripts keeps the link of its call in a cookie that only the server reads, for an hour", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const sent = (email: string) => {
    const form = { start: tuesdayAtTen, timezone: "America/New_York", name: "Dana", email, notes: "" };
    return post(visitor, "/schedule/strategy-session", new URLSearchParams(form).toString(), { headers });
  };
  const booked = await sent("dana@northfield.example");
  const token = new URL(booked.headers.get("location")!, "https://gtmarc.example").searchParams.get("booking");
  const cookie = booked.headers.get("set-cookie") ?? "";
  expect(cookie).toContain(`gtmarc_booked=${token};`);
  for (const rule of ["Max-Age=3600", "HttpOnly", "SameSite=Lax"]) expect(cookie).toContain(rule);
});

test("with CALENDLY_URL an old form of the strategy session books nothing and gets the link; unlock calls stay", async () => {
  useSettings({ CALENDLY_URL: "https://calendly.com/northfield/call" });
  const plain = formsOf(bookingForms);
  const form = { start: tuesdayAtTen, timezone: "America/New_York", name: "Dana", email: "dana@northfield.example" };
  expect(await plain(visitor, "/schedule/strategy-session", form)).toMatchObject({
    status: 409,
    message: expect.stringContaining("https://calendly.com/northfield/call"),
  });
  expect(await fixture.bookings()).toEqual([]);
  expect(await plain(visitor, "/schedule/blueprint-unlock-call", form)).toMatchObject({ status: 303 });
  useSettings({ CALENDLY_URL: undefined });
});

test("an invalid booking form is shown again with each error at its field, and books nothing", async () => {
  const plain = formsOf(bookingForms);
  expect(
    await plain(visitor, "/schedule/strategy-session", {
      start: "soon",
      timezone: "Nowhere",
      name: "Dana",
      email: "d@e.example",
    }),
  ).toMatchObject({ status: 422, fields: { start: "Please choose a time." } });
  expect(
    await plain(visitor, "/schedule/strategy-session", { start: tuesdayAtTen, name: "", email: "dana", guests: "who" }),
  ).toMatchObject({
    status: 422,
    values: { email: "dana", guests: "who" },
    fields: {
      name: "Please enter your name.",
      email: "Please enter a valid email address.",
      guests: expect.any(String),
    },
  });
  expect(await fixture.bookings()).toEqual([]);
});

test("a price that changed while the form was open is shown and asked again, and nothing is booked", async () => {
  useSettings(invoiceSettings);
  const admin = await asAdmin(ctx);
  await offerKickoff(admin, { priceCents: 15_000, payBy: "invoice" });
  const plain = formsOf(bookingForms);
  const form = { start: tuesdayAtTen, timezone: "America/New_York", name: "Dana", email: "dana@northfield.example" };
  const send = (price: string) => plain(visitor, "/schedule/kickoff", { ...form, price });
  const message = "The price changed to $150.00 (USD). Please check and confirm.";
  for (const shown of ["", "10000"]) expect(await send(shown)).toMatchObject({ status: 409, message });
  expect(await fixture.bookings()).toEqual([]);
  expect(await send("15000")).toMatchObject({ status: 303 });
  await changeSettings(admin, "kickoff", { priceCents: null });
  expect(await send("15000")).toMatchObject({ message: expect.stringContaining("free of charge by now") });
});
