import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { analyze } from "#app/features/roi/analysis.ts";
import type { ModelInput } from "#app/features/roi/model-input.ts";
import vectors from "#app/features/roi/vectors/public.json" with { type: "json" };
import { randomInputs } from "#app/features/roi/vectors/random-inputs.ts";
import { modelWorkbook } from "#app/features/roi/workbook.ts";
import { kitArchive } from "./archive.server.ts";
import { leanWorkbook } from "./lean-workbook.ts";
import { workbookFile } from "./workbook-file.server.ts";

/*
 * Opens the files in LibreOffice, without their stored results, which are then calculated, and with them, which LibreOffice shows as
 * they are. Compares the summary with the engine. Skipped without LibreOffice; docs/decisions/0081 and 0250 record the results.
 */
const office = spawnSync("soffice", ["--version"], { encoding: "utf8" }).status === 0;

const withoutResults = (file: Uint8Array) =>
  zipSync(
    Object.fromEntries(
      Object.entries(unzipSync(file)).map(([name, bytes]): [string, Uint8Array] => [
        name,
        name.startsWith("xl/worksheets/")
          ? strToU8(strFromU8(bytes).replace(/(<\/f>|<f [^>]*\/>)<v>[^<]*<\/v>/g, "$1"))
          : bytes,
      ]),
    ),
  );

const worked = vectors["V1 SaaS 45 people"].input as ModelInput;
const halfAssumed: ModelInput = {
  ...worked,
  processes: worked.processes.map((process, index) => (index % 2 === 0 ? process : { ...process, assumed: true })),
};

const about = { title: "Trial", note: "" };
const analysisOf = (input: ModelInput) => modelWorkbook(input, "analysis", { ...about, analysis: analyze(input) });

test("results are stored as the model computed them, never rounded; the kit stores those of its first sheets and assumptions", async () => {
  const { workbook } = analysisOf(worked);
  const read = await readXlsx(await workbookFile(workbook, new Date(0)));
  let checked = 0;
  for (const { name, cells } of workbook.sheets) {
    const { rows } = read.sheets.find((sheet) => sheet.name === name)!;
    for (const { row, column, value, formula } of cells) {
      if (formula === undefined) continue;
      expect(rows[row - 1]?.[column - 1] ?? "", `${name} ${row},${column}`).toBe(value);
      checked += 1;
    }
  }
  expect(checked).toBe(1448);
  const files = unzipSync(await kitArchive(readFileSync("LICENSE", "utf8")));
  const missing = Object.entries(unzipSync(files["ROI-Calculator.xlsx"]!)).flatMap(([name, bytes]) =>
    /<f[^>]*(?:\/>|>[^<]*<\/f>)<\/c>/.test(strFromU8(bytes).replace(/<c[^>]*t="str"[^>]*>.*?<\/c>/g, "")) ? name : [],
  );
  expect(missing).toEqual(["xl/worksheets/sheet4.xml", "xl/worksheets/sheet5.xml"]);
});

test.skipIf(!office)(
  "recalculated by LibreOffice, kit calculator and analysis equal the engine, with and without stored results",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "gtmarc-office-"));
    const inputs: [string, ModelInput][] = [
      ...Object.entries(vectors).map(([, { input }], index): [string, ModelInput] => [
        `vector-${index}`,
        input as ModelInput,
      ]),
      ["half-assumed", halfAssumed],
      ...randomInputs(10, 7).map((input, index): [string, ModelInput] => [`random-${index}`, input]),
    ];
    for (const [name, input] of inputs) {
      const file = await workbookFile(analysisOf(input).workbook, new Date(0));
      writeFileSync(join(folder, `${name}.xlsx`), withoutResults(file));
      writeFileSync(join(folder, `${name}-as-stored.xlsx`), file);
    }
    const { workbook } = modelWorkbook(inputs[0]![1], "calculator", about);
    const kit = leanWorkbook(await workbookFile(workbook, new Date(0)), [4, 5]);
    writeFileSync(join(folder, "kit.xlsx"), withoutResults(kit));
    writeFileSync(join(folder, "kit-as-stored.xlsx"), kit);
    try {
      const files = [...inputs.map(([name]) => name), "kit"].flatMap((name) => [name, `${name}-as-stored`]);
      execFileSync(
        "soffice",
        [
          `-env:UserInstallation=file://${folder}/profile`,
          "--headless",
          "--convert-to",
          "xlsx",
          "--outdir",
          join(folder, "out"),
          ...files.map((name) => join(folder, `${name}.xlsx`)),
        ],
        { stdio: "ignore", timeout: 280_000 },
      );
      let checked = 0;
      for (const name of files) {
        const isKit = name.startsWith("kit");
        const input = isKit ? inputs[0]![1] : inputs.find(([it]) => it === name.replace("-as-stored", ""))![1];
        const size = isKit ? "calculator" : "analysis";
        const { figures } = modelWorkbook(
          input,
          size,
          size === "analysis" ? { ...about, analysis: analyze(input) } : about,
        );
        const read = await readXlsx(readFileSync(join(folder, "out", `${name}.xlsx`)));
        const rows = read.sheets.find((sheet) => sheet.name === "Summary")!.rows;
        for (const [field, { row, column, value }] of figures) {
          const found = rows[row - 1]?.[column - 1] ?? "";
          const isClose =
            typeof value === "number"
              ? Math.abs(Number(found) - value) <= 1e-6 * Math.max(1, Math.abs(value))
              : found === value;
          if (!isClose) expect.fail(`${name}, ${field}: LibreOffice ${String(found)}, here ${value}`);
          checked += 1;
        }
      }
      expect(checked).toBeGreaterThan(1800);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
