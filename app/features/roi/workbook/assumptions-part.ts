import type { AssumptionRow } from "../inputs/assumptions-table.ts";
import { DraftSheet, type Ref, span } from "./draft-sheet.ts";
import { add, div, type Num, num, type Span, sub } from "./formula.ts";

export interface AssumptionCells {
  value: (key: string) => Num;
  /** Like `value`; `otherwise` if this version of the model has no such number. */
  valueOr: (key: string, otherwise: number) => Num;
  variance: (key: string) => Num;
  /** Like `value` and `variance`, of rows that follow each other. */
  values: (keys: readonly string[]) => Span;
  variances: (keys: readonly string[]) => Span;
  /** Low, most likely and high as entered; for the ramp, the three months. */
  points: (key: string) => [Num, Num, Num];
  sheet: DraftSheet;
}

const fixed = new Set(["horizonMonths"]);

/** Every number of the model with its origin (`reasons`: also its reason); three points and their mean if it varies. */
export function assumptionsPart(rows: readonly AssumptionRow[], reasons: boolean): AssumptionCells {
  const draft = new DraftSheet("Assumptions");
  draft.put(1, 1, "Assumptions", "title");
  draft.put(
    2,
    1,
    reasons
      ? "Every number behind the calculation. You can change the pale cells; everything else updates."
      : "You can change the pale cells; everything else updates. Numbers without a source are our own assumptions.",
    "note",
  );
  draft.line(
    4,
    1,
    ["What", "Unit", "Low", "Most likely", "High", "Mean or value", "Variance", "From", "Why, or where to read it"],
    "heading",
  );
  const values = new Map<string, Ref<number>>();
  const variances = new Map<string, Ref<number>>();
  const points = new Map<string, [Ref<number>, Ref<number>, Ref<number>]>();
  let row = 5;
  let group = "";
  for (const entry of rows) {
    if (entry.key === "hourlyCost") continue;
    if (entry.group !== group) {
      row += group === "" ? 0 : 1;
      draft.put(row, 1, entry.group, "heading");
      row += 1;
      group = entry.group;
    }
    draft.put(row, 1, entry.label, "label");
    if (reasons || entry.unit.length < 14) draft.put(row, 2, entry.unit, "note");
    if (typeof entry.value === "number") {
      const look = fixed.has(entry.key) ? "number" : "input-number";
      values.set(entry.key, draft.put(row, 6, entry.value, look));
    } else {
      const three = entry.value.map((value, index) => draft.put(row, 3 + index, value, "input-number")) as [
        Ref<number>,
        Ref<number>,
        Ref<number>,
      ];
      points.set(entry.key, three);
      if (entry.key !== "ramp") {
        values.set(entry.key, draft.put(row, 6, div(add(...three), 3), "number"));
        variances.set(entry.key, draft.put(row, 7, varianceOf(...three), "number"));
      }
    }
    if (reasons || entry.source === "source") draft.put(row, 8, entry.edited ? "your value" : entry.source, "note");
    if (reasons || entry.source === "source") draft.put(row, 9, entry.citation, "note");
    row += 1;
  }
  const found = <Value>(map: Map<string, Value>, key: string): Value => {
    const value = map.get(key);
    if (value === undefined) throw new Error(`the assumptions table has no ${key}`);
    return value;
  };
  const column = (map: Map<string, Ref<number>>, keys: readonly string[]) => {
    const refs = keys.map((key) => found(map, key));
    if (refs.some((ref, index) => ref.row !== refs[0]!.row + index))
      throw new Error("these rows are not in this order");
    return span(refs);
  };
  return {
    sheet: draft,
    value: (key) => found(values, key),
    valueOr: (key, otherwise) => values.get(key) ?? num(otherwise),
    points: (key) => found(points, key),
    variance: (key) => found(variances, key),
    values: (keys) => column(values, keys),
    variances: (keys) => column(variances, keys),
  };
}

/** Of the triangular distribution: (l² + m² + h² − lm − lh − mh) / 18. */
function varianceOf(low: Num, mode: Num, high: Num): Num {
  const square = (one: Num, other: Num): Num => ({
    text: `${one.text}*${other.text}`,
    value: one.value * other.value,
    rank: 2,
  });
  return div(
    sub(
      add(square(low, low), square(mode, mode), square(high, high)),
      add(square(low, mode), square(low, high), square(mode, high)),
    ),
    18,
  );
}
