import { beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import type { Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { followedEvents } from "../projection/facts.server.ts";
import { createProspect } from "../prospects/prospect-commands.server.ts";
import { remindOfTasks as remind } from "./task-reminders.server.ts";
import { addTask, editTask, markTask } from "./tasks.server.ts";

const { ctx, pool } = useDatabase();
let jonas: Awaited<ReturnType<typeof asAdmin>>;
let mara: Awaited<ReturnType<typeof asAdmin>>;
let prospectId: string;
beforeEach(async () => {
  registerConsumers({ consumers: [], events: followedEvents });
  jonas = await asAdmin(ctx, "jonas@gtmarc.example");
  mara = await asAdmin(ctx, "mara@gtmarc.example");
  prospectId = value(await createProspect(jonas, { email: "dana@northfield.example", company: "Northfield" })).id;
});

const value = <Value>(result: Result<Value, { kind: string }>): Value => {
  if (!result.ok) throw new Error(result.reason.kind);
  return result.value;
};
const assign = async (person: typeof jonas, title: string, dueOn: string | null) =>
  value(await addTask(jonas, { prospectId, title, dueOn, assigneeId: person.actor.userId })).id;
/** The firm is in New York: 08:00 there is 13:00 UTC in winter. */
const at = (utc: string): Ctx => ({ ...ctx, now: new Date(utc) });
const remindOfTasks = (then: Ctx) => remind(then, { firmZone: "America/New_York" });
const mails = async () =>
  (await pool.query("select to_address, subject, text from message order by id")).rows as {
    to_address: string;
    subject: string;
    text: string;
  }[];

test("from 08:00 of the due day each assignee gets one mail with due and overdue tasks", async () => {
  await assign(jonas, "Send the sample", "2026-03-04");
  await assign(jonas, "Call back", "2026-03-02");
  await assign(jonas, "Next week", "2026-03-11");
  await assign(jonas, "Some day", null);
  await assign(mara, "Review the score", "2026-03-04");
  await pool.query("delete from message");
  expect(await remindOfTasks(at("2026-03-04T12:59:00Z"))).toBe(0);
  expect(await remindOfTasks(at("2026-03-04T13:00:00Z"))).toBe(2);
  const sent = await mails();
  expect(sent.map(({ to_address, subject }) => [to_address, subject]).sort()).toEqual([
    ["jonas@gtmarc.example", "2 tasks to do today"],
    ["mara@gtmarc.example", "1 task to do today"],
  ]);
  const { text = "" } = sent.find(({ to_address }) => to_address.startsWith("jonas")) ?? {};
  expect(text).toContain("Send the sample");
  expect(text).toMatch(/Call back[\s\S]*due Mar 2/);
  expect(text).toContain(`/admin/prospect-pipeline/${prospectId}`);
  expect(text).not.toMatch(/Next week|Some day|Review the score/);
});

test("a repeated or concurrent run on the same day sends nothing again; the next day sends again", async () => {
  await assign(jonas, "Send the sample", "2026-03-04");
  await pool.query("delete from message");
  const sent = await Promise.all([0, 1, 2].map(() => remindOfTasks(at("2026-03-04T13:00:00Z"))));
  expect(sent.reduce((total, each) => total + each, 0)).toBe(1);
  expect(await remindOfTasks(at("2026-03-04T20:00:00Z"))).toBe(0);
  expect(await remindOfTasks(at("2026-03-05T13:00:00Z"))).toBe(1);
  expect(await mails()).toHaveLength(2);
});

test("nothing is sent without a due task, for finished tasks, or to former admins", async () => {
  const finished = await assign(jonas, "Send the sample", "2026-03-04");
  value(await markTask(jonas, { taskId: finished, isDone: true }));
  await assign(mara, "Review the score", "2026-03-04");
  await pool.query(`update "user" set is_admin = false where id = $1`, [mara.actor.userId]);
  expect(await remindOfTasks(at("2026-03-04T13:00:00Z"))).toBe(0);
  expect(await remindOfTasks(later(at("2026-03-04T13:00:00Z"), { hours: 2 }))).toBe(0);
});

test("a task assigned to a colleague later in the day is in the colleague's mail", async () => {
  const taskId = await assign(jonas, "Send the sample", "2026-03-04");
  const dueOn = "2026-03-04";
  value(await editTask(jonas, { taskId, title: "Send the sample", dueOn, assigneeId: mara.actor.userId, version: 1 }));
  await pool.query("delete from message");
  expect(await remindOfTasks(at("2026-03-04T16:00:00Z"))).toBe(1);
  expect((await mails()).map(({ to_address }) => to_address)).toEqual(["mara@gtmarc.example"]);
});

test("the day and the hour are in the assignee's time zone", async () => {
  await pool.query(
    `insert into host (id, name, email, timezone, user_id, created_at)
     values ($1, 'Mara', 'mara@gtmarc.example', 'Asia/Tokyo', $2, now())`,
    [newId(), mara.actor.userId],
  );
  await assign(jonas, "Here", "2026-03-04");
  await assign(mara, "There", "2026-03-04");
  await pool.query("delete from message");
  expect(await remindOfTasks(at("2026-03-03T22:59:00Z"))).toBe(0);
  expect(await remindOfTasks(at("2026-03-03T23:00:00Z"))).toBe(1);
  expect((await mails()).map(({ to_address }) => to_address)).toEqual(["mara@gtmarc.example"]);
});
