import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { user } from "#app/features/accounts/tables.server.ts";
import { forgetListeners } from "#app/features/events/events.server.ts";
import { event } from "#app/features/events/tables.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { limitRules } from "#app/features/security/requests/limits.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import * as wizard from "#app/features/wizard/personal-data.server.ts";
import { deleteBlueprint } from "#app/features/wizard/wizard.server.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { finishedBlueprint } from "#tests/fixtures/finished-blueprint.ts";
import { drawnSections, publishedBlueprint } from "#tests/fixtures/published-blueprint.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { assignArchitect, publishDrawings, saveDrawings } from "../drawing/architect.server.ts";
import { exportPersonalData } from "../personal-data.server.ts";
import { sectionComment, sectionThread, unlock } from "../tables.server.ts";
import { listOpenQuestions } from "../today.server.ts";
import { mailComments } from "./comment-mails.server.ts";
import {
  commentOnSection,
  deleteComment,
  deleteReply,
  listOwnThreads,
  listThreads,
  markThread,
  markThreadByAdmin,
  replyToSection,
} from "./comments.server.ts";
import { CommentText, NewComment } from "./comments.ts";

const { db, ctx } = useDatabase();
beforeEach(() => {
  forgetListeners();
  useSettings({ SECRET: "s".repeat(32), SITE_URL: "https://gtmarc.example" });
});

const missing = { ok: false, reason: { kind: "not_found" } };
const question = "Which form does this mean?";

async function asked() {
  const site = await publishedBlueprint(ctx);
  const thread = { blueprintId: site.blueprintId, sectionId: "leads-1" };
  const { id: seen } = value(await commentOnSection(site.dana, { ...thread, text: question }));
  await db.delete(message);
  return { ...site, thread, seen };
}
const mails = () =>
  db
    .select({ kind: message.kind, to: message.toAddress, subject: message.subject, text: message.text })
    .from(message)
    .orderBy(message.id);
const inTenMinutes = <C extends Ctx>(who: C) => later(who, { seconds: 600 });

test("a comment is 1 to 2,000 characters of plain text; others are refused with a message", () => {
  const messageFor = (text: unknown) => CommentText.safeParse(text).error?.issues[0]?.message;
  expect(CommentText.parse("  Why?\r\n\r\nSince when?\t")).toBe("Why?\n\nSince when?");
  expect(messageFor("x".repeat(2000))).toBeUndefined();
  expect(messageFor("x".repeat(2001))).toBe("Use at most 2,000 characters.");
  for (const empty of ["", " \n\t ", undefined, 7]) expect(messageFor(empty)).toBe("Write a comment first.");
  for (const control of ["a\u0000b", "a\u0007b", "a\u001bb", "a\u0085b"])
    expect(messageFor(control)).toBe("Please remove the control characters: a comment is plain text.");
  expect(messageFor("a\ud800b")).toBe("Please remove the characters that cannot be read.");
  expect(NewComment.safeParse({ sectionId: "../x", text: "Why?" }).success).toBe(false);
});

test("a question opens a thread, a reply closes it, and the next comment reopens it", async () => {
  const { dana, admin, thread, blueprintId } = await asked();
  expect(await listOwnThreads(dana, blueprintId)).toMatchObject([
    {
      sectionId: "leads-1",
      title: "Leads",
      isOpen: true,
      comments: [{ author: "You", text: question, canDelete: true }],
    },
  ]);
  value(await replyToSection(later(admin, { seconds: 5 }), { ...thread, text: "The first one." }));
  expect(await listThreads(admin, blueprintId)).toMatchObject({
    value: [
      {
        isOpen: false,
        comments: [
          { side: "client", author: "dana", canDelete: false },
          { side: "architect", author: "You", canDelete: true },
        ],
      },
    ],
  });
  value(await commentOnSection(later(dana, { seconds: 9 }), { ...thread, text: "Thanks. And the second?" }));
  expect(await listOwnThreads(dana, blueprintId)).toMatchObject([
    { isOpen: true, comments: [{ author: "You" }, { author: "GTMarc" }, { author: "You" }] },
  ]);
});

test("only the owner and admins can read and write; others' blueprints and locked or deleted ones are not found", async () => {
  const { dana, admin, thread, blueprintId, seen } = await asked();
  const eve = await as(ctx, "eve@elsewhere.example");
  const half = await asAdmin(ctx, "half@gtmarc.example", "aal1");
  for (const who of [eve, half, admin]) {
    expect(await commentOnSection(who, { ...thread, text: "Mine?" })).toEqual(missing);
    expect(await deleteComment(who, { blueprintId, commentId: seen })).toEqual(missing);
    expect(await markThread(who, { ...thread, open: false, seen })).toEqual(missing);
    expect(await listOwnThreads(who, blueprintId)).toEqual([]);
  }
  for (const who of [eve, half, dana]) {
    const refused = { ok: false, reason: { kind: "not_admin" } };
    expect(await replyToSection(who, { ...thread, text: "Mine?" })).toEqual(refused);
    expect(await deleteReply(who, { blueprintId, commentId: seen })).toEqual(refused);
    expect(await markThreadByAdmin(who, { ...thread, open: false, seen })).toEqual(refused);
    expect(await listThreads(who, blueprintId)).toEqual(refused);
    expect(await listOpenQuestions(who, 6)).toEqual(refused);
  }
  const locked = await finishedBlueprint(dana, "Locked");
  for (const id of [locked, newId(), "nonsense"]) {
    expect(await commentOnSection(dana, { ...thread, blueprintId: id, text: "Why?" })).toEqual(missing);
    expect(await replyToSection(admin, { ...thread, blueprintId: id, text: "Why?" })).toEqual(missing);
  }
  for (const sectionId of ["unknown-1", "support-1"])
    expect(await replyToSection(admin, { blueprintId, sectionId, text: "Unasked." })).toEqual(missing);
  expect(await commentOnSection(dana, { blueprintId, sectionId: "unknown-1", text: "Why?" })).toEqual(missing);
  expect(await db.$count(sectionComment)).toBe(1);
  await db.update(unlock).set({ withdrawnAt: ctx.now });
  expect(await commentOnSection(dana, { ...thread, text: "Why?" })).toEqual(missing);
  expect(await replyToSection(admin, { ...thread, text: "So." })).toEqual(missing);
  expect(await listOwnThreads(dana, blueprintId)).toEqual([]);
  expect(await listOpenQuestions(admin, 6)).toMatchObject({ value: { total: 0 } });
  await db.update(unlock).set({ withdrawnAt: null });
  await deleteBlueprint(dana, blueprintId);
  expect(await commentOnSection(dana, { ...thread, text: "Why?" })).toEqual(missing);
  expect(await listThreads(admin, blueprintId)).toEqual({ ok: true, value: [] });
});

test("threads survive new versions, and the thread of a removed section can still be answered", async () => {
  const { dana, admin, thread, blueprintId } = await asked();
  value(await saveDrawings(admin, { blueprintId, version: 2, content: drawnSections("Support") }));
  value(await publishDrawings(admin, { blueprintId, version: 3, note: "" }));
  expect(await listOwnThreads(dana, blueprintId)).toMatchObject([{ sectionId: "leads-1", title: "Leads" }]);
  expect(await replyToSection(admin, { ...thread, text: "It went away." })).toMatchObject({ ok: true });
  expect(await commentOnSection(dana, { ...thread, text: "Good." })).toMatchObject({ ok: true });
});

test("simultaneous first questions and replies are all stored, in one thread with one mail per side", async () => {
  const { dana, admin, blueprintId } = await publishedBlueprint(ctx);
  await db.delete(message);
  const thread = { blueprintId, sectionId: "leads-1" };
  const ten = Array.from({ length: 10 }, (_, number) => number);
  await Promise.all(ten.map((number) => commentOnSection(dana, { ...thread, text: `Question ${number}` }).then(value)));
  const other = await asAdmin(ctx, "other@gtmarc.example");
  await Promise.all(
    ten.map((number) =>
      replyToSection(later(number % 2 ? admin : other, { seconds: 1 }), { ...thread, text: `Reply ${number}` }).then(
        value,
      ),
    ),
  );
  expect(await db.$count(sectionThread)).toBe(1);
  const [read] = await listOwnThreads(dana, blueprintId);
  expect(read).toMatchObject({ isOpen: false });
  expect(read?.comments).toHaveLength(20);
  expect(await Promise.all([mailComments(later(ctx, { days: 1 })), mailComments(later(ctx, { days: 1 }))])).toContain(
    1,
  );
  expect((await mails()).map(({ kind, subject }) => [kind, subject])).toEqual([
    ["full-blueprint-replied", "10 replies on your full blueprint"],
  ]);
});

test("the architect gets one mail for the comments of ten minutes, and the client one for the replies", async () => {
  const { dana, admin, thread, blueprintId } = await asked();
  value(await commentOnSection(later(dana, { seconds: 60 }), { ...thread, text: "And the second?" }));
  value(await commentOnSection(later(dana, { seconds: 90 }), { blueprintId, sectionId: "support-1", text: "Who?" }));
  expect(await mailComments(later(ctx, { seconds: 599 }))).toBe(0);
  expect(await mailComments(inTenMinutes(ctx))).toBe(1);
  expect(await mailComments(later(ctx, { hours: 5 }))).toBe(0);
  const [first, ...none] = await mails();
  expect(none).toEqual([]);
  expect(first).toMatchObject({
    ...{ kind: "full-blueprint-commented", to: "admin@gtmarc.example" },
    subject: "3 comments from Northfield Analytics on the full blueprint",
  });
  for (const words of [question, "And the second?", "Who?", "Support"]) expect(first?.text).toContain(words);
  await db.delete(message);
  value(await replyToSection(later(admin, { hours: 6 }), { ...thread, text: "The first one." }));
  expect(await mailComments(later(ctx, { hours: 7 }))).toBe(1);
  expect(await mails()).toMatchObject([{ kind: "full-blueprint-replied", to: "dana@northfield.example" }]);
});

test("a comment answered before its mail is not mailed, and without an architect the firm's address gets it", async () => {
  const { dana, admin, thread, blueprintId } = await asked();
  value(await replyToSection(later(admin, { seconds: 30 }), { ...thread, text: "The first one." }));
  value(await commentOnSection(later(dana, { seconds: 60 }), { ...thread, text: "Thanks." }));
  await db.update(user).set({ isAdmin: false }).where(eq(user.email, "admin@gtmarc.example"));
  expect(await mailComments(later(ctx, { hours: 1 }))).toBe(1);
  const [mail] = await mails();
  expect(mail).toMatchObject({ to: "hello@gtmarc.example" });
  expect(mail?.text).not.toContain(question);
  // Comments on a blueprint that was locked meanwhile are not mailed.
  value(await commentOnSection(later(dana, { hours: 2 }), { ...thread, text: "One more." }));
  await db.update(unlock).set({ withdrawnAt: ctx.now }).where(eq(unlock.blueprintId, blueprintId));
  expect(await mailComments(later(ctx, { hours: 3 }))).toBe(0);
});

test("either side can mark a thread as answered or open, but not with unseen comments", async () => {
  const { dana, admin, thread, seen } = await asked();
  value(await markThreadByAdmin(admin, { ...thread, open: false, seen }));
  expect(await listOpenQuestions(admin, 6)).toMatchObject({ value: { total: 0 } });
  value(await markThread(dana, { ...thread, open: true, seen }));
  value(await markThread(dana, { ...thread, open: true, seen }));
  expect(await listOpenQuestions(admin, 6)).toMatchObject({ value: { total: 1 } });
  const { id: newest } = value(await commentOnSection(later(dana, { seconds: 5 }), { ...thread, text: "More." }));
  expect(await markThreadByAdmin(admin, { ...thread, open: false, seen })).toMatchObject({ reason: { kind: "stale" } });
  value(await markThreadByAdmin(admin, { ...thread, open: false, seen: newest }));
  expect(await markThread(dana, { ...thread, sectionId: "support-1", open: true, seen })).toEqual(missing);
});

test("the author can delete a comment until it was mailed or answered, and the thread's state is updated", async () => {
  const { dana, admin, thread, blueprintId, seen } = await asked();
  const other = await asAdmin(ctx, "other@gtmarc.example");
  const reply = value(await replyToSection(later(admin, { seconds: 5 }), { ...thread, text: "The first one." }));
  expect(await deleteComment(dana, { blueprintId, commentId: seen })).toMatchObject({ reason: { kind: "too_late" } });
  expect(await deleteReply(other, { blueprintId, commentId: reply.id })).toEqual(missing);
  value(await deleteReply(admin, { blueprintId, commentId: reply.id }));
  expect(await listOwnThreads(dana, blueprintId)).toMatchObject([{ isOpen: true, comments: [{ id: seen }] }]);
  const second = value(await commentOnSection(later(dana, { seconds: 9 }), { ...thread, text: "Never mind." }));
  value(await deleteComment(dana, { blueprintId, commentId: second.id }));
  expect(await deleteComment(dana, { blueprintId, commentId: second.id })).toEqual(missing);
  const alone = { blueprintId, sectionId: "support-1" };
  const third = value(await commentOnSection(dana, { ...alone, text: "Oops." }));
  value(await deleteComment(dana, { blueprintId, commentId: third.id }));
  expect(await listOwnThreads(dana, blueprintId)).toHaveLength(1);
  const fourth = value(await commentOnSection(dana, { ...alone, text: "Who owns it?" }));
  await mailComments(inTenMinutes(ctx));
  expect(await deleteComment(dana, { blueprintId, commentId: fourth.id })).toMatchObject({
    reason: { kind: "too_late" },
  });
  for (const commentId of ["nonsense", newId()])
    expect(await deleteComment(dana, { blueprintId, commentId })).toEqual(missing);
});

test("an author can write sixty comments per hour; a refused one is not stored", async () => {
  const { dana, blueprintId } = await publishedBlueprint(ctx);
  const { points } = limitRules["section-comment"];
  const sent = await Promise.all(
    Array.from({ length: points + 5 }, () =>
      commentOnSection(dana, { blueprintId, sectionId: "leads-1", text: "Again." }),
    ),
  );
  expect(sent.filter(({ ok }) => ok)).toHaveLength(points);
  expect(await commentOnSection(dana, { blueprintId, sectionId: "support-1", text: "More." })).toMatchObject({
    reason: { kind: "too_many" },
  });
  expect(await db.$count(sectionThread)).toBe(1);
  expect(await db.$count(sectionComment)).toBe(points);
});

test("an open question is listed for its architect, or for every admin if there is none", async () => {
  const { dana, admin, thread, blueprintId } = await asked();
  const other = await asAdmin(ctx, "other@gtmarc.example");
  expect(await listOpenQuestions(admin, 6)).toMatchObject({
    value: { total: 1, items: [{ ...thread, title: "Leads", companyName: "Northfield Analytics" }] },
  });
  expect(await listOpenQuestions(other, 6)).toEqual({ ok: true, value: { items: [], total: 0 } });
  const change = { blueprintId, from: admin.actor.userId, architectId: other.actor.userId };
  value(await assignArchitect(admin, change));
  expect(await listOpenQuestions(other, 6)).toMatchObject({ value: { total: 1 } });
  await db.update(user).set({ isAdmin: false }).where(eq(user.email, "other@gtmarc.example"));
  expect(await listOpenQuestions(admin, 6)).toMatchObject({ value: { total: 1 } });
  value(await commentOnSection(dana, { blueprintId, sectionId: "support-1", text: "Who?" }));
  expect(await listOpenQuestions(admin, 1)).toMatchObject({ value: { total: 2, items: [{ title: "Leads" }] } });
});

test("events and the audit log contain no text and no address", async () => {
  const { admin, thread } = await asked();
  value(await replyToSection(admin, { ...thread, text: "A secret reply." }));
  const events = await db.select().from(event).where(eq(event.name, "full_blueprint.commented"));
  expect(events).toHaveLength(2);
  const written = JSON.stringify([events.map(({ payload }) => payload), await db.select().from(auditEntry)]);
  for (const words of [question, "secret reply", "dana@", "admin@"]) expect(written).not.toContain(words);
  expect(written).toContain("full-blueprint.replied");
});

test("an export contains the comments of both sides without user ids, and deleting the account deletes them", async () => {
  const { dana, admin, thread, blueprintId } = await asked();
  value(await replyToSection(admin, { ...thread, text: "The first one." }));
  const person = { userId: dana.actor.userId, email: dana.actor.email };
  const { section_comments } = await exportPersonalData(ctx, person);
  expect(section_comments).toMatchObject([{ body: question, side: "client" }, { body: "The first one." }]);
  expect(JSON.stringify(section_comments)).not.toContain(admin.actor.userId);
  const own = { userId: admin.actor.userId, email: admin.actor.email };
  expect((await exportPersonalData(ctx, own)).section_comments).toMatchObject([{ body: "The first one." }]);
  await db.delete(user).where(eq(user.id, admin.actor.userId));
  expect(await listOwnThreads(dana, blueprintId)).toMatchObject([
    { comments: [{ author: "You" }, { author: null, side: "architect", text: "The first one." }] },
  ]);
  await wizard.forgetPerson(ctx, person);
  expect(await db.$count(sectionComment)).toBe(0);
  expect(await db.$count(sectionThread)).toBe(0);
});
