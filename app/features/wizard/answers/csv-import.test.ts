import fc from "fast-check";
import { expect, test } from "vitest";
import { bounds } from "#app/features/roi/inputs/bounds.ts";
import { csvLimits, readProcessesCsv, readToolsCsv } from "./csv-import.ts";
import { emptyProcess } from "./process-text.ts";
import { chooseFromCatalogue } from "./stack-text.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const nothing = { chosen: [], employees: 45 };
const noRows = { rows: [], area: "revenue" as const };
const toolsOf = (text: string, state: Parameters<typeof readToolsCsv>[1] = nothing) => readToolsCsv(bytes(text), state);
const processesOf = (text: string, state: Parameters<typeof readProcessesCsv>[1] = noRows) =>
  readProcessesCsv(bytes(text), state);

test("tools are recognized by name, with the file's cost or the list price", () => {
  const read = toolsOf('Tool;Monthly Cost;Category\r\nhubspot;"1.500,50";\r\nSlack;;\r\nHome grown;$1.6k;CRM\r\n\r\n');
  expect(read).toMatchObject({ kind: "read", faults: [], items: [{ item: { cost: "1500.5" } }, {}, {}] });
  expect(toolsOf("Tool;Cost\nHubSpot;1.500")).toMatchObject({
    faults: [{ line: 2, message: "HubSpot: 1.500 can mean 1,500 or 1.5. Enter 1500 or 1.5." }],
  });
  const good = toolsOf("Tool,Monthly Cost,Category\nHubSpot,1500.5,\nSlack,,\nHome grown,$1.6k,CRM\n\n");
  expect(good).toEqual({
    kind: "read",
    ...{ faults: [], unused: [] },
    items: [
      { line: 2, item: { ...chooseFromCatalogue("hubspot", 45), cost: "1500.5" } },
      { line: 3, item: chooseFromCatalogue("slack", 45) },
      { line: 4, item: { id: "Home grown", name: "Home grown", category: "crm", cost: "1600" } },
    ],
  });
});

test("columns with values that are not read are named", () => {
  expect(processesOf("Process,Hrs,Owner,Empty\nQuotes,4.5,Dana,\nReports,,,,later\n")).toMatchObject({
    items: [{ item: { name: "Quotes", hours: "" } }, {}],
    unused: ["Hrs", "Owner", "Column 5"],
  });
  expect(toolsOf("Tool,Cost,Seats\nSlack,8,40")).toMatchObject({ unused: ["Seats"] });
  expect(toolsOf(`Tool,Cost,${"x".repeat(900)}\nSlack,8,40,1,2`)).toMatchObject({
    unused: [`${"x".repeat(39)}…`, "Columns 4 to 5"],
  });
});

test("an invalid line is reported with its number and the reason, and the others are read", () => {
  const read = toolsOf("name,cost,category\n,5,\nClose,many,\nOddity,5,rockets\nZoom,20,\nzoom,30,\n");
  expect(read).toMatchObject({ kind: "read", items: [{ line: 5 }] });
  expect(read.kind === "read" && read.faults).toEqual([
    { line: 2, message: "The name is missing." },
    { line: 3, message: expect.stringContaining('"many" is not a monthly cost') },
    { line: 4, message: expect.stringContaining('the category "rockets" is not known') },
    { line: 6, message: expect.stringContaining("is in your list already") },
  ]);
});

test("marks of a missing value and invisible text are empty cells", () => {
  for (const cell of ["#N/A", "None", "n/a", "-", "\u200b"]) {
    expect(
      processesOf(`process,hours,people,activity\n${cell},4,2,\nQuotes,${cell},${cell},${cell}\n`),
      cell,
    ).toMatchObject({
      items: [{ line: 3, item: { name: "Quotes", hours: "", people: "", activity: "" } }],
      faults: [{ line: 2, message: "The name is missing." }],
    });
    expect(toolsOf(`tool,cost,category\n${cell},4,\nSlack,${cell},${cell}\n`), cell).toMatchObject({
      items: [{ line: 3, item: chooseFromCatalogue("slack", 45) }],
      faults: [{ line: 2, message: "The name is missing." }],
    });
  }
  const invisible = processesOf("process,hours,note\n\u200b,\u3164,\u2060\nQuotes,4,\u2800\n");
  expect(invisible).toMatchObject({ items: [{ line: 3 }], faults: [], unused: [] });
});

test("rows of the draft are never changed, and the list never exceeds its limit", () => {
  const chosen = [chooseFromCatalogue("slack", 45)!];
  const many = Array.from({ length: bounds.tools.max + 5 }, (_, at) => `Own ${at},5`).join("\n");
  const read = toolsOf(`tool,cost\nSlack,999\n${many}`, { chosen, employees: 45 });
  expect(read.kind === "read" && read.items).toHaveLength(bounds.tools.max - 1);
  expect(read.kind === "read" && read.faults[0]).toEqual({
    line: 2,
    message: "Slack is in your list already. Its cost there is kept.",
  });
  expect(read.kind === "read" && read.faults.at(-1)?.message).toContain("the list is full");
});

test("processes are read by the form's labels, and missing values stay empty", () => {
  const text = [
    "Process,Area,Activity,Hours per person per week,People,Frequency,Pain",
    "Quotes,Revenue Operations,Data entry,4.5,3,weekly,4",
    "Reports,,,,,,",
    "Leads,,routing,61,2,daily,3",
    "Calls,,flying,2,2,daily,3",
    "Half,,routing,2,1.5,daily,3",
  ].join("\n");
  const read = processesOf(text);
  expect(read).toMatchObject({
    kind: "read",
    items: [
      { item: { name: "Quotes", area: "revenue", activity: "data_entry", hours: "4.5", people: "3", pain: "4" } },
      { item: { name: "Reports", area: "revenue", activity: "", hours: "" } },
    ],
    faults: [{ line: 4 }, { line: 5 }, { line: 6 }],
  });
  expect(read.kind === "read" && read.faults[0]?.message).toContain('The file says "61".');
  const rows = [{ ...emptyProcess("a"), name: "Quotes " }];
  expect(processesOf(text, { rows, area: undefined })).toMatchObject({ items: [{ item: { name: "Reports" } }] });
});

test.each([
  ["a binary file", Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), "not a text file"],
  ["a file that is too large", new Uint8Array(csvLimits.bytes + 1).fill(65), "more than 200 kB"],
  ["a file of line ends", bytes("\n".repeat(csvLimits.lines + 1)), "more than 500 lines"],
  ["a file of delimiters", bytes(`tool${",".repeat(csvLimits.cells + 1)}`), "10,000 cells"],
  ["a file without a header", bytes("HubSpot,5\nSlack,6"), "first line must name the columns"],
  ["a header alone", bytes("tool,cost\n"), "no lines below the header"],
  ["an empty file", bytes(""), "first line must name the columns"],
])("%s is refused with the reason", (_, file, reason) => {
  for (const read of [readToolsCsv(file, nothing)])
    expect(read).toEqual({ kind: "refused", message: expect.stringContaining(reason) });
});

test("formulas, quotes and scripts are plain text", () => {
  const read = toolsOf('tool,cost\n"=cmd|\' /C calc\'!A0",5\n"<img src=x onerror=alert(1)>",6\n__proto__,7\n');
  expect(read.kind === "read" && read.items.map(({ item }) => item.id)).toEqual([
    "=cmd|' /C calc'!A0",
    "<img src=x onerror=alert(1)>",
    "__proto__",
  ]);
});

test("any file is either read or refused, and rows that were read are valid in the draft", () => {
  const cell = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("tool", "cost", "5", "slack", '"', "\n", ";"));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 8 }), (lines) => {
      const text = `tool,cost,process,hours\n${lines.map((cells) => cells.join(",")).join("\n")}`;
      const read = toolsOf(text);
      if (read.kind === "read")
        for (const { item } of read.items) {
          expect(item.id.length).toBeLessThanOrEqual(bounds.toolIdLength.max);
          expect(item.id.trim()).not.toBe("");
        }
      expect(["read", "refused"]).toContain(processesOf(text).kind);
    }),
  );
});
