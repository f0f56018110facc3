import { type CellStyle, type WriteSheet, writeXlsx } from "hucre/xlsx";
import type { Look, Sheet, SheetCell, SheetValidation, Workbook } from "#app/features/roi/workbook/workbook-shape.ts";
import { firmName } from "#app/lib/firm.ts";
import { type StoredFormula, sharedFormulas } from "./shared-formulas.ts";

/**
 * Writes a workbook as an XLSX file: formulas with stored results, validations, one set of fonts and colors. The same workbook produces
 * the same bytes: every time in it is `madeAt`. Typed text is stored in cells with the text format, so that a name such as
 * `=HYPERLINK(…)` is never treated as a formula, even after an edit.
 */
export async function workbookFile(workbook: Workbook, madeAt: Date): Promise<Uint8Array> {
  return writeXlsx({
    sheets: workbook.sheets.map(sheetOf),
    properties: { title: workbook.title, creator: firmName(), created: madeAt, modified: madeAt },
    stringMode: "shared",
    defaultFont: { name: "Arial", size: 10 },
  });
}

function sheetOf(sheet: Sheet): WriteSheet {
  const rows: WriteSheet["rows"] = [];
  const cells: NonNullable<WriteSheet["cells"]> = new Map();
  const formulas = sharedFormulas(sheet.cells);
  for (const cell of sheet.cells) cells.set(`${cell.row - 1},${cell.column - 1}`, cellOf(cell, formulas.get(cell)));
  return {
    name: sheet.name,
    rows,
    cells,
    columns: sheet.widths.map((width) => ({ width })),
    dataValidations: sheet.validations.map(validationOf),
    rowDefs: new Map(
      sheet.cells.filter(({ look }) => look in heights).map(({ row, look }) => [row - 1, { height: heights[look]! }]),
    ),
    ...(sheet.frozenRows > 0 ? { freezePane: { rows: sheet.frozenRows } } : {}),
    view: { showGridLines: false },
    pageSetup: {
      paperSize: "a4",
      orientation: sheet.landscape ? "landscape" : "portrait",
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: sheet.onePage ? 1 : 0,
    },
  };
}

function cellOf({ value, look }: SheetCell, formula: StoredFormula | undefined) {
  const style = styles[look];
  if (!formula) return { value: value === "" ? null : value, style };
  // Never rounded: LibreOffice and previews show stored results, and LibreOffice computes edited cells from them (decision 0081).
  const result = { value, formulaResult: value, style };
  if (formula.kind === "own") return { ...result, formula: formula.text };
  const shared = { ...result, formulaType: "shared" as const, formulaSharedIndex: formula.index };
  return formula.kind === "repeat"
    ? { ...shared, formula: "" }
    : { ...shared, formula: formula.text, formulaRef: formula.range };
}

function validationOf(validation: SheetValidation): NonNullable<WriteSheet["dataValidations"]>[number] {
  const { range, message, warning } = validation;
  return {
    range: range.replaceAll("$", ""),
    allowBlank: true,
    showErrorMessage: true,
    errorTitle: warning ? "Not on the list" : "That does not fit",
    errorMessage: message,
    errorStyle: warning ? "warning" : "stop",
    ...(validation.kind === "list"
      ? { type: "list", formula1: validation.source }
      : {
          type: validation.kind,
          operator: "between",
          formula1: String(validation.low),
          formula2: String(validation.high),
        }),
  };
}

const ink = { rgb: "11202F" };
const quiet = { rgb: "56626D" };
const line = { style: "thin", color: { rgb: "B3B4AB" } } as const;
const font = { name: "Arial", size: 10, color: ink };
const pale = { type: "pattern", pattern: "solid", fgColor: { rgb: "F7EAB2" } } as const;
const setIn = { horizontal: "left", indent: 1 } as const;
const input = { font, fill: pale, border: { bottom: line } };
const headline = {
  font: { ...font, size: 14, bold: true, color: { rgb: "B0330A" } },
  alignment: { horizontal: "left" },
} as const;

const formats = {
  usd: "$#,##0;-$#,##0",
  cents: "$#,##0.00;-$#,##0.00",
  hours: "#,##0.00",
  share: "0.0###",
  months: "0.00",
} as const;

const styles: Readonly<Record<Look, CellStyle>> = {
  title: { font: { ...font, size: 18, bold: true } },
  heading: { font: { ...font, bold: true }, border: { bottom: { style: "medium", color: ink } } },
  label: { font },
  note: { font: { ...font, size: 9, color: quiet }, alignment: setIn },
  text: { font, alignment: setIn },
  usd: { font, numFmt: formats.usd },
  cents: { font, numFmt: formats.cents },
  hours: { font, numFmt: formats.hours },
  // Without a format: with "#,##0.####" programs show "45." for 45.
  number: { font },
  share: { font, numFmt: formats.share },
  percent: { font, numFmt: formats.hours },
  months: { font, numFmt: formats.months },
  "input-text": { ...input, numFmt: "@", alignment: setIn },
  "input-number": input,
  "input-usd": { ...input, numFmt: formats.cents },
  "input-share": { ...input, numFmt: formats.share },
  "headline-usd": { ...headline, numFmt: formats.usd },
  // Units are in a column of their own: some programs read text in a format as a date.
  "headline-number": { ...headline, numFmt: "#,##0.0" },
  "headline-text": headline,
};

/** In points; other rows fit their text. */
const heights: Partial<Record<Look, number>> = {
  title: 28,
  "headline-usd": 20,
  "headline-number": 20,
  "headline-text": 20,
};
