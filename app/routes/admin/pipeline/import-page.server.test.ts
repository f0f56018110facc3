import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { failImportJob, importProspectsJob, runImport } from "#app/features/pipeline/import/import-job.server.ts";
import { runUndo, undoImport, undoImportJob } from "#app/features/pipeline/import/import-undo.server.ts";
import { readImport, startImport, uploadImport } from "#app/features/pipeline/import/imports.server.ts";
import { followedEvents } from "#app/features/pipeline/projection/facts.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { pageText } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";

const { ctx } = useDatabase({ jobs: [failImportJob, importProspectsJob, undoImportJob] });
beforeEach(() => registerConsumers({ consumers: [], events: followedEvents }));

test("the page of an import shows what will be stored and left out, and after it how to undo it", async () => {
  const admin = await asAdmin(ctx);
  const file = [
    "sep=;",
    "Contacts of the trade fair",
    "Vorname;Nachname;E-Mail-Adresse;Firma;Mitarbeiter;Telefax",
    'Dr. Anna;Müller;"Müller, Anna <mailto:anna@firm.example>";Firm;51-200;1',
    "Ben;Krüger;ben@firm.example;Firm;0x10;",
    'Cara;"open;cara@firm.example;Firm;;',
  ].join("\r\n");
  const bytes = new TextEncoder().encode(file);
  const { id: importId } = value(await uploadImport(admin, { fileName: "leads.csv", bytes }));
  const page = () => pageText(admin, `/admin/prospect-pipeline/import/${importId}`);
  const before = await page();
  for (const text of [
    "2 prospects will be added, 1 row is rejected.",
    "1 row above the headings is ignored.",
    "1 row is imported without a value that cannot be read.",
    "Not imported: Telefax.",
    "anna@firm.example Dr. Anna Müller Anna Müller Firm 126",
    "“0x10” is not a number of employees.",
    "A quotation mark is not closed",
  ])
    expect(before).toContain(text);
  await expect(pageText(asAnonymous(ctx), `/admin/prospect-pipeline/import/${importId}`)).rejects.toThrow();
  const { preview } = value(await readImport(admin, { importId, params: new URLSearchParams() }));
  value(await startImport(admin, { importId, columns: preview!.choices.columns, existing: "skip" }));
  await runImport(ctx, importId);
  const after = await page();
  expect(after).toContain("2 prospects added.");
  expect(after).toContain("Undo the import");
  value(await undoImport(admin, { importId }));
  expect(await page()).toContain("Undoing the import.");
  await runUndo(ctx, importId);
  const undone = await page();
  expect(undone).toContain("This import was undone. 2 prospects were deleted.");
  expect(undone).not.toContain("Undo the import");
});

test("an import of changed prospects says why nothing can be undone, a preview asks for the email column, and rows name a missing email", async () => {
  const admin = await asAdmin(ctx);
  const bytes = new TextEncoder().encode("Email,Company\na@firm.example,Firm\nb@firm.example,Firm\n,Firm\n");
  const { id: importId } = value(await uploadImport(admin, { fileName: "leads.csv", bytes }));
  const page = (query = "") => pageText(admin, `/admin/prospect-pipeline/import/${importId}${query}`);
  const unmatched = await page("?company=1");
  expect(unmatched).toContain("Choose the column with the email.");
  expect(unmatched).not.toContain("rejected");
  expect(await page()).toContain("4 The email is missing.");
  value(await startImport(admin, { importId, columns: { email: 0, company: 1 }, existing: "skip" }));
  await runImport(ctx, importId);
  await ctx.db.update(prospect).set({ company: "Other" });
  const after = await page();
  expect(after).toContain("Nothing to undo: both prospects have changed since.");
  expect(after).not.toContain("Undo the import");
  await ctx.db.delete(prospect).where(eq(prospect.email, "b@firm.example"));
  expect(await page()).toContain("Nothing to undo: the prospect has changed since.");
  await ctx.db.delete(prospect);
  const emptied = await page();
  expect(emptied).toContain("Nothing to undo: the prospects were deleted.");
  expect(emptied).not.toContain("Undo the import");
});
