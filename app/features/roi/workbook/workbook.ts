import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import type { Analysis } from "../analysis-shape.ts";
import { assumptionRows } from "../inputs/assumptions-table.ts";
import { bounds } from "../inputs/bounds.ts";
import type { ModelInput } from "../inputs/model-input.ts";
import { assumptionsWith, type ModelVersion, modelVersion } from "../inputs/parameters.ts";
import { adviceTitle } from "../wording/advice.ts";
import { assumptionsPart } from "./assumptions-part.ts";
import { cashPart } from "./cash-part.ts";
import { cataloguePart, listed } from "./catalogue-part.ts";
import { choicePart } from "./choice-part.ts";
import { inputsPart } from "./inputs-part.ts";
import { moneyPart } from "./money-part.ts";
import { type SummaryCells, summaryPart } from "./summary-part.ts";
import type { Workbook } from "./workbook-shape.ts";

/*
 * The return model as a spreadsheet: the same eight steps in cells, so that a reader can trace any figure, change an
 * input and watch the choice, the price and the cash flow follow. No macros, no external links.
 *
 * Every formula is made together with its value (workbook/formula.ts), so a cell shows the right number before any
 * recalculation; the tests compare those values with the engine, and LibreOffice with both. Percentiles use the closed
 * form of the labor value: a spreadsheet draws no random numbers.
 */

/** Number of rows for tools and processes. The calculator is small: its archive is limited to 38 KiB. */
export type WorkbookSize = "calculator" | "analysis";

const sizes = {
  calculator: { tools: 12, processes: 7 },
  analysis: { tools: 30, processes: bounds.processes.max },
} as const;

export interface WorkbookAbout {
  title: string;
  note: string;
  warning?: string;
  analysis?: Analysis;
}

/**
 * Builds the whole model for one input. Adds rows if the input has more than the size provides.
 *
 * @returns the workbook, and the position of each figure of an analysis on its summary
 */
export function modelWorkbook(
  input: ModelInput,
  size: WorkbookSize,
  about: WorkbookAbout,
  version: ModelVersion = about.analysis?.modelVersion ?? modelVersion,
): { workbook: Workbook; figures: SummaryCells } {
  const rows = {
    tools: Math.max(sizes[size].tools, input.stack.length),
    processes: Math.max(sizes[size].processes, input.processes.length),
  };
  const catalogue = cataloguePart();
  const assumptions = assumptionsPart(
    assumptionRows(input.company, assumptionsWith(input.assumptions, version)),
    size === "analysis",
  );
  const inputs = inputsPart(version === "1.0" ? withoutMarks(input) : input, rows, catalogue, about);
  const choice = choicePart(inputs, assumptions, catalogue);
  const money = moneyPart(choice.sheet, inputs, assumptions, catalogue, choice, version);
  const cash = cashPart(assumptions, money);
  const summary = summaryPart(
    { inputs, assumptions, catalogue, choice, money, cash },
    {
      ...about,
      drawn: about.analysis ? drawnFigures(about.analysis) : [],
      drawnAdvice: about.analysis && adviceTitle(about.analysis),
    },
    version,
  );
  const columns = Array<number>(listed.length).fill(11);
  return {
    workbook: numberedAs(size, {
      title: about.title,
      sheets: [
        inputs.sheet.sheet({ widths: [36, 28, 26, 13, 14, 32, 16, 15, 14], landscape: true }),
        summary.sheet.sheet({ widths: [46, 22, 16, 14, 14, 14, 14, 18], onePage: true }),
        assumptions.sheet.sheet({
          widths: [40, 30, 9, 12, 9, 15, 11, 16, 80],
          frozenRows: 4,
          landscape: true,
          onePage: true,
        }),
        choice.sheet.sheet({ widths: [46, 14, 14, ...columns], landscape: true }),
        cash.sheet.sheet({ widths: [44, 20, 20, 22, 22, 14], frozenRows: 4 }),
        catalogue.sheet.sheet({ widths: [46, 20, 4, ...columns], frozenRows: 5, landscape: true }),
      ],
    }),
    figures: summary.cells,
  };
}

const sheetOfHeading: Readonly<Record<string, string>> = {
  "Manual processes": sheetCodes.map,
  "Tech stack": sheetCodes.tools,
  "The five, best first": sheetCodes.opportunities,
  Calculation: sheetCodes.opportunities,
  "Over time": sheetCodes.returnModel,
  "Cash flow": sheetCodes.returnModel,
  Assumptions: sheetCodes.assumptions,
};

/** Adds sheet numbers to the headings of an analysis: `Tech stack, sheet A-05`. The kit's calculator has none. */
function numberedAs(size: WorkbookSize, workbook: Workbook): Workbook {
  if (size === "calculator") return workbook;
  const sheets = workbook.sheets.map((sheet) => ({
    ...sheet,
    cells: sheet.cells.map((cell) => {
      const code = cell.look === "title" || cell.look === "heading" ? sheetOfHeading[cell.value] : undefined;
      return code ? { ...cell, value: `${cell.value}, sheet ${code}` } : cell;
    }),
  }));
  return { ...workbook, sheets };
}

/** Removes assumed hours and complements, which model 1.0 does not have. */
const withoutMarks = (input: ModelInput): ModelInput => ({
  ...input,
  stack: input.stack.map(({ overlaps: _, ...tool }) => tool),
  processes: input.processes.map(({ assumed: _, ...process }) => process),
});

function drawnFigures({ range, projectRange }: Analysis): [string, number | null][] {
  const three = (label: string, [p10, p50, p90]: readonly (number | null)[]): [string, number | null][] => [
    [`${label}, P10`, p10 ?? null],
    [`${label}, P50`, p50 ?? null],
    [`${label}, P90`, p90 ?? null],
  ];
  return [
    ...three("Hours saved per week", range.hoursPerWeek),
    ...three("Yearly value", range.annualValue),
    ...three("First-year net, project alone", projectRange.netY1),
    ...three("First-year net, with retainer", range.netY1),
    ...three("Three-year value, project alone", projectRange.npv3),
    ...three("Three-year value, with retainer", range.npv3),
    ["Probability of a first year above zero, project alone", projectRange.probPositiveY1],
    ["Probability of a first year above zero, with retainer", range.probPositiveY1],
  ];
}
