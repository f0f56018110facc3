import { expect, test } from "vitest";
import { editRow, emptyProcess, processTexts } from "../answers/process-text.ts";
import { restoreDraft } from "./draft-restore.ts";

const about = { companyName: "Northfield", companyWebsite: "", role: "" };
const row = (key: string, name: string, hours = "") => ({ ...emptyProcess(key), name, hours });

test("restored rows have the keys of the server-rendered rows, so that an early edit finds its row", () => {
  const inputs = { processes: [{ name: "Month end" }, { name: "Lead entry", hours: 3 }] };
  const rendered = processTexts(inputs.processes);
  const processes = [row("new-1", "Month end", "61"), row("first", ""), row("new-2", "Lead entry", "3")];
  const backup = { version: 3, keptAt: 0, pending: null, doubtful: [], texts: { processes } };
  const restored = restoreDraft({ version: 3, inputs, about }, backup)!.texts.processes as typeof processes;
  expect(restored.map(({ name, hours }) => [name, hours])).toEqual([
    ["Month end", "61"],
    ["", ""],
    ["Lead entry", "3"],
  ]);
  const edited = editRow(restored, rendered[1]!, "hours", "4");
  expect(edited.map(({ hours }) => hours)).toEqual(["61", "", "4"]);
});

test("a row that this device had named matches the row that the server renders without a name", () => {
  const inputs = { processes: [{ people: 2 }] };
  const pending = { inputs: { processes: [{ name: "Month end", people: 2 }] } };
  const restored = restoreDraft(
    { version: 3, inputs, about },
    { version: 3, keptAt: 0, pending, doubtful: [], texts: {} },
  )!;
  const rows = restored.texts.processes as ReturnType<typeof processTexts>;
  const edited = editRow(rows, processTexts(inputs.processes)[0]!, "hours", "4");
  expect(edited.map(({ name, people, hours }) => [name, people, hours])).toEqual([["Month end", "2", "4"]]);
  expect(restored.unsavable).toEqual([]);
});

test("an edit of a row that this device had removed restores the row, and no other row gets the edit", () => {
  const rendered = processTexts([{ name: "Month end" }, { name: "Lead entry" }]);
  const left = processTexts([{ name: "Lead entry" }]);
  expect(editRow(left, rendered[0]!, "hours", "4").map(({ name, hours }) => [name, hours])).toEqual([
    ["Lead entry", ""],
    ["Month end", "4"],
  ]);
});
