import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { forgetListeners } from "#app/features/events/events.server.ts";
import { mailBody } from "#app/features/mail/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { newsletterIssue } from "../tables.server.ts";
import { findPublished, listPublished, listPublishedTexts, publishIssue, withdrawIssue } from "./archive.server.ts";

const { db, ctx } = useDatabase();
beforeEach(() => {
  forgetListeners();
  useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" });
});

const anyone = asAnonymous(ctx);

async function sent(changes: Partial<typeof newsletterIssue.$inferInsert> = {}): Promise<string> {
  const [body] = await db.insert(mailBody).values({ html: "", text: "", createdAt: ctx.now }).returning();
  const id = newId();
  await db.insert(newsletterIssue).values({
    id,
    status: "sent",
    subject: "Lead to CRM, drawn",
    preview: "Three hours a week, and what it took.",
    body: "It returned **three hours**. [See it](/automation-grid/S-01) or write to desk@gtmarc.example.",
    mailBody: body!.id,
    startedAt: ctx.now,
    finishedAt: ctx.now,
    createdAt: ctx.now,
    updatedAt: ctx.now,
    ...changes,
  });
  return id;
}

test("a sent issue is public only between its publication and its withdrawal, at one URL", async () => {
  const admin = await asAdmin(ctx);
  const id = await sent();
  expect(await listPublished(anyone)).toEqual([]);
  const slug = "2026-03-lead-to-crm-drawn";
  expect(await publishIssue(admin, id)).toEqual({ ok: true, value: { slug } });
  expect(await publishIssue(later(admin, { hours: 5 }), id)).toEqual({ ok: true, value: { slug } });
  expect(await listPublished(anyone)).toEqual([
    {
      id,
      slug,
      subject: "Lead to CRM, drawn",
      preview: "Three hours a week, and what it took.",
      sentAt: ctx.now,
      publishedAt: ctx.now,
    },
  ]);
  const found = await findPublished(anyone, slug);
  expect(JSON.stringify(found?.text)).toContain('"href":"https://gtmarc.example/automation-grid/S-01"');
  expect(JSON.stringify(found)).not.toMatch(/unsubscribe|utm_/);
  expect(await withdrawIssue(admin, id)).toEqual({ ok: true, value: null });
  expect([await listPublished(anyone), await findPublished(anyone, slug), await listPublishedTexts(anyone, 9)]).toEqual(
    [[], null, []],
  );
  expect(await publishIssue(admin, id)).toEqual({ ok: true, value: { slug } });
});

test("two issues with one subject have different URLs, and the last sent comes first", async () => {
  const admin = await asAdmin(ctx);
  const [first, second] = [await sent(), await sent({ startedAt: later(ctx, { hours: 1 }).now })];
  await publishIssue(admin, second);
  await publishIssue(admin, first);
  expect((await listPublished(anyone)).map(({ id, slug }) => [id, slug])).toEqual([
    [second, "2026-03-lead-to-crm-drawn"],
    [first, "2026-03-lead-to-crm-drawn-2"],
  ]);
  expect((await listPublishedTexts(anyone, 1)).map(({ id }) => id)).toEqual([second]);
});

test.each([
  ["Łódź drawn", "2026-03-lodz-drawn"],
  ["Größe & Müller", "2026-03-grosse-muller"],
  ["Ирина", "2026-03-issue"],
  ["株式会社", "2026-03-issue"],
])("the URL of %s spells Latin letters out: %s", async (subject, slug) => {
  const admin = await asAdmin(ctx);
  expect(await publishIssue(admin, await sent({ subject }))).toEqual({ ok: true, value: { slug } });
});

test("an issue that was published under another spelling keeps its URL", async () => {
  const admin = await asAdmin(ctx);
  const id = await sent({ subject: "Łódź drawn", slug: "2026-03-o-dz-drawn" });
  expect(await publishIssue(admin, id)).toEqual({ ok: true, value: { slug: "2026-03-o-dz-drawn" } });
});

test("issues with one subject that are published at the same moment each get an address", async () => {
  const admin = await asAdmin(ctx);
  const ids = await Promise.all(Array.from({ length: 6 }, () => sent()));
  const published = await Promise.all(ids.map((id) => publishIssue(admin, id)));
  expect(published.every(({ ok }) => ok)).toBe(true);
  expect(new Set((await listPublished(anyone)).map(({ slug }) => slug)).size).toBe(6);
});

test("unsent, unknown and personal issues are not published, and only admins publish", async () => {
  const admin = await asAdmin(ctx);
  const draft = await sent({ status: "draft", mailBody: null });
  expect(await publishIssue(admin, draft)).toEqual({ ok: false, reason: { kind: "not_sent" } });
  expect(await publishIssue(admin, newId())).toEqual({ ok: false, reason: { kind: "not_found" } });
  for (const body of [
    "Ask dana@northfield.example.",
    "[Your call](/booking/Zk3v9QwErTyUiOpAsDfGhJkLzXcVbNm)",
    `[Leave](https://gtmarc.example/unsubscribe/${"a".repeat(32)})`,
    "[Verify](/auth/verify?token=abc)",
    "[Dana](mailto:dana%40northfield.example)",
    "[Your call](/strategy-session-confirmed?booking=Zk3v9QwErTyUiOpAsDfGhJkLzXcVbNm)",
  ]) {
    const id = await sent({ body });
    expect(await publishIssue(admin, id), body).toEqual({ ok: false, reason: { kind: "names_a_person" } });
  }
  const id = await sent();
  for (const who of [
    anyone,
    await as(ctx, "dana@northfield.example"),
    await asAdmin(ctx, "half@gtmarc.example", "aal1"),
  ]) {
    expect(await publishIssue(who, id)).toEqual({ ok: false, reason: { kind: "not_admin" } });
    expect(await withdrawIssue(who, id)).toEqual({ ok: false, reason: { kind: "not_admin" } });
  }
  expect(await listPublished(anyone)).toEqual([]);
});

test("the database itself refuses a public issue that was not sent", async () => {
  const id = await sent();
  await expect(
    db.update(newsletterIssue).set({ publishedAt: ctx.now, slug: null }).where(eq(newsletterIssue.id, id)),
  ).rejects.toThrow();
});
