import { beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { followedEvents } from "#app/features/pipeline/projection/facts.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { addTask } from "#app/features/pipeline/tasks/tasks.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { as, asAdmin, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { pipelineAdminEndpoints } from "./pipeline-admin.server.ts";

const { ctx, pool } = useDatabase();
const call = callsOf(pipelineAdminEndpoints);
let admin: Awaited<ReturnType<typeof asAdmin>>;
let prospectId: string;
beforeEach(async () => {
  registerConsumers({ consumers: [], events: followedEvents });
  admin = await asAdmin(ctx);
  prospectId = value(await createProspect(admin, { email: "dana@northfield.example" })).id;
});

const add = (more: object) => call(admin, `/admin/prospects/${prospectId}/tasks`, { title: "Call", ...more });
const put = { method: "PUT" };

test("a task can be assigned to admins only", async () => {
  const { id: taskId } = value(await addTask(admin, { prospectId, title: "Call", dueOn: null, assigneeId: null }));
  const edit = (assigneeId: string) =>
    call(admin, `/admin/prospect-tasks/${taskId}`, { title: "Call", assigneeId, version: 1 }, put);
  const unknown = {
    status: 422,
    body: {
      error: {
        ...{ code: "unknown_assignee", message: "Choose an assignee from the list." },
        fields: { assigneeId: "This person is not an admin." },
      },
    },
  };
  const user = await as(ctx, "max@otherfirm.example");
  for (const assigneeId of ["00000000-0000-0000-0000-000000000000", newId(), user.actor.userId]) {
    expect(await add({ assigneeId })).toMatchObject(unknown);
    expect(await edit(assigneeId)).toMatchObject(unknown);
  }
  expect((await add({ assigneeId: admin.actor.userId })).status).toBe(201);
  expect((await edit(admin.actor.userId)).status).toBe(200);
});

test("a task keeps an assignee who is no longer an admin", async () => {
  const other = await asAdmin(ctx, "other@gtmarc.example");
  const assigneeId = other.actor.userId;
  const { id: taskId } = value(await addTask(admin, { prospectId, title: "Call", dueOn: null, assigneeId }));
  await pool.query(`update "user" set is_admin = false where id = $1`, [assigneeId]);
  const edited = { title: "Call again", assigneeId, version: 1 };
  expect((await call(admin, `/admin/prospect-tasks/${taskId}`, edited, put)).status).toBe(200);
});

test("dates range from 1970 to 2199", async () => {
  const message = "Please use a date between 1970 and 2199.";
  const card = {
    ...{ name: null, company: null, website: null, role: null, industry: null, employees: null, valueCents: null },
    ...{ ownerId: null, tags: [], version: 1 },
  };
  const edit = (expectedClose: string) =>
    call(admin, `/admin/prospects/${prospectId}`, { ...card, expectedClose }, put);
  for (const day of ["0000-01-01", "1969-12-31", "2200-01-01"]) {
    expect(await edit(day)).toMatchObject({ status: 422, body: { error: { fields: { expectedClose: message } } } });
    expect(await add({ dueOn: day })).toMatchObject({ status: 422, body: { error: { fields: { dueOn: message } } } });
  }
  expect((await edit("2199-12-31")).status).toBe(200);
});

test("a task is due today or later, within five years; an overdue one keeps its date when edited", async () => {
  const message = "Choose a due date from today to 5 years ahead.";
  const refused = { status: 422, body: { error: { code: "due_date_not_allowed", fields: { dueOn: message } } } };
  for (const dueOn of ["1970-01-01", "2026-03-01", "2031-03-10", "2199-12-31"])
    expect(await add({ dueOn }), dueOn).toMatchObject(refused);
  for (const dueOn of ["2026-03-02", "2031-02-28"]) expect((await add({ dueOn })).status, dueOn).toBe(201);
  const late = { title: "Call", dueOn: "2026-02-20", assigneeId: null };
  const { id: taskId } = value(await addTask(later(admin, { days: -20 }), { prospectId, ...late }));
  const edit = (dueOn: string, version: number) =>
    call(admin, `/admin/prospect-tasks/${taskId}`, { title: "Call again", dueOn, version }, put);
  expect((await edit("2026-02-20", 1)).status).toBe(200);
  expect(await edit("2026-02-21", 2)).toMatchObject(refused);
});
