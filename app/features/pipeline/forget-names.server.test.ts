import { beforeEach, expect, test } from "vitest";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { listImports, uploadImport } from "./imports.server.ts";
import { forgetPerson } from "./personal-data.server.ts";
import { SavedViewInput } from "./saved-view.ts";
import { createSavedView, listSavedViews } from "./saved-views.server.ts";

const { ctx } = useDatabase();
let admin: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  admin = await asAdmin(ctx);
});

test("the address of a deleted person is removed from the names of imports and from saved views", async () => {
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
