import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { sumOf } from "#app/features/roi/model/arithmetic.ts";
import { analyze } from "#app/features/roi/roi.ts";
import vectors from "#app/features/roi/vectors/public.json" with { type: "json" };
import { randomInputs } from "#app/features/roi/vectors/random-inputs.ts";
import { modelWorkbook } from "#app/features/roi/workbook/workbook.ts";
import type { Workbook } from "#app/features/roi/workbook/workbook-shape.ts";
import { calculator, kitArchive } from "./archive.server.ts";
import { leanWorkbook } from "./lean-workbook.ts";
import { workbookFile } from "./workbook-file.server.ts";

/*
 * Opens the files in LibreOffice, without their stored results, which are then calculated, and with them, which LibreOffice shows as
 * they are. Compares every cell with the model; other tests compare the model's summary with the engine. Skipped without LibreOffice;
 * docs/decisions/0081 records the results.
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

test("analysis and kit store every result as the model computed it, never rounded", async () => {
  const stored = async (workbook: Workbook, file: Uint8Array) => {
    const read = await readXlsx(file);
    const parts = Object.values(unzipSync(file)).map((bytes) => strFromU8(bytes));
    expect(parts.filter((part) => /(<\/f>|<f [^>]*\/>)<\/c>/.test(part))).toEqual([]);
    let checked = 0;
    for (const { name, cells } of workbook.sheets) {
      const { rows } = read.sheets.find((sheet) => sheet.name === name)!;
      for (const { row, column, value, formula } of cells) {
        if (value !== "") expect(rows[row - 1]?.[column - 1], `${name} ${row},${column}`).toBe(value);
        checked += formula === undefined ? 0 : 1;
      }
    }
    expect(sumOf(parts, (part) => part.match(/<f[ >]/g)?.length ?? 0)).toBe(checked);
    return checked;
  };
  const { workbook } = analysisOf(worked);
  expect(await stored(workbook, await workbookFile(workbook, new Date(0)))).toBe(1438);
  const kit = unzipSync(await kitArchive(readFileSync("LICENSE", "utf8")))["ROI-Calculator.xlsx"]!;
  expect(await stored(calculator(), kit)).toBe(903);
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
    const kit = leanWorkbook(await workbookFile(calculator(), new Date(0)));
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
        const input = inputs.find(([it]) => it === name.replace("-as-stored", ""))?.[1];
        const read = await readXlsx(readFileSync(join(folder, "out", `${name}.xlsx`)));
        for (const sheet of (input ? analysisOf(input).workbook : calculator()).sheets) {
          const { rows } = read.sheets.find((it) => it.name === sheet.name)!;
          for (const { row, column, value } of sheet.cells) {
            const found = rows[row - 1]?.[column - 1] ?? "";
            const isClose =
              typeof value === "number"
                ? Math.abs(Number(found) - value) <= 1e-6 * Math.max(1, Math.abs(value))
                : found === value;
            if (!isClose)
              expect.fail(`${name}, ${sheet.name} ${row},${column}: LibreOffice ${String(found)}, here ${value}`);
            checked += 1;
          }
        }
      }
      expect(checked).toBeGreaterThan(80_000);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
