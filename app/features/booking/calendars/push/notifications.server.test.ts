import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { calendarChannel, connectedCalendar, host } from "#app/features/booking/tables.server.ts";
import { startRestCalendars } from "#tests/fakes/rest-calendars.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { connectAt, useCalendarServices } from "#tests/fixtures/calendar-consent.ts";
import { deliverTo } from "#tests/fixtures/calendar-push.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { listConnectedCalendars } from "../accounts.server.ts";
import { keepChannels } from "./channels.server.ts";

const { db, ctx } = useDatabase();
useBookingFixture(ctx);

describe("Google", () => {
  let server: Awaited<ReturnType<typeof startRestCalendars>>;
  beforeAll(async () => {
    server = await startRestCalendars("google");
    server.logInAs({ sub: "1", email: "dana@firm.example" });
    server.at(testNow);
    server.deliverBy(deliverTo(() => ctx));
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    server.reset();
    useCalendarServices(server.origin);
  });

  test("until its first message the page does not promise that changes arrive at once; that message leads to no read", async () => {
    server.failChannels("late");
    const by = await asAdmin(ctx);
    await connectAt(by, "google");
    await keepChannels(ctx);
    const [first] = await db.select().from(host);
    const reasons = async () => {
      const shown = await listConnectedCalendars(by, first!.id);
      return shown.ok
        ? shown.value.flatMap((each) => each.calendars.filter((one) => one.isTarget)).map(({ push }) => push)
        : [];
    };
    expect(await reasons()).toEqual(["not_heard"]);
    const [message] = server.changeMessages("dana@firm.example");
    const greeting = { ...message!, headers: { ...message!.headers, "x-goog-resource-state": "sync" } };
    expect((await deliverTo(() => ctx)(greeting)).status).toBe(204);
    expect(await reasons()).toEqual([null]);
    expect((await db.select().from(connectedCalendar)).filter(({ changedAt }) => changedAt)).toEqual([]);
  });
});

describe("Microsoft", () => {
  let server: Awaited<ReturnType<typeof startRestCalendars>>;
  const deliver = deliverTo(() => ctx);
  beforeAll(async () => {
    server = await startRestCalendars("microsoft");
    server.logInAs({ sub: "1", email: "dana@firm.example", tid: "11111111-2222-4333-8444-555555555555" });
    server.at(testNow);
    server.deliverBy(deliver);
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    server.reset();
    useCalendarServices(server.origin);
  });

  test("the address repeats a validation token as plain text, and refuses one that is too long", async () => {
    const url = "https://gtmarc.example/api/webhooks/calendars/microsoft?validationToken=";
    const ask = (token: string) => deliver({ url: url + token, headers: { "content-type": "text/plain" }, body: "" });
    const token = "Validation: Testing client application <b>reachability</b>";
    const answer = { status: 200, text: token, contentType: expect.stringMatching(/^text\/plain/) };
    expect(await ask(encodeURIComponent(token))).toEqual(answer);
    expect(await ask(encodeURIComponent(token).replaceAll("%20", "+"))).toEqual(answer);
    expect((await ask("x".repeat(1001))).status).toBe(422);
  });

  test("the events of a subscription's life renew it, replace one that was removed, and have the calendar read", async () => {
    await connectAt(await asAdmin(ctx), "microsoft");
    await keepChannels(ctx);
    const due = async () =>
      (await db.select().from(calendarChannel)).filter(({ renewAt }) => renewAt <= ctx.now).length;
    const [channel] = server.live();
    const send = (event: string) => deliver(server.lifecycleMessage(channel!, event));
    expect((await send("missed")).status).toBe(202);
    expect(await due()).toBe(0);
    expect((await db.select().from(connectedCalendar)).filter(({ changedAt }) => changedAt)).toHaveLength(1);
    await send("reauthorizationRequired");
    expect(await due()).toBe(1);
    const patches = () => server.requests.filter((request) => request.startsWith("PATCH /subscriptions/")).length;
    const before = patches();
    await keepChannels(ctx);
    expect(patches()).toBe(before + 1);
    expect(server.live()).toHaveLength(2);
    const kept = server.live()[1]!;
    server.drop();
    await send("subscriptionRemoved");
    await keepChannels(ctx);
    expect(server.live().map(({ calendar }) => calendar)).toEqual([channel!.calendar]);
    expect(kept.ref).not.toBe(server.live()[0]!.ref);
    // A false report of a removal renews what is there.
    const [now] = server.live();
    await deliver(server.lifecycleMessage(now!, "subscriptionRemoved"));
    await keepChannels(ctx);
    expect(server.live()).toEqual([now]);
  });

  test("many notifications in one body are one mark each; damaged ones beside them are ignored", async () => {
    await connectAt(await asAdmin(ctx), "microsoft");
    await keepChannels(ctx);
    const [one, two] = server.changeMessages().map(({ body }) => JSON.parse(body).value[0]);
    const value = [null, 7, { clientState: 7 }, one, one, { clientState: "a.b.c" }, two, one];
    const { url, headers } = server.changeMessages()[0]!;
    expect((await deliver({ url, headers, body: JSON.stringify({ value }) })).status).toBe(202);
    expect((await db.select().from(connectedCalendar)).filter(({ changedAt }) => changedAt)).toHaveLength(2);
    const [row] = await db.select().from(calendarChannel);
    expect(row!.heardAt).toEqual(ctx.now);
  });
});
