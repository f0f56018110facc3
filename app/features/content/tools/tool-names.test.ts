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

test("a catalogue tool is found in any spelling of its name and shown as its maker writes it", () => {
  for (const written of ["Google Sheets", "google_sheets", "GOOGLE SHEETS"])
    expect(toolNamed(written)).toMatchObject({ name: "Google Sheets", tool: { id: "google-sheets" } });
  expect(toolNamed("Lemlist").name).toBe("lemlist");
  for (const { id, name } of tools) expect(toolNamed(name).tool?.id).toBe(id);
});

test("an unknown name has no tool and is converted to words", () => {
  expect(toolNamed("language_model")).toEqual({ name: "Language Model", tool: null });
  expect(toolNamed("constructor").tool).toBeNull();
});
