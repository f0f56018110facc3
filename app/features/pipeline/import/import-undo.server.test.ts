import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { event } from "#app/features/events/tables.server.ts";
import { newsletterSubscribed } from "#app/features/newsletter/events.ts";
import { fromCsv } from "#app/lib/formats/csv.ts";
import { newId } from "#app/lib/uuid.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { changeProspects } from "../lists/bulk.server.ts";
import { mergeProspects, undoMerge } from "../merging/merging.server.ts";
import { writeNote } from "../notes/notes.server.ts";
import { exportPersonalData, forgetPerson } from "../personal-data.server.ts";
import { followedEvents } from "../projection/facts.server.ts";
import { prospectFields, statedFields } from "../prospect-fields.ts";
import { createProspect, editProspect } from "../prospects/prospect-commands.server.ts";
import { readProspectFilters } from "../prospects/prospect-list.ts";
import { deleteProspects } from "../removing/removing.server.ts";
import { prospect, prospectImport, prospectImportChange } from "../tables.server.ts";
import { exportProspects } from "./exports.server.ts";
import { failImport, failImportJob, importProspectsJob, runImport } from "./import-job.server.ts";
import { registerProspectUse, runUndo, undoImport, undoImportJob } from "./import-undo.server.ts";
import { readImport, startImport, uploadImport } from "./imports.server.ts";

const { ctx, db, pool } = useDatabase({ jobs: [failImportJob, importProspectsJob, undoImportJob] });
let admin: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  registerConsumers({ consumers: [], events: followedEvents });
  registerProspectUse("sequences", async () => []);
  admin = await asAdmin(ctx);
});

const view = async (importId: string) => value(await readImport(admin, { importId, params: new URLSearchParams() }));
const importFile = async (text: string, existing: "skip" | "fill" = "fill") => {
  const bytes = new TextEncoder().encode(text);
  const { id: importId } = value(await uploadImport(admin, { fileName: "leads.csv", bytes }));
  value(await startImport(admin, { importId, columns: (await view(importId)).preview!.choices.columns, existing }));
  await runImport(ctx, importId);
  return importId;
};
const undo = async (importId: string) => {
  value(await undoImport(admin, { importId }));
  await runUndo(ctx, importId);
  return view(importId);
};
const emails = async () =>
  (await db.select({ email: prospect.email }).from(prospect).orderBy(prospect.email)).map(({ email }) => email);
const idOf = async (email: string) => (await db.select().from(prospect).where(eq(prospect.email, email)))[0]!.id;

/** Lists the tables with a row that contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const { rowCount } = await pool.query(`select from "${name}" row where row::text ilike $1 limit 1`, [
        `%${text}%`,
      ]);
      return rowCount ? name : [];
    }),
  );
  return found.flat().sort();
}

test("undoing an import deletes the prospects that it created, with every copy", async () => {
  value(await createProspect(admin, { email: "kept@firm.example", name: "Kept" }));
  const id = await importFile(
    "Email,First Name,Last Name,Company,Employees,Tags\nmarker1@firm.example,Marker2,Marker3,Marker4,250,marker5\nno address,Marker6,,,,\n",
  );
  expect(await tablesWith("marker")).not.toEqual([]);
  expect((await view(id)).undo).toEqual({ removed: 1, restored: 0, kept: {} });
  expect(await undo(id)).toMatchObject({
    ...{ status: "undone", undone: { removed: 1, restored: 0, kept: {} }, undo: null, hasRejectedFile: false },
  });
  expect(await emails()).toEqual(["kept@firm.example"]);
  expect(await tablesWith("marker")).toEqual([]);
  expect(await db.$count(event, eq(event.name, "prospect.created"))).toBe(1);
});

test("prospects to which anything else happened are kept, and counted by reason", async () => {
  const names = ["edited", "tagged", "owned", "noted", "merged", "other", "active", "enrolled", "untouched"];
  const id = await importFile(`Email,Company\n${names.map((name) => `${name}@firm.example,Firm`).join("\n")}\n`);
  const ids = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await idOf(`${name}@firm.example`)] as const)),
  ) as Record<string, string>;
  const form = {
    ...{ name: "New", company: "Firm", website: null, role: null, industry: null, employees: null, valueCents: null },
    ...{ ownerId: null, expectedClose: null, tags: [] },
  };
  value(await editProspect(admin, { ...form, prospectId: ids["edited"]!, version: 1 }));
  value(
    await changeProspects(admin, { prospectIds: [ids["tagged"]!], change: { kind: "add_tag", tag: "vip" } } as never),
  );
  value(
    await changeProspects(admin, {
      prospectIds: [ids["owned"]!],
      change: { kind: "owner", ownerId: admin.actor.userId },
    } as never),
  );
  value(await writeNote(admin, { prospectId: ids["noted"]!, body: "Called." }));
  value(await mergeProspects(admin, { keptId: ids["merged"]!, mergedId: ids["other"]! }));
  await inTransaction(ctx, (tx) =>
    publish(tx, newsletterSubscribed, {
      email: "active@firm.example",
      subscriberId: newId(),
      source: "footer",
    } as never),
  );
  registerProspectUse("sequences", async () => [ids["enrolled"]!]);
  expect(await undo(id)).toMatchObject({
    undone: { removed: 1, restored: 0, kept: { changed: 3, worked_on: 1, merged: 2, active: 1, in_use: 1 } },
  });
  expect(await emails()).toEqual(
    names
      .filter((name) => name !== "untouched")
      .map((name) => `${name}@firm.example`)
      .sort(),
  );
  expect(await db.$count(prospectImportChange)).toBe(0);
});

test("fields that the import filled are empty again, or follow events again, unless they changed since", async () => {
  const empty = value(await createProspect(admin, { email: "a@firm.example", name: "Dana" })).id;
  const corrected = value(await createProspect(admin, { email: "b@firm.example" })).id;
  const before = (await db.select().from(prospect).where(eq(prospect.id, empty)))[0]!;
  const id = await importFile(
    "Email,Name,Company,Role,Employees,Tags\na@firm.example,Other,Firm,CEO,40,vip\nb@firm.example,Ben,Firm,CTO,50,\n",
  );
  const filled = (await db.select().from(prospect).where(eq(prospect.id, corrected)))[0]!;
  value(await editProspect(admin, { ...filled, prospectId: corrected, company: "Firm, Inc." }));
  expect(await undo(id)).toMatchObject({ undone: { removed: 0, restored: 2, kept: {} } });
  const { version, scoredAt, ...after } = (await db.select().from(prospect).where(eq(prospect.id, empty)))[0]!;
  const { version: _, scoredAt: __, ...expected } = before;
  expect(after).toEqual(expected);
  expect((await db.select().from(prospect).where(eq(prospect.id, corrected)))[0]).toMatchObject({
    ...{ name: null, firstName: null, company: "Firm, Inc.", role: null, employees: null, editedFields: ["company"] },
  });
});

test("an import is undone once, by admins, and not before it is finished", async () => {
  const id = await importFile("Email\na@firm.example\n");
  expect(await undoImport(asAnonymous(ctx) as never, { importId: id })).toMatchObject({
    reason: { kind: "not_admin" },
  });
  expect(await undoImport(await asAdmin(ctx, "other@gtmarc.example", "aal1"), { importId: id })).toMatchObject({
    reason: { kind: "not_admin" },
  });
  value(await undoImport(admin, { importId: id }));
  expect(await undoImport(admin, { importId: id })).toMatchObject({ reason: { kind: "not_done" } });
  await Promise.all([runUndo(ctx, id), runUndo(ctx, id)]);
  await failImport(ctx, id);
  expect(await view(id)).toMatchObject({ status: "undone", undone: { removed: 1 } });
  const missing = "0199aaaa-0000-7000-8000-000000000001";
  expect(await undoImport(admin, { importId: missing })).toMatchObject({ reason: { kind: "not_found" } });
});

test("a failed run undoes nothing and can be started again", async () => {
  const id = await importFile("Email\na@firm.example\n");
  value(await undoImport(admin, { importId: id }));
  await db.execute(sql`alter table prospect_merge rename to hidden`);
  await expect(runUndo(ctx, id)).rejects.toThrow();
  await db.execute(sql`alter table hidden rename to prospect_merge`);
  await failImport(ctx, id);
  expect((await view(id)).status).toBe("done");
  expect(await undo(id)).toMatchObject({ undone: { removed: 1 } });
});

const headings = statedFields.map((field) => prospectFields[field].label).join(",");
const marked = statedFields.map((field) => (field === "employees" ? "250" : `marker-${field}-1.com`)).join(",");

test("every contact field that a file can have is imported, exported, and gone after the person is forgotten", async () => {
  await importFile(`${headings},Email,Tags\n${marked},marker@firm.example,marker-tag\n`);
  const [row] = await db.select().from(prospect);
  for (const field of statedFields) expect(row![field], field).not.toBeNull();
  const person = { email: "marker@firm.example", userId: null };
  const data = JSON.stringify(await exportPersonalData(ctx, person));
  for (const field of statedFields) expect(data, field).toContain(String(row![field]));
  expect(data).toContain("leads.csv");
  const { parts } = value(
    await exportProspects(admin, { filters: readProspectFilters(new URLSearchParams(), "", "UTC"), prospectIds: null }),
  );
  let file = "";
  for await (const part of parts) file += part;
  const [names, cells] = fromCsv(file, ",");
  for (const field of statedFields)
    expect(cells![names!.indexOf(prospectFields[field].label)], field).toBe(String(row![field]));
  await forgetPerson(ctx, person);
  expect(await tablesWith("marker")).toEqual(["event"]);
  expect(await db.$count(prospectImportChange)).toBe(0);
});

test("erasing one of two addresses clears every contact field and the record of the import", async () => {
  const others = ",".repeat(statedFields.length);
  await importFile(`Email,${headings}\nmarker@firm.example,${marked}\nb@other.example${others}\n`);
  const [kept, merged] = [await idOf("marker@firm.example"), await idOf("b@other.example")];
  value(await mergeProspects(admin, { keptId: kept, mergedId: merged }));
  await forgetPerson(ctx, { email: "marker@firm.example", userId: null });
  expect(await tablesWith("marker")).toEqual(["event"]);
  expect(await db.$count(prospectImport)).toBe(1);
});

test("an undo while its prospects are merged and deleted, with ids of others among them, leaves only whole records", async () => {
  for (let round = 0; round < 6; round += 1) {
    const kept = value(await createProspect(admin, { email: `kept${round}@firm.example`, name: "Kept" })).id;
    const importId = await importFile(`email,name\na${round}@firm.example,Anna\nb${round}@firm.example,Bert\n`);
    const [a, b] = [await idOf(`a${round}@firm.example`), await idOf(`b${round}@firm.example`)];
    value(await undoImport(admin, { importId }));
    const others = [newId(), importId, admin.actor.userId];
    const [merged, , ...refused] = await Promise.all([
      mergeProspects(admin, { keptId: kept, mergedId: a }),
      deleteProspects(admin, { prospectIds: [b, ...others] }),
      mergeProspects(admin, { keptId: kept, mergedId: others[1]! }),
      undoMerge(admin, { mergeId: a }),
      undoMerge(admin, { mergeId: importId }),
      undoImport(admin, { importId: kept }),
      runUndo(ctx, importId),
      ...(round % 2 ? [runUndo(ctx, importId)] : []),
    ]);
    expect(refused.slice(0, 4).map((answer) => answer && !answer.ok && answer.reason.kind)).toEqual(
      Array.from({ length: 4 }, () => "not_found"),
    );
    expect((await view(importId)).status).toBe("undone");
    const { rows } = await pool.query(`
      select
        (select count(*)::int from prospect_address a join prospect p on p.id = a.prospect_id where p.merged_into is not null) as hidden,
        (select count(*)::int from prospect p where merged_into is null
          and not exists (select from prospect_address a where a.prospect_id = p.id)) as bare`);
    expect(rows).toEqual([{ hidden: 0, bare: 0 }]);
    const left = await emails();
    expect(left).toContain(`kept${round}@firm.example`);
    expect(left).not.toContain(`b${round}@firm.example`);
    // A merge that came first keeps the person with the kept prospect.
    const { rows: addresses } = await pool.query("select email from prospect_address where prospect_id = $1", [kept]);
    expect(addresses).toHaveLength(merged.ok ? 2 : 1);
  }
});
