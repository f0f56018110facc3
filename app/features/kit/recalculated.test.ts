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
import { leanWorkbook } from "./lean-workbook.ts";
import { workbookFile } from "./workbook-file.server.ts";

/*
 * Removes the stored results from the files, recalculates them in LibreOffice, and compares the summary with the engine. Skipped
 * without LibreOffice; docs/decisions/0081 records the result.
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

test.skipIf(!office)(
  "recalculated by LibreOffice, kit calculator and analysis equal the engine within a cent",
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
    const about = { title: "Trial", note: "" };
    for (const [name, input] of inputs) {
      const { workbook } = modelWorkbook(input, "analysis", { ...about, analysis: analyze(input) });
      writeFileSync(join(folder, `${name}.xlsx`), withoutResults(await workbookFile(workbook, new Date(0))));
    }
    const { workbook } = modelWorkbook(inputs[0]![1], "calculator", about);
    writeFileSync(
      join(folder, "kit.xlsx"),
      withoutResults(leanWorkbook(await workbookFile(workbook, new Date(0)), [4, 5])),
    );
    try {
      const files = [...inputs.map(([name]) => name), "kit"];
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
        const input = name === "kit" ? inputs[0]![1] : inputs.find(([it]) => it === name)![1];
        const size = name === "kit" ? "calculator" : "analysis";
        const { figures } = modelWorkbook(
          input,
          size,
          size === "analysis" ? { ...about, analysis: analyze(input) } : about,
        );
        const read = await readXlsx(readFileSync(join(folder, "out", `${name}.xlsx`)));
        const rows = read.sheets.find((sheet) => sheet.name === "Summary")!.rows;
        for (const [field, { row, column, value }] of figures) {
          const found = rows[row - 1]?.[column - 1] ?? "";
          const isClose = typeof value === "number" ? Math.abs(Number(found) - value) <= 0.01 : found === value;
          if (!isClose) expect.fail(`${name}, ${field}: LibreOffice ${String(found)}, here ${value}`);
          checked += 1;
        }
      }
      expect(checked).toBeGreaterThan(900);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
