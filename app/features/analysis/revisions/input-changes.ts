import { categoryLabel } from "#app/features/content/tools/tool-labels.ts";
import { findTool } from "#app/features/content/tools/tools.ts";
import {
  activityLabels,
  focusLabels,
  frequencyLabels,
  outcomeLabels,
  revenueBandLabels,
} from "#app/features/roi/inputs/input-labels.ts";
import type { AssumptionOverrides, ModelInput, Process } from "#app/features/roi/inputs/model-input.ts";
import { currentModel, type ThreePoint } from "#app/features/roi/inputs/parameters.ts";
import { sameValue } from "#app/features/wizard/draft-merge.ts";
import { formatUsd } from "#app/lib/money.ts";
import { counted, formatNumber } from "#app/lib/numbers.ts";

export interface InputChange {
  /** The answer: `company.hourlyCost`, `processes.Proposals.hours`, `stack.hubspot`. */
  key: string;
  label: string;
  before: string | null;
  after: string | null;
}

/**
 * Returns the differing answers with labels, in the order of the wizard. Processes and tools are matched by name, so a
 * moved row is not a change; rows with the same name are matched in order.
 */
export function inputChanges(before: ModelInput, after: ModelInput): InputChange[] {
  return [
    ...companyChanges(before.company, after.company),
    ...stackChanges(before.stack, after.stack),
    ...processChanges(before.processes, after.processes),
    ...assumptionChanges(before.assumptions, after.assumptions),
  ];
}

type Company = ModelInput["company"];

const companyLines: readonly [keyof Company, string, (company: Company) => string][] = [
  ["employees", "Employees", ({ employees }) => formatNumber(employees)],
  ["revenueBand", "Annual revenue", ({ revenueBand }) => revenueBandLabels[revenueBand]],
  ["industry", "Industry", ({ industry }) => industry],
  ["focus", "Focus area", ({ focus }) => focusLabels[focus]],
  ["topOutcome", "Top outcome", ({ topOutcome }) => outcomeLabels[topOutcome]],
  ["hourlyCost", "Loaded cost per hour", ({ hourlyCost }) => formatUsd(hourlyCost)],
];

const companyChanges = (before: Company, after: Company): InputChange[] =>
  companyLines.flatMap(([key, label, words]) =>
    before[key] === after[key] ? [] : [{ key: `company.${key}`, label, before: words(before), after: words(after) }],
  );

function stackChanges(before: ModelInput["stack"], after: ModelInput["stack"]): InputChange[] {
  const price = (tool: ModelInput["stack"][number]) => `${formatUsd(tool.monthlyUsd)} a month`;
  return paired(before, after, (tool) => tool.id).flatMap(({ key, one, other }) => {
    const name = findTool(key)?.name ?? key;
    if (one && other) {
      const moved = (one.category ?? one.id) !== (other.category ?? other.id);
      const marked = (one.overlaps ?? true) !== (other.overlaps ?? true);
      if (one.monthlyUsd === other.monthlyUsd && !moved && !marked) return [];
      const words = (tool: typeof one) =>
        [
          ...(moved ? [categoryLabel(tool.category ?? tool.id)] : []),
          price(tool),
          ...(marked ? [tool.overlaps === false ? "not an overlap" : "may overlap"] : []),
        ].join(", ");
      return [{ key: `stack.${key}`, label: name, before: words(one), after: words(other) }];
    }
    return [{ key: `stack.${key}`, label: name, before: one ? price(one) : null, after: other ? price(other) : null }];
  });
}

const processLines: readonly [keyof Process, string, (process: Process) => string][] = [
  ["area", "area", ({ area }) => focusLabels[area]],
  ["activity", "activity", ({ activity }) => activityLabels[activity]],
  ["hours", "hours per person and week", ({ hours }) => String(hours)],
  ["people", "people", ({ people }) => String(people)],
  ["frequency", "frequency", ({ frequency }) => frequencyLabels[frequency]],
  ["pain", "pain", ({ pain }) => `${pain} of 5`],
  ["assumed", "hours", ({ assumed }) => (assumed ? "assumed" : "confirmed")],
];

function processChanges(before: readonly Process[], after: readonly Process[]): InputChange[] {
  const size = ({ hours, people }: Process) => `${hours} h a week each, ${counted(people, "person", "people")}`;
  return paired(before, after, (process) => process.name).flatMap(({ key, one, other }) => {
    if (!one || !other)
      return [
        { key: `processes.${key}`, label: key, before: one ? size(one) : null, after: other ? size(other) : null },
      ];
    return processLines.flatMap(([field, label, words]) =>
      (one[field] ?? false) === (other[field] ?? false)
        ? []
        : [{ key: `processes.${key}.${field}`, label: `${key}: ${label}`, before: words(one), after: words(other) }],
    );
  });
}

const assumptionLines: readonly [keyof AssumptionOverrides, string, (value: number | ThreePoint) => string][] = [
  ["weeks", "Working weeks a year", (value) => (typeof value === "number" ? String(value) : value.join(" / "))],
  ["adoption", "Adoption", (value) => shares(value)],
  ["capture", "Value capture", (value) => shares(value)],
];

const shares = (value: number | ThreePoint) =>
  (typeof value === "number" ? [value] : value).map((share) => `${Math.round(share * 1000) / 10}%`).join(" / ");

function assumptionChanges(
  before: AssumptionOverrides | undefined,
  after: AssumptionOverrides | undefined,
): InputChange[] {
  return assumptionLines.flatMap(([key, label, words]) => {
    const [one, other] = [before?.[key] ?? currentModel[key], after?.[key] ?? currentModel[key]];
    if (sameValue(one, other)) return [];
    return [{ key: `assumptions.${key}`, label, before: words(one), after: words(other) }];
  });
}

interface Pair<Row> {
  key: string;
  one: Row | undefined;
  other: Row | undefined;
}

/** Pairs the rows of both lists by key; repeated keys are matched in order. */
function paired<Row>(before: readonly Row[], after: readonly Row[], keyOf: (row: Row) => string): Pair<Row>[] {
  const left = [...after];
  const pairs = before.map((one): Pair<Row> => {
    const at = left.findIndex((row) => keyOf(row) === keyOf(one));
    return { key: keyOf(one), one, other: at >= 0 ? left.splice(at, 1)[0] : undefined };
  });
  return [...pairs, ...left.map((other): Pair<Row> => ({ key: keyOf(other), one: undefined, other }))];
}
