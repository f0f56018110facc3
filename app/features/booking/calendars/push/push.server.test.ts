import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { changeHost } from "#app/features/booking/hosts/hosts.server.ts";
import { followChangedJob } from "#app/features/booking/jobs.server.ts";
import { calendarAccount, calendarChannel, connectedCalendar, host } from "#app/features/booking/tables.server.ts";
import { hourMs, minuteMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import type { Deliver, Sent } from "#tests/fakes/calendar-notifications.ts";
import { type ServiceName, startRestCalendars } from "#tests/fakes/rest-calendars.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { connectAt, useCalendarServices } from "#tests/fixtures/calendar-consent.ts";
import { deliverTo } from "#tests/fixtures/calendar-push.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { chooseCalendars, disconnectCalendars, listConnectedCalendars } from "../accounts.server.ts";
import { followHost } from "../following.server.ts";
import { followChanged } from "../refresh.server.ts";
import { forgetChannels, keepChannels } from "./channels.server.ts";

const { db, ctx, queued } = useDatabase({ jobs: [followChangedJob] });
useBookingFixture(ctx);

describe.each(["google", "microsoft"] as const)("%s", (name: ServiceName) => {
  let server: Awaited<ReturnType<typeof startRestCalendars>>;
  let at: Ctx = ctx;
  const deliver: Deliver = (sent) => deliverTo(() => at)(sent);
  beforeAll(async () => {
    server = await startRestCalendars(name);
    server.logInAs({ sub: "1", email: "dana@firm.example", tid: "11111111-2222-4333-8444-555555555555" });
    server.deliverBy(deliver);
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    server.requests.length = 0;
    server.clear();
    server.reset();
    server.fail("none");
    useCalendarServices(server.origin);
    setTime({});
  });

  function setTime(span: Parameters<typeof later>[1]) {
    at = later(ctx, span);
    server.at(at.now);
  }
  const admin = async () => ({ ...(await asAdmin(ctx, `${newId()}@gtmarc.example`)), now: at.now });
  const connect = async () => {
    const finished = await connectAt(await admin(), name);
    expect(finished?.connected.ok).toBe(true);
  };
  const rows = () => db.select().from(calendarChannel);
  const calendars = () => db.select().from(connectedCalendar);
  const changedCalendars = async () => (await calendars()).filter(({ changedAt }) => changedAt).length;
  const page = async () => {
    const [first] = await db.select().from(host);
    const shown = await listConnectedCalendars({ ...at, actor: (await admin()).actor }, first!.id);
    return shown.ok ? shown.value.flatMap((each) => each.calendars.filter((one) => one.isChecked)) : [];
  };
  const reasons = async () => [...new Set((await page()).map(({ push }) => push))];
  const asked = (what: string) => server.requests.filter((request) => request.includes(what)).length;
  const primary = name === "google" ? "dana@firm.example" : "AAM=";
  const messageOf = () => server.changeMessages(primary)[0]!;
  const reads = () => asked(name === "google" ? "GET /calendars/dana%40firm.example/events" : "AAM%3D/calendarView");
  const opening = name === "google" ? "/watch" : "POST /subscriptions";
  /** Another secret in the same place. */
  const withSecret = (sent: Sent, secret: string): Sent =>
    name === "google"
      ? { ...sent, headers: { ...sent.headers, "x-goog-channel-token": secret.split(".").at(-1)! } }
      : { ...sent, body: sent.body.replace(/"clientState":"[^"]*"/, `"clientState":"${secret}"`) };
  const ignored = name === "google" ? 404 : 202;

  test("a channel per calendar that is read or written, with a secret of which only the hash is stored", async () => {
    await connect();
    await keepChannels(at);
    expect(server.live().map(({ calendar }) => calendar)).toEqual(expect.arrayContaining([primary, "team"]));
    expect(server.live()).toHaveLength(2);
    for (const { secret, address } of server.live()) {
      expect(JSON.stringify(await rows())).not.toContain(secret.split(".").at(-1));
      expect(address).toBe(`https://gtmarc.example/api/webhooks/calendars/${name}`);
    }
    expect(await reasons()).toEqual([null]);
    const opened = asked(opening);
    await keepChannels(at);
    expect(asked(opening)).toBe(opened);
  });

  test("a hundred notifications are one job and one read, which sees what the host changed; reading changes nothing else", async () => {
    await connect();
    await keepChannels(at);
    server.add({ start: "2026-03-03T15:00:00Z", end: "2026-03-03T16:00:00Z" });
    const message = messageOf();
    const statuses = await Promise.all(Array.from({ length: 100 }, () => deliver(message)));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([name === "google" ? 204 : 202]));
    expect(await queued("booking.follow-changed")).toHaveLength(1);
    const before = reads();
    await followChanged(at, followHost);
    expect(reads()).toBe(before + 1);
    expect(await changedCalendars()).toBe(0);
    await followChanged(at, followHost);
    expect(reads()).toBe(before + 1);
    // One during a read leads to another read.
    await deliver(message);
    expect(await changedCalendars()).toBe(1);
  });

  test("a wrong or missing secret, an unknown channel, an expired and an ended one do nothing, alike, and nothing is logged", async () => {
    const said = (["debug", "info", "warn", "error"] as const).map((level) => vi.spyOn(log, level));
    await connect();
    await keepChannels(at);
    const message = messageOf();
    const [channel] = server.live().filter(({ calendar }) => calendar === primary);
    const id = (await rows()).find((row) => row.ref === channel!.ref && row.calendarId)!.id;
    const other = server.live().find(({ calendar }) => calendar !== primary)!.secret;
    const wrong = [`${id}.`, `${id}.${"x".repeat(43)}`, `${id}.${other.split(".").at(-1)}`, "", "x".repeat(4000)];
    const refused = [];
    for (const secret of wrong) refused.push(await deliver(withSecret(message, secret)));
    const foreign = "01900000-0000-7000-8000-000000000000";
    refused.push(
      await deliver(
        name === "google"
          ? { ...message, headers: { ...message.headers, "x-goog-channel-id": foreign } }
          : withSecret(message, `${foreign}.${channel!.secret.split(".")[1]}`),
      ),
      await deliver({ ...message, headers: { "content-type": "application/json" }, body: "{" }),
    );
    setTime({ days: 8 });
    refused.push(await deliver(message));
    setTime({});
    server.drop();
    await db.delete(calendarChannel);
    refused.push(await deliver(message));
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => ignored));
    expect(new Set(refused.map(({ text }) => text)).size).toBe(1);
    expect(await changedCalendars()).toBe(0);
    expect(await queued("booking.follow-changed")).toEqual([]);
    expect(said.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  test("a notification that arrives before the response of the service counts", async () => {
    await connect();
    let early: Awaited<ReturnType<Deliver>> | undefined;
    server.holdResponses(async () => {
      const [message] = server.changeMessages(primary);
      if (message) early = await deliver(message);
    });
    await keepChannels(at);
    expect(early?.status).toBe(name === "google" ? 204 : 202);
    expect(await changedCalendars()).toBe(1);
  });

  test("before it expires a channel is renewed, without a time in which none is open", async () => {
    await connect();
    await keepChannels(at);
    const before = server.live();
    const [first] = await rows();
    setTime({ days: name === "google" ? 5 : 1 });
    await keepChannels(at);
    expect(server.live()).toEqual(before);
    setTime({ hours: name === "google" ? 6 * 24 + 1 : 47 });
    let openAtOnce = 0;
    server.holdResponses(async () => {
      openAtOnce = Math.max(openAtOnce, server.live().length);
    });
    await keepChannels(at);
    expect(server.live()).toHaveLength(2);
    for (const { expiresAt } of server.live()) expect(expiresAt).toBeGreaterThan(first!.expiresAt.getTime());
    expect((await rows()).map(({ ref }) => ref).toSorted()).toEqual(
      server
        .live()
        .map(({ ref }) => ref)
        .toSorted(),
    );
    if (name === "google") {
      expect(openAtOnce).toBeGreaterThan(2);
      expect(server.live().map(({ id }) => id)).not.toContain(before[0]!.id);
      expect(asked("/channels/stop")).toBe(2);
    } else expect(server.live().map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect((await deliver(messageOf())).status).toBe(name === "google" ? 204 : 202);
  });

  test("a channel that the service grants for an hour is renewed within that hour, and an expired one is replaced", async () => {
    server.failChannels("shorter");
    await connect();
    await keepChannels(at);
    const [first] = await rows();
    expect(first!.renewAt.getTime() - at.now.getTime()).toBeLessThan(45 * minuteMs);
    expect(first!.expiresAt.getTime()).toBeLessThanOrEqual(at.now.getTime() + hourMs);
    setTime({ days: 9 });
    server.failChannels("none");
    await keepChannels(at);
    expect(await rows()).toHaveLength(2);
    expect(server.live()).toHaveLength(2);
  });

  test("two processes open one channel of each calendar, and so does a reconnect", async () => {
    await connect();
    await Promise.all([keepChannels(at), keepChannels({ ...at }), keepChannels({ ...at })]);
    expect(server.live()).toHaveLength(2);
    await connect();
    await Promise.all([keepChannels(at), keepChannels({ ...at })]);
    expect(server.live()).toHaveLength(2);
    expect(await rows()).toHaveLength(2);
  });

  test("a process that ended before it recorded a channel leaves none that counts, and another one opens it", async () => {
    await connect();
    await keepChannels(at);
    await db.update(calendarChannel).set({ ref: null });
    await db.update(connectedCalendar).set({ channelAt: new Date(at.now.getTime() + 2 * minuteMs) });
    const opened = asked(opening);
    await keepChannels(at);
    expect(asked(opening)).toBe(opened);
    setTime({ seconds: 180 });
    await keepChannels(at);
    expect(asked(opening)).toBe(opened + 2);
    expect((await rows()).filter(({ ref }) => ref)).toHaveLength(2);
  });

  test("disconnecting, also while a channel is opened or renewed, ends the channels at the service", async () => {
    await connect();
    await keepChannels(at);
    const disconnect = async () => {
      for (const { id } of await db.select().from(calendarAccount))
        await disconnectCalendars(await admin(), { accountId: id });
    };
    const message = messageOf();
    await disconnect();
    expect(server.live()).toEqual([]);
    expect(await rows()).toEqual([]);
    expect((await deliver(message)).status).toBe(ignored);
    await connect();
    let isOver = false;
    server.holdResponses(async () => {
      if (isOver) return;
      isOver = true;
      await disconnect();
    });
    await keepChannels(at);
    expect(isOver).toBe(true);
    expect(server.live()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  test("a calendar that is no longer chosen, a host who takes no calls, and a site without an address keep no channel", async () => {
    await connect();
    await keepChannels(at);
    const target = (await calendars()).find(({ isTarget }) => isTarget)!;
    const [by] = await db.select().from(host);
    const rules = { calendarDown: "busy", calendarDeletion: "ask" } as const;
    const choice = { hostId: by!.id, version: by!.version, checked: [], target: target.id, ...rules };
    expect((await chooseCalendars(await admin(), choice)).ok).toBe(true);
    await keepChannels(at);
    expect(server.live().map(({ calendar }) => calendar)).toEqual([primary]);
    const [now] = await db.select().from(host);
    const { id: hostId, version, name: hostName, email, timezone, observesHolidays, busyUntilRead } = now!;
    const settings = { name: hostName, email, timezone, meetingUrl: null, observesHolidays, busyUntilRead };
    const change = (active: boolean, seen: number) =>
      admin().then((who) => changeHost(who, { ...settings, hostId, version: seen, active }));
    expect((await change(false, version)).ok).toBe(true);
    await keepChannels(at);
    expect(server.live()).toEqual([]);
    expect((await change(true, version + 1)).ok).toBe(true);
    await keepChannels(at);
    expect(server.live()).toHaveLength(1);
    const message = messageOf();
    useSettings({ SITE_URL: "http://localhost:3000" });
    await keepChannels(at);
    expect(await rows()).toEqual([]);
    expect((await deliver(message)).status).toBe(ignored);
  });

  test.each(["http://localhost:3000", "https://copy.gtmarc.example"])(
    "a copy of the site at %s ends, renews and replaces no channel of the original, also when it disconnects the account",
    async (copy) => {
      await connect();
      await keepChannels(at);
      const original = server.live();
      useSettings({ SITE_URL: copy });
      const before = asked("/channels/stop") + asked("/subscriptions/");
      const [account] = await db.select().from(calendarAccount);
      if (copy.startsWith("http:")) await disconnectCalendars(await admin(), { accountId: account!.id });
      setTime({ hours: name === "google" ? 6 * 24 + 1 : 47 });
      await keepChannels(at);
      expect(server.live()).toEqual(expect.arrayContaining(original));
      expect(asked("/channels/stop") + asked("/subscriptions/")).toBe(before);
    },
  );

  test("a restored backup knows no channels: it opens its own and leaves those of the original alone", async () => {
    await connect();
    await keepChannels(at);
    const original = server.live();
    await forgetChannels(db);
    setTime({ hours: name === "google" ? 6 * 24 + 1 : 47 });
    await keepChannels(at);
    expect(server.live()).toHaveLength(4);
    expect(server.live()).toEqual(expect.arrayContaining(original));
    expect(await reasons()).toEqual([null]);
  });

  test.each([
    "http://gtmarc.example",
    "https://localhost:3000",
    "https://192.0.2.7",
    "https://[2001:db8::1]",
    "https://box.local",
  ])("no channel is asked for at %s, and the page says why", async (siteUrl) => {
    useCalendarServices(server.origin, siteUrl);
    await connect();
    await keepChannels(at);
    expect(asked(opening)).toBe(0);
    expect(await reasons()).toEqual(["no_address"]);
  });

  test.each([
    ["unverified", "address_refused", 30],
    ["unsupported", "not_supported", 30],
    ["wait", "asked_to_wait", name === "google" ? 30 : 60],
  ] as const)(
    "a service that answers “%s” is polled, the page says why, and it is asked again later",
    async (fault, reason, minutes) => {
      server.failChannels(fault);
      await connect();
      await keepChannels(at);
      expect(await rows()).toEqual([]);
      expect(await reasons()).toEqual([reason]);
      const before = asked(opening);
      setTime({ seconds: (minutes - 1) * 60 });
      await keepChannels(at);
      expect(asked(opening)).toBe(before);
      server.failChannels("none");
      setTime({ seconds: minutes * 60 });
      await keepChannels(at);
      expect(await reasons()).toEqual([null]);
    },
  );

  test("an account that is connected again is asked for channels at once", async () => {
    server.failChannels("unsupported");
    await connect();
    await keepChannels(at);
    expect(await reasons()).toEqual(["not_supported"]);
    server.failChannels("none");
    await connect();
    await keepChannels(at);
    expect(await reasons()).toEqual([null]);
  });

  test("after a change of the site's host name only channels to the new one count", async () => {
    await connect();
    await keepChannels(at);
    const former = messageOf();
    useSettings({ SITE_URL: "https://calls.gtmarc.example" });
    await keepChannels(at);
    expect((await rows()).map(({ site }) => site)).toEqual(Array(2).fill("https://calls.gtmarc.example"));
    expect(server.live().filter(({ address }) => address.startsWith("https://calls.gtmarc.example/"))).toHaveLength(2);
    expect((await deliver(former)).status).toBe(ignored);
  });
});
