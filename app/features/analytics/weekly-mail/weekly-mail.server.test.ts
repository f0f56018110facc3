import { beforeEach, expect, test } from "vitest";
import { renderMail } from "#app/features/mail/frame/rendering.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { newClient } from "#tests/fixtures/new-client.ts";
import { storeHits, termId } from "#tests/fixtures/stored-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { channels } from "../collecting/sources/channels.ts";
import { weeklyVisitsMail } from "../emails/weekly-visits.tsx";
import { exportPersonalData, forgetPerson } from "../personal-data.server.ts";
import { hitKinds } from "../storage/hit-kinds.ts";
import { createPartitions } from "../storage/partitions.server.ts";
import { analyticsSession } from "../tables.server.ts";
import { deriveSessions } from "../visits/visits.server.ts";
import {
  findWeeklyReader,
  getsWeeklyMail,
  pastWeeks,
  readWeek,
  sendWeeklyMails,
  setWeeklyMail,
  unsubscribeWeeklyMail,
} from "./weekly-mail.server.ts";

const { db, ctx } = useDatabase();
const firmZone = "America/New_York";
/** `ctx.now` is Monday, March 2, 10:00 in New York; this is 08:00 on the next Monday, in daylight saving time. */
const nextMonday = { ...ctx, now: new Date("2026-03-09T12:00:00Z") };
let admin: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "hello@gtmarc.example" });
  await createPartitions(ctx, new Date("2026-02-01"), new Date("2026-04-01"));
  admin = await asAdmin(ctx);
});

const subscribe = async (who = admin) => value(await setWeeklyMail(who, { isWanted: true, firmZone }));
const send = (at: typeof ctx) =>
  sendWeeklyMails(at, { admins: [{ userId: admin.actor.userId, email: admin.actor.email }], firmZone });
const mails = () => db.select().from(message);

async function visit(at: string, count: number, source: string | null = null) {
  const sourceId = source ? await termId(db, source) : null;
  const pageId = await termId(db, "/");
  const sessions = await db
    .insert(analyticsSession)
    .values(
      Array.from({ length: count }, () => ({
        ...{
          key: crypto.randomUUID(),
          client: newClient(),
          firstAt: new Date(at),
          device: 1,
          channel: channels.referral,
          sourceId,
        },
      })),
    )
    .returning({ id: analyticsSession.id });
  await storeHits(
    db,
    sessions.map(({ id }) => ({ sessionId: id, at: new Date(at), kind: hitKinds.page_view, pageId })),
  );
  await deriveSessions(
    ctx,
    sessions.map(({ id }) => id),
  );
}

test("weeks end on Sunday in the firm's time zone, and mails are due on Monday at eight", () => {
  const at = (instant: string) => pastWeeks(new Date(instant), firmZone);
  expect(at("2026-03-09T11:59:00Z")).toMatchObject({
    week: { from: "2026-03-02", to: "2026-03-08" },
    before: { from: "2026-02-23", to: "2026-03-01" },
    monday: "2026-03-09",
    isDue: false,
  });
  expect(at("2026-03-09T12:00:00Z").isDue).toBe(true);
  // Still Sunday in New York.
  expect(at("2026-03-09T03:59:00Z")).toMatchObject({ monday: "2026-03-02", isDue: true });
});

test("each admin gets one mail per week, even after restarts and from concurrent runs", async () => {
  await subscribe();
  expect(await send(ctx)).toBe(0);
  expect(await send({ ...ctx, now: new Date("2026-03-09T11:59:00Z") })).toBe(0);
  const sent = await Promise.all([send(nextMonday), send(nextMonday), send(nextMonday)]);
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await send(later(nextMonday, { days: 6 }))).toBe(0);
  expect(await send(later(nextMonday, { days: 9 }))).toBe(1);
  expect(await mails()).toMatchObject([
    { kind: "weekly-visits", toAddress: admin.actor.email, list: null },
    { kind: "weekly-visits" },
  ]);
});

test("nothing is sent to admins who did not ask for it or are no longer admins", async () => {
  expect(await send(nextMonday)).toBe(0);
  await subscribe();
  expect(await sendWeeklyMails(nextMonday, { admins: [], firmZone })).toBe(0);
  value(await setWeeklyMail(admin, { isWanted: false, firmZone }));
  expect(await send(nextMonday)).toBe(0);
  expect(await mails()).toEqual([]);
});

test("the mail has both weeks, the main change, pages and sources", async () => {
  await visit("2026-02-25T15:00:00Z", 40, "google");
  await visit("2026-03-04T15:00:00Z", 42, "google");
  await visit("2026-03-05T15:00:00Z", 30, "news.example");
  const { week, before } = pastWeeks(nextMonday.now, firmZone);
  const report = await readWeek(ctx, week, before);
  expect(report).toMatchObject({
    ...{ totals: { visits: 72 }, before: { visits: 40 } },
    change: "Visits rose from 40 to 72 (+80%), mainly visits from news.example (+30).",
    pages: [{ path: "/", views: 72 }],
    sources: [
      { name: "google.com", visits: 42 },
      { name: "news.example", visits: 30 },
    ],
  });
  const mail = weeklyVisitsMail({ to: "mara@gtmarc.example", report, unsubscribeHref: "https://gtmarc.example/x" });
  expect(mail.subject).toBe("72 visits, Mar 2 to Mar 8 (+80%)");
  const { text } = renderMail(mail.body);
  expect(text).toContain(report.change);
});

test("the mail says so if a week is empty or is the first", async () => {
  const { week, before } = pastWeeks(nextMonday.now, firmZone);
  const textOf = async () =>
    renderMail(
      weeklyVisitsMail({
        to: "a@b.example",
        report: await readWeek(ctx, week, before),
        unsubscribeHref: "https://gtmarc.example/x",
      }).body,
    ).text;
  expect(await textOf()).toContain("No visits were counted last week.");
  await visit("2026-03-04T15:00:00Z", 3);
  expect(await textOf()).toContain("nothing to compare with yet");
});

test("the link in the mail unsubscribes without a session; other links do nothing", async () => {
  await subscribe();
  await send(nextMonday);
  const [mail] = await mails();
  const token = /unsubscribe\/(weekly\.[\w.-]+)/.exec(mail!.text)![1]!;
  expect(await findWeeklyReader(ctx, token)).toEqual({ ok: true, value: { isWanted: true } });
  for (const wrong of [`${token}0`, token.slice(0, -1), "weekly.x.y", "weekly.", token.replace(/\.[0-9a-f]+$/, "")]) {
    expect(await unsubscribeWeeklyMail(ctx, wrong)).toMatchObject({ reason: { kind: "not_found" } });
    expect(await findWeeklyReader(ctx, wrong)).toMatchObject({ reason: { kind: "not_found" } });
  }
  expect(await getsWeeklyMail(admin)).toBe(true);
  value(await unsubscribeWeeklyMail(ctx, token));
  value(await unsubscribeWeeklyMail(ctx, token));
  expect(await getsWeeklyMail(admin)).toBe(false);
  expect(await findWeeklyReader(ctx, token)).toEqual({ ok: true, value: { isWanted: false } });
});

test("only admins can switch it on; deleting the person ends it", async () => {
  const user = await as(ctx, "dana@northfield.example");
  expect(await setWeeklyMail(user, { isWanted: true, firmZone })).toMatchObject({ reason: { kind: "not_admin" } });
  expect(await setWeeklyMail(ctx, { isWanted: true, firmZone })).toMatchObject({ reason: { kind: "not_admin" } });
  await subscribe();
  const person = { userId: admin.actor.userId, email: admin.actor.email };
  expect((await exportPersonalData(ctx, person)).weekly_mail).toEqual([{ since: ctx.now }]);
  await forgetPerson(ctx, person);
  expect(await getsWeeklyMail(admin)).toBe(false);
});
