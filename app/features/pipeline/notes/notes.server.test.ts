import { beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import type { Result } from "#app/lib/result.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { forgetPerson } from "../personal-data.server.ts";
import { followedEvents } from "../projection/facts.server.ts";
import { createProspect, editProspect } from "../prospects/prospect-commands.server.ts";
import { readProspect, readProspectState } from "../prospects/prospect-detail.server.ts";
import { addTask, deleteTask, editTask, markTask } from "../tasks/tasks.server.ts";
import { deleteNote, editNote, writeNote } from "./notes.server.ts";

const { ctx, pool } = useDatabase();
let jonas: Awaited<ReturnType<typeof asAdmin>>;
let prospectId: string;
beforeEach(async () => {
  registerConsumers({ consumers: [], events: followedEvents });
  jonas = await asAdmin(ctx, "jonas@gtmarc.example");
  await asAdmin(ctx, "mara@gtmarc.example");
  await asAdmin(ctx, "tom@gtmarc.example");
  prospectId = value(await createProspect(jonas, { email: "dana@northfield.example", company: "Northfield" })).id;
});

const value = <Value>(result: Result<Value, { kind: string }>): Value => {
  if (!result.ok) throw new Error(result.reason.kind);
  return result.value;
};
const mails = async () =>
  (await pool.query("select to_address as to, subject, text from message where kind = 'note-mention' order by id"))
    .rows as { to: string; subject: string; text: string }[];

test("a mentioned admin gets one mail per note with its first lines and the link", async () => {
  const body = `@mara please look.\n\n${Array.from({ length: 20 }, (_, line) => `Line ${line}`).join("\n")}`;
  const { id: noteId } = value(await writeNote(jonas, { prospectId, body }));
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: "mara@gtmarc.example", subject: "jonas mentioned you in a note about Northfield" });
  expect(mail?.text).toContain("@mara please look.");
  expect(mail?.text).toContain("Line 4");
  expect(mail?.text).not.toContain("Line 5");
  expect(mail?.text).toContain(`/admin/prospect-pipeline/${prospectId}#note-${noteId}`);

  value(await editNote(jonas, { noteId, version: 1, body: "@mara and @tom, please look." }));
  value(await editNote(jonas, { noteId, version: 2, body: "@mara, @tom: done." }));
  expect((await mails()).map(({ to }) => to)).toEqual(["mara@gtmarc.example", "tom@gtmarc.example"]);
  value(await writeNote(jonas, { prospectId, body: "Another one, @mara" }));
  expect(await mails()).toHaveLength(3);
});

test("the first lines of a note are cut between characters", async () => {
  const body = `@mara ${"x".repeat(393)}🚀 and so on`;
  value(await writeNote(jonas, { prospectId, body }));
  expect((await mails())[0]?.text).toContain("x …");
  expect((await mails())[0]?.text).not.toContain("\ufffd");
});

test("no mail is sent without a mention, for mentioning oneself or a stranger, or for a refused note", async () => {
  for (const body of ["No mention.", "@jonas remember this", "@dana@northfield.example said so", "mail@mara"])
    value(await writeNote(jonas, { prospectId, body }));
  const { id: noteId } = value(await writeNote(jonas, { prospectId, body: "First" }));
  value(await editNote(jonas, { noteId, version: 1, body: "Second" }));
  expect((await editNote(jonas, { noteId, version: 1, body: "@mara" })).ok).toBe(false);
  expect(await mails()).toEqual([]);
});

test("deleting a person deletes the mails about their prospect, even those without the address", async () => {
  const { id: other } = value(await createProspect(jonas, { email: "lee@halden.example", company: "Halden" }));
  value(await writeNote(jonas, { prospectId, body: "@mara, Dana hesitates." }));
  value(await writeNote(jonas, { prospectId: other, body: "@mara, Lee is ready." }));
  await forgetPerson(ctx, { email: "dana@northfield.example", userId: null });
  expect((await mails()).map(({ subject }) => subject)).toEqual(["jonas mentioned you in a note about Halden"]);
});

test("deleting a task again is not an error", async () => {
  const { id: taskId } = value(await addTask(jonas, { prospectId, title: "Call", dueOn: null, assigneeId: null }));
  value(await deleteTask(jonas, { taskId }));
  value(await deleteTask(jonas, { taskId }));
  expect(value(await readProspect(jonas, prospectId)).tasks).toEqual([]);
});

test("a note or task that a colleague changed is not deleted without showing the change", async () => {
  const { id: noteId } = value(await writeNote(jonas, { prospectId, body: "One" }));
  value(await editNote(jonas, { noteId, body: "Two", version: 1 }));
  const task = { title: "Call", dueOn: null, assigneeId: null };
  const { id: taskId } = value(await addTask(jonas, { prospectId, ...task }));
  value(await editTask(jonas, { taskId, ...task, title: "Call again", version: 1 }));
  const stale = { ok: false, reason: { kind: "stale", version: 2 } };
  expect(await deleteNote(jonas, { noteId, version: 1 })).toEqual(stale);
  expect(await deleteTask(jonas, { taskId, version: 1 })).toEqual(stale);
  value(await deleteNote(jonas, { noteId, version: 2 }));
  value(await deleteTask(jonas, { taskId, version: 2 }));
  const { notes, tasks } = value(await readProspect(jonas, prospectId));
  expect([notes, tasks]).toEqual([[], []]);
});

test("the state changes with every change of the prospect, its notes and its tasks, and only then", async () => {
  const state = async () => value(await readProspectState(jonas, { prospectId })).state;
  const states = [await state()];
  expect(value(await readProspect(jonas, prospectId)).state).toBe(states[0]);
  const remember = async (work: Promise<Result<unknown, { kind: string }>>) => {
    const done = value(await work);
    states.push(await state());
    return done;
  };
  const { name, company, website, role, industry, employees, valueCents, ownerId, expectedClose, tags } = value(
    await readProspect(jonas, prospectId),
  ).prospect;
  const form = { name, company, website, role, industry, employees, valueCents, ownerId, expectedClose, tags };
  await remember(editProspect(jonas, { prospectId, version: 1, ...form, employees: 41 }));
  const note = (await remember(writeNote(jonas, { prospectId, body: "One" }))) as { id: string };
  await remember(editNote(jonas, { noteId: note.id, version: 1, body: "Two" }));
  const task = { title: "Call", dueOn: null, assigneeId: null };
  const { id: taskId } = (await remember(addTask(jonas, { prospectId, ...task }))) as { id: string };
  await remember(markTask(jonas, { taskId, isDone: true }));
  expect(new Set(states).size).toBe(6);
  expect(await state()).toBe(states.at(-1));
  expect((await readProspectState(asAnonymous(ctx), { prospectId })).ok).toBe(false);
});
