import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { sheet } from "#app/ui/pdf/ink.server.ts";
import { renderPdf } from "#app/ui/pdf/rendering.server.ts";
import { analysisPdf } from "#tests/fixtures/analysis-pdf.ts";
import { AnalysisDocument } from "./analysis-document.server.tsx";

/* Layout faults at any page break. Uses pdftotext (poppler) and is skipped where it is not installed. */

const hasReader = spawnSync("pdftotext", ["-v"]).status === 0;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gtmarc-pages-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Word {
  left: number;
  right: number;
  top: number;
  bottom: number;
  text: string;
}

/** Above the footer, from top to bottom. */
async function pagesOf(inputs: ModelInput): Promise<Word[][]> {
  const file = join(folder, "analysis.pdf");
  writeFileSync(file, await renderPdf(<AnalysisDocument pdf={analysisPdf(inputs)} />));
  const { stdout } = spawnSync("pdftotext", ["-bbox", file, "-"], { encoding: "utf8" });
  return stdout.split("<page ").slice(1).map(wordsOf);
}

function wordsOf(page: string): Word[] {
  const height = Number(/height="([\d.]+)"/.exec(page)?.[1]);
  const found = page.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</g);
  return [...found]
    .map(([, left, top, right, bottom, text]) => ({
      left: Number(left),
      right: Number(right),
      top: Number(top),
      bottom: Number(bottom),
      text: text!,
    }))
    .filter(({ top }) => top < height - sheet.bottom)
    .sort((one, other) => one.top - other.top);
}

/** Words of which at least a third is covered by another. */
function covered(words: readonly Word[]): string[] {
  return words.flatMap((one, index) =>
    words.slice(index + 1).flatMap((other) => {
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      const smaller = Math.min(...[one, other].map(({ left, right, top, bottom }) => (right - left) * (bottom - top)));
      return wide > 0 && high > 0 && wide * high > smaller / 3 ? [`${one.text} / ${other.text}`] : [];
    }),
  );
}

const processes = (count: number): ModelInput["processes"] =>
  Array.from({ length: count }, (_, index) => ({
    ...exampleFirm.processes[index % exampleFirm.processes.length]!,
    name:
      index % 3 === 0 ? `Work number ${index + 1} with a name that takes a second line` : `Work number ${index + 1}`,
  }));

test
  .runIf(hasReader)
  .each(process.env["EVERY_BREAK"] ? Array.from({ length: 21 }, (_, count) => count) : [0, 6, 11, 13, 16])(
  "with %i processes every page can be read",
  async (count) => {
    const pages = await pagesOf({ ...exampleFirm, processes: processes(count) });
    expect(pages.length).toBeGreaterThanOrEqual(5);
    for (const [index, words] of pages.slice(1).entries()) {
      const page = `page ${index + 2}`;
      expect(covered(words), page).toEqual([]);
      expect(words.length, `${page} is nearly empty`).toBeGreaterThan(40);
      const last = words.at(-1)!;
      expect(last.bottom - last.top, `${page} ends with the heading “${last.text}”`).toBeLessThan(13);
    }
  },
);
