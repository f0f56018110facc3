import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { event } from "#app/features/events/tables.server.ts";
import { fromCsv } from "#app/lib/formats/csv.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { forgetPerson } from "../personal-data.server.ts";
import { refreshProspect } from "../pipeline.server.ts";
import { followedEvents } from "../projection/facts.server.ts";
import { createProspect } from "../prospects/prospect-commands.server.ts";
import { readProspectFilters } from "../prospects/prospect-list.ts";
import { prospect, prospectImport } from "../tables.server.ts";
import { exportProspects } from "./exports.server.ts";
import type { ImportChoices } from "./import-file.ts";
import { failImport, failImportJob, importProspectsJob, runImport } from "./import-job.server.ts";
import { checkRows } from "./import-rows.server.ts";
import { readTable } from "./import-table.ts";
import {
  deleteImport,
  exportRejectedRows,
  listImports,
  readImport,
  startImport,
  sweepImports,
  uploadImport,
} from "./imports.server.ts";

const { ctx, db, pool } = useDatabase({ jobs: [failImportJob, importProspectsJob] });
let admin: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  registerConsumers({ consumers: [], events: followedEvents });
  admin = await asAdmin(ctx);
});

async function textOf(parts: AsyncGenerator<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}
const bytes = (text: string) => new TextEncoder().encode(text);
const upload = async (text: string) =>
  value(await uploadImport(admin, { fileName: "leads.csv", bytes: bytes(text) })).id;
const view = async (importId: string, query = "") =>
  value(await readImport(admin, { importId, params: new URLSearchParams(query) }));
const run = async (importId: string, existing: ImportChoices["existing"] = "skip") => {
  const { columns } = (await view(importId)).preview!.choices;
  value(await startImport(admin, { importId, columns, existing }));
  await runImport(ctx, importId);
  return view(importId);
};
const rows = () => db.select().from(prospect).orderBy(prospect.email);
const everything = readProspectFilters(new URLSearchParams(), "", "UTC");

test("of 10,000 rows with 37 bad ones, the preview shows both numbers, and the bad ones are available as a file", async () => {
  const line = (at: number) =>
    at % 271 === 0 ? `no address ${at},Lead ${at},Firm` : `p${at}@firm${at}.example,Lead ${at},"Firm, ${at}"`;
  const id = await upload(
    `Email,Full name,Company\r\n${Array.from({ length: 10_000 }, (_, at) => line(at)).join("\r\n")}\r\n`,
  );
  expect((await view(id)).preview).toMatchObject({ valid: 9963, rejected: 37, existing: 0 });
  expect(await rows()).toEqual([]);
  const result = await run(id);
  expect(result).toMatchObject({ status: "done", created: 9963, rejected: 37, progress: 10_000, preview: null });
  expect(await db.$count(prospect)).toBe(9963);
  expect(await db.$count(event, eq(event.name, "prospect.created"))).toBe(9963);
  const { file } = value(await exportRejectedRows(admin, { importId: id }));
  const [header, ...rejected] = fromCsv(file, ",").filter((row) => row.length > 1);
  expect(header).toEqual(["Row", "Problem", "Email", "Full name", "Company"]);
  expect(rejected).toHaveLength(37);
  expect(rejected[1]).toEqual(["273", "Email: Enter a valid email address.", "no address 271", "Lead 271", "Firm"]);
  expect((await db.select().from(prospectImport))[0]).toMatchObject({ content: null });
});

test("a finished import says who was not imported and why, which columns were not, and forgets both with the person", async () => {
  value(await createProspect(admin, { email: "dana@northfield.example", name: "Dana", company: "Northfield" }));
  const list = () =>
    upload("Email,Company,Fax,Notes\ndana@northfield.example,Other,1,x\nno address,A,2,y\nnew@a.example,A,3,z\n");
  const id = await list();
  await run(id);
  const unchanged = "In the pipeline already, and left as it is.";
  expect(await view(id)).toMatchObject({
    ...{ created: 1, unchanged: 1, rejected: 1, unusedColumns: ["Fax", "Notes"] },
    problems: [
      { row: 2, problem: unchanged, cells: ["dana@northfield.example", "Other", "1", "x"] },
      { row: 3, problem: "Email: Enter a valid email address.", cells: ["no address", "A", "2", "y"] },
    ],
  });
  expect(value(await exportRejectedRows(admin, { importId: id })).file).toContain(unchanged);
  const filled = await list();
  await run(filled, "fill");
  expect((await view(filled)).problems).toMatchObject([
    { row: 2, problem: "In the pipeline already, with nothing to fill." },
    { row: 3 },
    { row: 4, problem: "In the pipeline already, with nothing to fill." },
  ]);
  await forgetPerson(ctx, { email: "dana@northfield.example", userId: null });
  for (const each of [id, filled])
    expect(await view(each)).toMatchObject({ problems: [], hasRejectedFile: false, unusedColumns: [] });
});

test("the preview shows prospects in the pipeline as they will be stored, for either choice", async () => {
  const stored = { email: "joerg.mueller@mueller.example", name: "Jörg Müller", company: "Müller GmbH" };
  value(await createProspect(admin, stored));
  value(await createProspect(admin, { email: "eva@firm.example", name: "Eva", company: "Firm" }));
  const id = await upload(
    "Email,Name,Company,Role,Tags\njoerg.mueller@mueller.example,Jörg Other,Other GmbH,CEO,fair\neva@firm.example,Ewa,,,\nnew@firm.example,Nina,Firm,CTO,\n",
  );
  const shown = async (existing: ImportChoices["existing"]) =>
    (await view(id, `email=0&name=1&company=2&role=3&tags=4&existing=${existing}`)).preview!.rows;
  expect(await shown("skip")).toMatchObject([
    { ...stored, role: null, tags: [], filled: [] },
    { name: "Eva", company: "Firm", filled: [] },
    { name: "Nina", role: "CTO", filled: null },
  ]);
  const filled = await shown("fill");
  expect(filled).toMatchObject([
    { ...stored, role: "CEO", tags: ["fair"], filled: ["role", "tags"] },
    { name: "Eva", company: "Firm", filled: [] },
    { name: "Nina", role: "CTO", filled: null },
  ]);
  await run(id, "fill");
  const after = await rows();
  for (const { filled: _, ...row } of filled) expect(after).toContainEqual(expect.objectContaining(row));
});

test("the preview cuts long cells and long rows; the file of rejected rows does not", async () => {
  const long = "x".repeat(1_000_000);
  const cut = `${"x".repeat(200)}…`;
  const id = await upload(`email,${long}\r\na@firm.example,${long}\r\nno address,"${long}"${",".repeat(100_000)}\r\n`);
  const { preview } = await view(id);
  expect(preview).toMatchObject({ header: ["email", cut], valid: 1, rejected: 1 });
  expect(preview!.rows).toMatchObject([{ email: "a@firm.example" }]);
  expect(preview!.unusedColumns).toEqual([cut]);
  expect(preview!.problems[0]!.cells).toHaveLength(200);
  expect(JSON.stringify(preview).length).toBeLessThan(5000);
  await run(id);
  expect(value(await exportRejectedRows(admin, { importId: id })).file).toContain(long);
});

test("an imported prospect equals a replay of its event", async () => {
  await run(
    await upload(
      "email;first name;last name;company;website;employees;tags\r\nd@northfield.example;Dana;Whitlock;Northfield;https://northfield.com/about;42;Warm, East\r\n",
    ),
  );
  const [before] = await rows();
  expect(before).toMatchObject({
    ...{ name: "Dana Whitlock", company: "Northfield", website: "northfield.com", employees: 42, source: "import" },
    ...{ stage: "lead", tags: ["warm", "east"], editedFields: ["employees"] },
  });
  await ctx.db.transaction((tx) => refreshProspect({ ...ctx, db: tx as never }, before!.id, { announce: false }));
  expect((await rows())[0]).toEqual(before);
});

test("existing addresses are skipped, or only their empty fields are filled", async () => {
  value(await createProspect(admin, { email: "d@northfield.example", name: "Dana" }));
  const file = "email,name,company\r\nD@Northfield.example,Other,Northfield\r\nnew@firm.example,New,Firm\r\n";
  const first = await upload(file);
  expect((await view(first)).preview).toMatchObject({ valid: 2, existing: 1 });
  expect(await run(first)).toMatchObject({ created: 1, filled: 0, unchanged: 1 });
  expect((await rows())[0]).toMatchObject({ name: "Dana", company: null, version: 1 });
  expect(await run(await upload(file), "fill")).toMatchObject({ created: 0, filled: 1, unchanged: 1 });
  expect((await rows())[0]).toMatchObject({
    name: "Dana",
    company: "Northfield",
    version: 2,
    editedFields: ["company"],
  });
});

test("an import locks prospects in the same order as bulk actions, so they cannot deadlock", async () => {
  const older = value(await createProspect(admin, { email: "z@firm.example" })).id;
  const newer = value(await createProspect(admin, { email: "a@firm.example" })).id;
  const others = Array.from({ length: 500 }, (_, at) => `m${at}@firm.example`);
  const id = await upload(
    `email,company\r\n${["a@firm.example", ...others, "z@firm.example"].map((email) => `${email},Firm\r\n`).join("")}`,
  );
  value(await startImport(admin, { importId: id, columns: { email: 0, company: 1 }, existing: "fill" }));
  const action = await pool.connect();
  try {
    await action.query("begin");
    await action.query("select from prospect where id = $1 for update", [older]);
    const importing = runImport(ctx, id);
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await action.query("select from prospect where id = $1 for update nowait", [newer]);
    await action.query("commit");
    await importing;
  } finally {
    action.release();
  }
  expect(await view(id)).toMatchObject({ status: "done", filled: 2, created: 500 });
});

test("a failed run writes nothing and can be started again; a second run changes nothing", async () => {
  const id = await upload("email\r\na@firm.example\r\nb@firm.example\r\n");
  value(await startImport(admin, { importId: id, columns: { email: 0 }, existing: "skip" }));
  registerConsumers({ consumers: [], events: [] });
  await ctx.db.execute("alter table prospect_stage_change rename to hidden");
  await expect(runImport(ctx, id)).rejects.toThrow();
  await ctx.db.execute("alter table hidden rename to prospect_stage_change");
  expect([await rows(), (await view(id)).status]).toEqual([[], "queued"]);
  await failImport(ctx, id);
  expect((await view(id)).status).toBe("failed");
  expect(await run(id)).toMatchObject({ status: "done", created: 2 });
  await runImport(ctx, id);
  await failImport(ctx, id);
  expect([(await rows()).length, (await view(id)).status]).toEqual([2, "done"]);
});

test("a failed attempt is retried without a new start", async () => {
  const id = await upload("email\r\na@firm.example\r\n");
  value(await startImport(admin, { importId: id, columns: { email: 0 }, existing: "skip" }));
  await ctx.db.execute("alter table prospect_address rename to hidden");
  await expect(runImport(ctx, id)).rejects.toThrow();
  await ctx.db.execute("alter table hidden rename to prospect_address");
  await runImport(ctx, id);
  expect(await view(id)).toMatchObject({ status: "done", created: 1 });
});

test("checking a large file lets other work run", async () => {
  const lines = Array.from({ length: 2000 }, (_, at) => `p${at}@firm.example`);
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const { valid } = await checkRows(readTable(`email\n${lines.join("\n")}`, ",").rows, { email: 0 });
  isDone = true;
  expect(valid).toHaveLength(2000);
  expect(turns).toBeGreaterThan(5);
});

test("two concurrent imports of the same addresses add each once", async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `p${at}@firm.example`);
  const ids = [
    await upload(`email\r\n${lines.join("\r\n")}`),
    await upload(`email\r\n${lines.reverse().join("\r\n")}`),
  ];
  for (const importId of ids) value(await startImport(admin, { importId, columns: { email: 0 }, existing: "skip" }));
  await Promise.all(ids.map((id) => runImport(ctx, id)));
  const views = await Promise.all(ids.map((id) => view(id)));
  expect(views.reduce((sum, { created }) => sum + created, 0)).toBe(40);
  expect(await rows()).toHaveLength(40);
});

test("files that cannot be imported are refused with a reason", async () => {
  const reason = async (content: Uint8Array) => {
    const result = await uploadImport(admin, { fileName: "x.csv", bytes: content });
    return result.ok ? null : result.reason.kind;
  };
  expect(await reason(Uint8Array.of(0x50, 0x4b, 0, 0))).toBe("not_text");
  expect(await reason(bytes("email\r\n\r\n"))).toBe("no_rows");
  expect(await reason(bytes(`email\n${"a@b.example\n".repeat(20_001)}`))).toBe("too_many_rows");
  expect(await reason(bytes(`email\na@b.example${"\n".repeat(300_000)}`))).toBe("too_many_cells");
  expect(await reason(bytes(`email\ra@b.example${"\r".repeat(4_000_000)}`))).toBe("too_many_cells");
  expect(await reason(bytes(`email${",".repeat(300)}\na@b.example`))).toBe("too_many_cells");
  expect(await reason(new Uint8Array(5 * 1024 * 1024 + 1))).toBe("too_large");
  const id = await upload("name\r\nDana\r\n");
  const choices = { importId: id, columns: { name: 0 }, existing: "skip" as const };
  expect(await startImport(admin, choices)).toMatchObject({ reason: { kind: "no_email_column" } });
  expect((await view(id, "email=0")).preview).toMatchObject({ valid: 0, rejected: 1 });
});

test("files are deleted after a day, on request, and when a person in them is deleted", async () => {
  const [old, named] = [await upload("email\r\na@firm.example\r\n"), await upload("email\r\nDana@firm.example\r\n")];
  const deleted = await upload("email\r\nb@firm.example\r\n");
  value(await deleteImport(admin, { importId: deleted }));
  await forgetPerson(ctx, { email: "dana@firm.example", userId: null });
  expect((await view(named)).preview).toBeNull();
  expect((await view(old)).preview).not.toBeNull();
  expect(await startImport(admin, { importId: named, columns: { email: 0 }, existing: "skip" })).toMatchObject({
    reason: { kind: "expired" },
  });
  const running = await upload("email\r\ndana@firm.example\r\n");
  await db.update(prospectImport).set({ status: "running" }).where(eq(prospectImport.id, running));
  await forgetPerson(ctx, { email: "dana@firm.example", userId: null });
  expect((await view(running)).status).toBe("failed");
  expect(await sweepImports(later(ctx, { hours: 23 }))).toBe(0);
  await sweepImports(later(ctx, { hours: 25 }));
  expect(value(await listImports(admin))).toEqual([]);
});

test("an export contains the matching prospects without formulas, and needs a recent code", async () => {
  value(await createProspect(admin, { email: "d@northfield.example", name: "=1+1", company: "Northfield, Inc." }));
  const other = value(await createProspect(admin, { email: "e@firm.example" })).id;
  const fileOf = async (prospectIds: string[] | null) => {
    const { rows, parts } = value(await exportProspects(admin, { filters: everything, prospectIds }));
    return { rows, file: await textOf(parts) };
  };
  const all = await fileOf(null);
  expect(all.rows).toBe(2);
  expect(all.file).toContain(`d@northfield.example,'=1+1,"Northfield, Inc."`);
  const chosen = await fileOf([other]);
  expect(chosen.rows).toBe(1);
  expect(chosen.file).not.toContain("d@northfield.example");
  const stale = { ...admin, now: later(ctx, { hours: 1 }).now };
  expect(await exportProspects(stale, { filters: everything, prospectIds: null })).toMatchObject({
    reason: { kind: "fresh_code_required" },
  });
});

test("an export larger than one batch contains each prospect once", async () => {
  const lines = Array.from({ length: 1100 }, (_, at) => `p${at}@firm.example`);
  await run(await upload(`email\r\n${lines.join("\r\n")}\r\n`));
  const { rows: number, parts } = value(await exportProspects(admin, { filters: everything, prospectIds: null }));
  const [, ...exported] = fromCsv(await textOf(parts), ",").filter((row) => row.length > 1);
  expect(number).toBe(1100);
  expect(new Set(exported.map(([email]) => email))).toEqual(new Set(lines));
  expect(exported).toHaveLength(1100);
});

test("every column with values is stored or named as not imported, and texts keep their spelling", async () => {
  const id = await upload(
    "E-mail,Vorname,Nachname,Organisation,Position,Fax,Notes,Empty\r\n" +
      "anna@firm.example,Anna,Müller,Organisation für Farbe,Programme Manager,+49 30 1,Met in Köln,\r\n",
  );
  const { preview } = await view(id);
  expect(preview!.unusedColumns).toEqual(["Fax", "Notes"]);
  const used = Object.values(preview!.choices.columns).map((at) => preview!.header[at]);
  expect([...used, ...preview!.unusedColumns, "Empty"].sort()).toEqual([...preview!.header].sort());
  const { columns } = preview!.choices;
  value(await startImport(admin, { importId: id, columns, existing: "skip" }));
  await runImport(ctx, id);
  expect(await rows()).toMatchObject([
    { company: "Organisation für Farbe", role: "Programme Manager", firstName: "Anna", lastName: "Müller" },
  ]);
});

test("a second column of addresses or phones is named as not imported only with a value that no row takes", async () => {
  const header = "Email - Work,Email - Home,Business Phone,Mobile Phone\n";
  const shown = async (rows: string) => (await view(await upload(header + rows))).preview!.unusedColumns;
  const either = "a@firm.example,,+49 30 1,\n,b@home.example,,+49 151 2\n,c@home.example\n";
  expect(await shown(either)).toEqual([]);
  expect(await shown(`${either}d@firm.example,d@home.example,,+49 151 3\n`)).toEqual(["Email - Home"]);
});

test("values beyond the last heading are named as not imported", async () => {
  const { preview } = await view(
    await upload("E-mail,Company\r\nanna@firm.example,Farbe\r\nlee@firm.example,Farbe,,Berlin\r\n"),
  );
  expect(preview!.unusedColumns).toEqual(["Column 4"]);
});

test("a row with many values beyond the last heading is one entry, on the page and in what is stored", async () => {
  const { preview } = await view(
    await upload(`Email,Company\nanna@firm.example,Farbe${",x".repeat(50_000)}\nlee@firm.example,Farbe,y\n`),
  );
  expect(preview!.unusedColumns).toEqual(["Columns 3 to 50002"]);
});

test("invisible cells count as empty: no name, no value, no row", async () => {
  const id = await upload(
    "Email,First name,Company\r\n\u3164 <anna@firm.example>,\u200b,\u2800\r\n\u200b,\u2060,\u3164\r\nlee@firm.example,می\u200cخواهم,\r\n",
  );
  expect((await view(id)).preview).toMatchObject({ valid: 2, rejected: 0 });
  await run(id);
  expect(await rows()).toMatchObject([
    { email: "anna@firm.example", name: null, firstName: null, company: null },
    { email: "lee@firm.example", firstName: "می\u200cخواهم", company: null },
  ]);
});

test("a name that is cut inside an emoji does not stop the import", async () => {
  await run(await upload(`Email\r\n"${"a".repeat(99)}🚀 <anna@firm.example>"\r\nlee@firm.example\r\n`));
  expect(await rows()).toMatchObject([
    { email: "anna@firm.example", name: "a".repeat(99) },
    { email: "lee@firm.example" },
  ]);
});
