import type { SheetCell } from "#app/features/roi/workbook/workbook-shape.ts";

/** A formula as stored in the file: in full, in full with the range that repeats it, or as a reference to it. */
export type StoredFormula =
  | { kind: "own"; text: string }
  | { kind: "first"; text: string; index: number; range: string }
  | { kind: "repeat"; index: number };

const reference = /\$([A-Z]{1,2})\$(\d+)/g;

/**
 * Stores formulas that repeat from cell to cell once: the first cell has the formula, the others in its row, column or block refer to
 * it. Relative references lose their dollar sign, so that copying such a formula works as expected. Saves two thirds of the file.
 */
export function sharedFormulas(cells: readonly SheetCell[]): Map<SheetCell, StoredFormula> {
  const byPlace = new Map(cells.map((cell) => [`${cell.row},${cell.column}`, cell]));
  const stored = new Map<SheetCell, StoredFormula>();
  const isFree = (cell: SheetCell | undefined): cell is SheetCell => cell?.formula !== undefined && !stored.has(cell);
  /** The cells from this one on, to the right or downwards, as long as their formulas are shifted copies of this one. */
  const runFrom = (first: SheetCell, step: Step): SheetCell[] => {
    const run = [first];
    let moves: string | undefined;
    for (;;) {
      const before = run.at(-1)!;
      const next = byPlace.get(`${before.row + step.rows},${before.column + step.columns}`);
      const found = isFree(next) ? movesBetween(before.formula!, next.formula!, step) : null;
      if (found === null || (moves !== undefined && found !== moves)) return run;
      moves = found;
      run.push(next!);
    }
  };
  /** The columns below these cells, cut to one height; null unless all of them, and all of its rows, move alike. */
  const blockBelow = (across: readonly SheetCell[]): SheetCell[][] | null => {
    const columns = across.map((top) => runFrom(top, down));
    const height = Math.min(...columns.map(({ length }) => length));
    const [sideways, downwards] = [movesOf(across[0]!, across[1], right), movesOf(across[0]!, columns[0]![1], down)];
    if (across.length < 2 || height < 2 || columns.some(([top, next]) => movesOf(top!, next, down) !== downwards))
      return null;
    const isRow = (start: SheetCell) => {
      const row = runFrom(start, right);
      return row.length >= across.length && movesOf(start, row[1], right) === sideways;
    };
    return columns[0]!.slice(1, height).every(isRow) ? columns.map((column) => column.slice(0, height)) : null;
  };
  let index = 0;
  for (const cell of cells.toSorted((one, other) => one.row - other.row || one.column - other.column)) {
    if (!isFree(cell)) continue;
    const across = runFrom(cell, right);
    const below = runFrom(cell, down);
    const block = blockBelow(across);
    const run = block?.flat() ?? (across.length >= below.length ? across : below);
    if (run.length < 2) {
      stored.set(cell, { kind: "own", text: cell.formula! });
      continue;
    }
    stored.set(cell, {
      kind: "first",
      index,
      range: `${nameOf(cell)}:${nameOf(run.at(-1)!)}`,
      text: relativeText(cell, run === below ? undefined : across[1], run === across ? undefined : below[1]),
    });
    for (const follower of run.slice(1)) stored.set(follower, { kind: "repeat", index });
    index += 1;
  }
  return stored;
}

interface Step {
  rows: number;
  columns: number;
}
const right: Step = { rows: 0, columns: 1 };
const down: Step = { rows: 1, columns: 0 };

/**
 * Compares the references of two formulas: "m" for each that moved by one step and "s" for each that is the same; null if anything else
 * differs.
 */
function movesBetween(one: string, other: string, step: Step): string | null {
  if (one.replace(reference, "@") !== other.replace(reference, "@")) return null;
  const [ones, others] = [[...one.matchAll(reference)], [...other.matchAll(reference)]];
  let moves = "";
  for (const [place, [, column, row]] of ones.entries()) {
    const [, nextColumn, nextRow] = others[place]!;
    const columns = numberOf(nextColumn!) - numberOf(column!);
    const rows = Number(nextRow) - Number(row);
    if (columns === 0 && rows === 0) moves += "s";
    else if (columns === step.columns && rows === step.rows) moves += "m";
    else return null;
  }
  return moves;
}

const movesOf = (one: SheetCell, other: SheetCell | undefined, step: Step) =>
  other && movesBetween(one.formula!, other.formula!, step);

/** The formula of the first cell of a range; references lose the dollar sign in the directions in which they move. */
function relativeText(first: SheetCell, next: SheetCell | undefined, below: SheetCell | undefined): string {
  const across = movesOf(first, next, right);
  const downwards = movesOf(first, below, down);
  let place = 0;
  return first.formula!.replace(reference, (_whole, column: string, row: string) => {
    const text = `${across?.[place] === "m" ? "" : "$"}${column}${downwards?.[place] === "m" ? "" : "$"}${row}`;
    place += 1;
    return text;
  });
}

const numberOf = (column: string) => [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

const nameOf = ({ row, column }: SheetCell) =>
  (column > 26 ? String.fromCharCode(64 + Math.floor((column - 1) / 26)) : "") +
  String.fromCharCode(65 + ((column - 1) % 26)) +
  row;
