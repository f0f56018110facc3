import { eq } from "drizzle-orm";
import { createElement } from "react";
import { beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { forgetPerson as forgetMail } from "#app/features/mail/personal-data.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { SavedViewInput } from "../lists/saved-view.ts";
import { createSavedView, listSavedViews } from "../lists/saved-views.server.ts";
import { forgetPerson } from "../personal-data.server.ts";
import { followedEvents } from "../projection/facts.server.ts";
import { createProspect } from "../prospects/prospect-commands.server.ts";
import { prospectImport } from "../tables.server.ts";
import { addTask, deleteTask } from "../tasks/tasks.server.ts";
import { listImports, uploadImport } from "./imports.server.ts";

const { ctx, db } = useDatabase();
let admin: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  admin = await asAdmin(ctx);
});

test("a deleted person's address is removed from the names of imports and from saved views", async () => {
  const save = async (name: string, search: string) =>
    value(await createSavedView(admin, SavedViewInput.parse({ name, query: search, isShared: true })));
  await save("Follow up", `?${new URLSearchParams({ q: "Dana.O'Hara+1@Northfield.example", score: "70" })}`);
  await save("DANA.O'Hara+1@northfield.example", "?score=70");
  await save("Northfield", "?q=northfield.example");
  const bytes = new TextEncoder().encode("email\r\nlead@firm.example\r\n");
  for (const fileName of ["Dana.O'Hara+1@northfield.example.csv", "leads.csv"])
    value(await uploadImport(admin, { fileName, bytes }));
  await forgetPerson(ctx, { email: "Dana.O'Hara+1@Northfield.example", userId: null });
  expect(value(await listSavedViews(admin)).map(({ name }) => name)).toEqual(["Northfield"]);
  const imports = value(await listImports(admin));
  expect(imports.map(({ fileName }) => fileName).toSorted()).toEqual(["leads.csv", "prospects.csv"]);
  expect(JSON.stringify([imports, value(await listSavedViews(admin))]).toLowerCase()).not.toContain("hara");
});

test("an address that contains a deleted shorter one is kept", async () => {
  const save = async (name: string, query: string) =>
    value(await createSavedView(admin, SavedViewInput.parse({ name, query, isShared: true })));
  await save("dana@firm.example", "?score=70");
  await save("Search", `?${new URLSearchParams({ q: "dana@firm.example" })}`);
  const bytes = new TextEncoder().encode("email\r\ndana@firm.example\r\n");
  const { id: importId } = value(await uploadImport(admin, { fileName: "dana@firm.example.csv", bytes }));
  const body = createElement("p", null, "She registered.");
  const note = { to: "desk@gtmarc.example", kind: "note", subject: "About dana@firm.example", body };
  await inTransaction(ctx, (tx) => queueMail(tx, note));
  await forgetPerson(ctx, { email: "ana@firm.example", userId: null });
  await forgetMail(ctx, { email: "ana@firm.example", userId: null });
  expect(value(await listSavedViews(admin))).toHaveLength(2);
  expect(value(await listImports(admin))).toMatchObject([{ fileName: "dana@firm.example.csv", status: "uploaded" }]);
  expect((await db.select().from(prospectImport).where(eq(prospectImport.id, importId)))[0]?.content).toContain(
    "dana@",
  );
  expect(await db.select().from(message)).toHaveLength(1);
});

test("the titles of a deleted person's tasks are removed from the audit log, but the entries stay", async () => {
  registerConsumers({ consumers: [], events: followedEvents });
  const { id: prospectId } = value(await createProspect(admin, { email: "dana@northfield.example" }));
  const task = { title: "Call Dana back", dueOn: null, assigneeId: null };
  const { id: taskId } = value(await addTask(admin, { prospectId, ...task }));
  value(await deleteTask(admin, { taskId }));
  const entries = async () =>
    (await db.select().from(auditEntry).where(eq(auditEntry.subject, prospectId)).orderBy(auditEntry.id)).map(
      ({ act, detail }) => [act, detail],
    );
  expect(await entries()).toEqual([
    ["prospect.created", {}],
    ["prospect.task-created", { task: taskId, title: task.title }],
    ["prospect.task-deleted", { task: taskId, title: task.title }],
  ]);
  await forgetPerson(ctx, { email: "dana@northfield.example", userId: null });
  expect(await entries()).toEqual([
    ["prospect.created", {}],
    ["prospect.task-created", { task: taskId }],
    ["prospect.task-deleted", { task: taskId }],
  ]);
});
