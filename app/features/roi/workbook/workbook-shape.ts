/* A workbook as data: cells with values, formulas and styles, independent of a file format. */

/** The style and number kind of a cell; the writer maps it to fonts, fills and number formats. */
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
  /** An input: pale fill; its text is never interpreted as a formula. */
  | "input-text"
  | "input-number"
  | "input-usd"
  | "input-share"
  | "headline-usd"
  | "headline-number"
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

/** Allowed values of a range. With `warning`, other values are accepted after a confirmation. */
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
  frozenRows: number;
  landscape: boolean;
  /** Fitted to one page; other sheets use as many as they need. */
  onePage: boolean;
}

export interface Workbook {
  title: string;
  sheets: readonly Sheet[];
}
