/*
 * A workbook as data: values, formulas and looks of its cells, independent of a file format.
 */

/** How a cell looks and which kind of number it holds; the writer turns it into fonts, fills and number formats. */
export type Look =
  | "title"
  | "heading"
  | "label"
  | "note"
  | "text"
  | "usd"
  | "cents"
  | "hours"
  | "number"
  | "share"
  | "percent"
  | "months"
  /** For the reader to change: pale ground, and text in it is never taken for a formula. */
  | "input-text"
  | "input-number"
  | "input-usd"
  | "input-share"
  /** The figures that matter, large. */
  | "headline-usd"
  | "headline-hours"
  | "headline-percent"
  | "headline-months"
  | "headline-text";

export interface SheetCell {
  /** From 1. */
  row: number;
  /** From 1; 1 is A. */
  column: number;
  value: string | number;
  /** Without the equals sign. */
  formula?: string;
  look: Look;
}

/** What may be entered in a range. A warning lets other values pass after a question. */
export type SheetValidation = { range: string; message: string; warning?: boolean } & (
  | { kind: "list"; source: string }
  | { kind: "whole" | "decimal"; low: number; high: number }
);

export interface Sheet {
  name: string;
  /** In characters, from column A. */
  widths: readonly number[];
  cells: readonly SheetCell[];
  validations: readonly SheetValidation[];
  /** Rows that stay in view. */
  frozenRows: number;
  landscape: boolean;
  /** Printed on one page; the others as many as they need. */
  onePage: boolean;
}

export interface Workbook {
  title: string;
  sheets: readonly Sheet[];
}
