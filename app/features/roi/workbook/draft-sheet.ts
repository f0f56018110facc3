import type { Formula, Scalar, Span } from "./formula.ts";
import type { Look, Sheet, SheetCell, SheetValidation } from "./workbook-shape.ts";

/** A cell that formulas can reference; its text is its address with the sheet name. */
export interface Ref<Value extends Scalar = Scalar> extends Formula<Value> {
  row: number;
  column: number;
}

export class DraftSheet {
  readonly name: string;
  readonly #cells: SheetCell[] = [];
  readonly #validations: SheetValidation[] = [];

  constructor(name: string) {
    this.name = name;
  }

  put<Value extends Scalar>(row: number, column: number, content: Formula<Value> | Value, look: Look): Ref<Value> {
    const isFormula = typeof content === "object";
    const value = (isFormula ? content.value : content) as Value;
    const shown = typeof value === "boolean" ? (value ? 1 : 0) : (value as string | number);
    if (typeof shown === "number" && !Number.isFinite(shown))
      throw new Error(`${this.name}!${address(row, column)} is no number`);
    if (shown !== "" || isFormula)
      this.#cells.push({
        row,
        column,
        value: shown,
        ...(isFormula ? { formula: content.text.replaceAll(`${this.name}!`, "") } : {}),
        look,
      });
    return { text: `${this.name}!${address(row, column)}`, value, rank: 3, row, column };
  }

  /** A constant; zeros are omitted, since an empty cell counts as zero. */
  known<Value extends string | number>(row: number, column: number, value: Value, look: Look): Ref<Value> {
    if (value !== 0) return this.put(row, column, value, look);
    return { text: `${this.name}!${address(row, column)}`, value, rank: 3, row, column };
  }

  /** An input cell; while it is empty, formulas read it as `empty`. */
  slot<Value extends Scalar>(
    row: number,
    column: number,
    value: Value | undefined,
    empty: Value,
    look: Look,
  ): Ref<Value> {
    if (value !== undefined && value !== "") return this.put(row, column, value, look);
    this.#cells.push({ row, column, value: "", look });
    return { text: `${this.name}!${address(row, column)}`, value: empty, rank: 3, row, column };
  }

  line(row: number, column: number, contents: readonly (Formula | Scalar)[], look: Look): void {
    for (const [index, content] of contents.entries()) this.put(row, column + index, content, look);
  }

  validate(validation: SheetValidation): void {
    this.#validations.push(validation);
  }

  sheet(options: { widths: readonly number[]; frozenRows?: number; landscape?: boolean; onePage?: boolean }): Sheet {
    return {
      name: this.name,
      widths: options.widths,
      cells: this.#cells,
      validations: this.#validations,
      frozenRows: options.frozenRows ?? 0,
      landscape: options.landscape ?? false,
      onePage: options.onePage ?? false,
    };
  }
}

/** The range of these cells, which must be contiguous in one row or column. */
export function span<Value extends Scalar>(refs: readonly Ref<Value>[]): Span<Value> {
  const [first, last] = [refs[0]!, refs.at(-1)!];
  return {
    text: `${first.text}:${address(last.row, last.column)}`,
    values: refs.map(({ value }) => value),
  };
}

/** Absolute address: row 7, column 2 → `$B$7`, so that a copied formula keeps its references. */
export const address = (row: number, column: number) => `$${columnName(column)}$${row}`;

export const columnName = (column: number): string =>
  column > 26
    ? columnName(Math.floor((column - 1) / 26)) + columnName(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column);
