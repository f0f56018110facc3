import { expect, test } from "vitest";
import { displayToolName, toolNamed } from "./tool-names.ts";
import { tools } from "./tools.ts";

test.each([
  ["google_sheets", "Google Sheets"],
  ["hubspot", "Hubspot"],
  ["HubSpot", "HubSpot"],
  ["language_model", "Language Model"],
  ["two  words_here ", "Two Words Here"],
  ["éclair_crm", "Éclair Crm"],
  ["n8n", "N8n"],
  ["365_days", "365 Days"],
  ["", ""],
])("the name %j is shown as %j", (name, shown) => {
  expect(displayToolName(name)).toBe(shown);
});

test("a name finds the catalogue's tool however it is written, and is shown as its makers write it", () => {
  for (const written of ["Google Sheets", "google_sheets", "GOOGLE SHEETS"])
    expect(toolNamed(written)).toMatchObject({ name: "Google Sheets", tool: { id: "google-sheets" } });
  expect(toolNamed("Lemlist").name).toBe("lemlist");
  for (const { id, name } of tools) expect(toolNamed(name).tool?.id).toBe(id);
});

test("an unknown name has no tool and is put into words", () => {
  expect(toolNamed("language_model")).toEqual({ name: "Language Model", tool: null });
  expect(toolNamed("constructor").tool).toBeNull();
});
