import { beforeEach, expect, test } from "vitest";
import { sectionComment, sectionThread } from "#app/features/full-blueprint/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { publishedBlueprint } from "#tests/fixtures/published-blueprint.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { apiEndpoints } from "../api/api.server.ts";
import { commentForms } from "./comment-forms.server.ts";

const { db, ctx } = useDatabase();
const forms = callsOf(commentForms);
const calls = callsOf(apiEndpoints as never);
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example" }));

const headers = { "content-type": "application/x-www-form-urlencoded" };
const post = (who: Ctx, path: string, fields: Record<string, string>) =>
  forms(who, path, new URLSearchParams(fields).toString(), { headers });
const comment = { intent: "comment", sectionId: "leads-1", text: "Which form?" };

test("without scripts a client asks, an admin replies, and both are redirected to the thread", async () => {
  const { dana, admin, blueprintId } = await publishedBlueprint(ctx);
  const [own, adminSide] = [`/blueprint/${blueprintId}/full`, `/admin/blueprint/${blueprintId}`];
  const asked = await post(dana, own, comment);
  expect([asked.status, asked.headers.get("location")]).toEqual([303, `${own}#comments-leads-1`]);
  const replied = await post(admin, adminSide, { ...comment, text: "The first." });
  expect([replied.status, replied.headers.get("location")]).toEqual([303, `${adminSide}#comments-leads-1`]);
  const rows = await db.select().from(sectionComment).orderBy(sectionComment.id);
  expect(rows.map(({ side, body }) => [side, body])).toEqual([
    ["client", "Which form?"],
    ["architect", "The first."],
  ]);
  const seen = rows[1]!.id;
  expect(await post(dana, own, { intent: "mark", sectionId: "leads-1", open: "yes", seen })).toMatchObject({
    status: 303,
  });
  expect((await db.select().from(sectionThread))[0]?.openSince).not.toBeNull();
  expect(await post(admin, adminSide, { intent: "delete-comment", sectionId: "leads-1", comment: seen })).toMatchObject(
    {
      status: 303,
    },
  );
  expect(await db.$count(sectionComment)).toBe(1);
});

test("a refused form shows the reason and keeps the text, escaped", async () => {
  const { dana, blueprintId } = await publishedBlueprint(ctx);
  const own = `/blueprint/${blueprintId}/full`;
  const text = `<script>alert("1")</script> & more ${"x".repeat(2000)}`;
  const refused = await post(dana, own, { ...comment, text });
  expect(refused.status).toBe(422);
  expect(refused.headers.get("cache-control")).toBe("private, no-store");
  expect(refused.body).toContain("Use at most 2,000 characters.");
  expect(refused.body).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more xxx");
  expect(refused.body).not.toContain("<script");
  const ended = await post(asAnonymous(ctx), own, comment);
  expect(ended.status).toBe(401);
  expect(ended.body).toContain("Your session has ended.");
  expect(ended.body).toContain("Which form?");
  const unseen = await post(dana, own, { intent: "mark", sectionId: "leads-1", open: "no", seen: "x" });
  expect([unseen.status, String(unseen.body).includes("<textarea")]).toEqual([422, false]);
  expect((await post(dana, own, { intent: "publish" })).status).toBe(400);
  expect(await db.$count(sectionComment)).toBe(0);
});

test("forms of other users, of admins at aal1 and for unknown blueprints change nothing", async () => {
  const { dana, blueprintId } = await publishedBlueprint(ctx);
  const eve = await as(ctx, "eve@elsewhere.example");
  const half = await asAdmin(ctx, "half@gtmarc.example", "aal1");
  const [own, adminSide] = [`/blueprint/${blueprintId}/full`, `/admin/blueprint/${blueprintId}`];
  expect((await post(eve, own, comment)).status).toBe(404);
  expect((await post(dana, "/blueprint/made-up/full", comment)).status).toBe(404);
  for (const who of [dana, eve, half, asAnonymous(ctx)]) expect((await post(who, adminSide, comment)).status).toBe(401);
  expect(await db.$count(sectionComment)).toBe(0);
});

test("the endpoints refuse with field errors, a conflict and a rate limit", async () => {
  const { dana, admin, blueprintId } = await publishedBlueprint(ctx);
  const own = `/api/blueprints/${blueprintId}/full`;
  const adminSide = `/api/admin/blueprints/${blueprintId}`;
  const message = "Please remove the control characters: a comment is plain text.";
  for (const text of ["a\u0000b", "a\u001bb"])
    expect(await calls(dana, `${own}/comments`, { sectionId: "leads-1", text })).toMatchObject({
      status: 422,
      body: { error: { code: "invalid_input", fields: { text: message } } },
    });
  const asked = await calls(dana, `${own}/comments`, { sectionId: "leads-1", text: "Why?" });
  expect(asked.status).toBe(201);
  const { id: seen } = asked.body as { id: string };
  const replied = await calls(admin, `${adminSide}/comments`, { sectionId: "leads-1", text: "So." });
  expect(replied.status).toBe(201);
  const state = { open: true, seen };
  expect(await calls(dana, `${own}/threads/leads-1`, state, { method: "PUT" })).toMatchObject({
    status: 409,
    body: { error: { code: "stale" } },
  });
  expect(await calls(dana, `${own}/comments/${seen}`, undefined, { method: "DELETE" })).toMatchObject({
    status: 409,
    body: { error: { code: "too_late" } },
  });
  const { id: reply } = replied.body as { id: string };
  expect((await calls(admin, `${adminSide}/comments/${reply}`, undefined, { method: "DELETE" })).status).toBe(204);
  expect((await calls(dana, `${own}/threads/leads-1`, { open: false, seen }, { method: "PUT" })).status).toBe(204);
  for (let at = 1; at < 60; at += 1) await calls(dana, `${own}/comments`, { sectionId: "leads-1", text: "Again." });
  const limited = await calls(dana, `${own}/comments`, { sectionId: "leads-1", text: "Too often." });
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "3600"]);
});
