import { bounds } from "#app/features/roi/inputs/bounds.ts";
import type { AssumptionOverrides, ModelInput, Process, Tool } from "#app/features/roi/inputs/model-input.ts";
import { currentModel, type ThreePoint } from "#app/features/roi/inputs/parameters.ts";
import { sameValue } from "#app/features/wizard/draft-merge.ts";
import { askedNumber, numberText, parseNumber } from "#app/lib/forms/typed-number.ts";
import { formatNumber } from "#app/lib/numbers.ts";

/*
 * The numbers of an input that a reader can adjust in the what-if view. A dial reads its number from an input and
 * writes it into a new one, within the bounds of the model. Messages are those of the wizard's forms.
 */

export interface Dial {
  /** Also the id of its field. */
  key: string;
  label: string;
  low: number;
  high: number;
  whole?: boolean;
  scale?: number;
  read: (input: ModelInput) => number;
  write: (input: ModelInput, value: number) => ModelInput;
}

export const hourlyCostDial: Dial = {
  key: "hourly-cost",
  label: "Loaded cost per hour",
  low: bounds.hourlyCostUsd.low,
  high: bounds.hourlyCostUsd.high,
  read: ({ company }) => company.hourlyCost,
  write: (input, hourlyCost) => ({ ...input, company: { ...input.company, hourlyCost } }),
};

export const weeksDial: Dial = {
  key: "weeks",
  label: "Working weeks a year",
  low: bounds.weeks.low,
  high: bounds.weeks.high,
  read: ({ assumptions }) => {
    const weeks = assumptions?.weeks ?? currentModel.weeks;
    return typeof weeks === "number" ? weeks : (weeks[0] + weeks[1] + weeks[2]) / 3;
  },
  write: (input, weeks) => withAssumption(input, "weeks", weeks),
};

const threePoints = ["adoption", "capture"] as const;
const points = ["low", "most likely", "high"] as const;

/** Three dials for low, most likely and high, in percent. */
export const shareDials = (key: "adoption" | "capture", name: string): readonly Dial[] =>
  points.map((point, index) => ({
    key: `${key}-${index}`,
    label: `${name}, ${point}`,
    low: 0,
    high: 1,
    scale: 100,
    read: (input) => threeOf(input, key)[index]!,
    write: (input, value) => {
      const three = threeOf(input, key).map((old, at) => (at === index ? value : old)) as [number, number, number];
      return withAssumption(input, key, three);
    },
  }));

export const processDial = (index: number, field: "hours" | "people"): Dial => ({
  key: `process-${index}-${field}`,
  label: field === "hours" ? "Hours per Person per Week" : "People",
  low: bounds[field].low,
  high: field === "hours" ? bounds.hours.high : bounds.employees.high,
  whole: field === "people",
  read: ({ processes }) => processes[index]?.[field] ?? 0,
  write: (input, value) => {
    const next = withProcess(input, index, { [field]: value });
    return value === input.processes[index]?.[field] ? next : withConfirmedHours(next, index);
  },
});

export const toolDial = (index: number, name: string): Dial => ({
  key: `tool-${index}`,
  label: `${name}: monthly cost in USD`,
  low: bounds.monthlyUsd.low,
  high: bounds.monthlyUsd.high,
  read: ({ stack }) => stack[index]?.monthlyUsd ?? 0,
  write: (input, monthlyUsd) => ({
    ...input,
    stack: input.stack.map((tool, at) => (at === index ? { ...tool, monthlyUsd } : tool)),
  }),
});

export const withConfirmedHours = (input: ModelInput, index: number): ModelInput => ({
  ...input,
  processes: input.processes.map((process, at) => {
    if (at !== index) return process;
    const { assumed: _, ...confirmed } = process;
    return confirmed;
  }),
});

export const withTool = (input: ModelInput, index: number, change: Partial<Tool>): ModelInput => ({
  ...input,
  stack: input.stack.map((tool, at) => (at === index ? { ...tool, ...change } : tool)),
});

export const withProcess = (input: ModelInput, index: number, change: Partial<Process>): ModelInput => ({
  ...input,
  processes: input.processes.map((process, at) => (at === index ? { ...process, ...change } : process)),
});

export const dialText = (dial: Dial, input: ModelInput): string =>
  numberText(Math.round(dial.read(input) * (dial.scale ?? 1) * 1000) / 1000);

/** Returns the input with the typed value, or an error message with the allowed values. */
export function setDial(
  dial: Dial,
  input: ModelInput,
  text: string,
): { ok: true; input: ModelInput } | { ok: false; message: string } {
  const scale = dial.scale ?? 1;
  const typed = parseNumber(text);
  const value = typed === null ? Number.NaN : typed / scale;
  const isIn = value >= dial.low && value <= dial.high && (!dial.whole || Number.isInteger(value));
  if (!isIn) {
    const [low, high] = [dial.low * scale, dial.high * scale].map((bound) => formatNumber(bound));
    return {
      ok: false,
      message: askedNumber(text) ?? `Enter a ${dial.whole ? "whole " : ""}number from ${low} to ${high}.`,
    };
  }
  const next = dial.write(input, value);
  const isOutOfOrder = threePoints.some((key) => !isRising(threeOf(next, key)));
  if (isOutOfOrder) return { ok: false, message: "Low, most likely and high must rise." };
  return { ok: true, input: next };
}

/** If a stored low, most likely or high value does not fit the other two, all three are restored. */
export function withStored(input: ModelInput, stored: ModelInput, dials: Iterable<Dial>): ModelInput {
  let next = input;
  for (const dial of dials) next = dial.write(next, dial.read(stored));
  for (const key of threePoints)
    if (!isRising(threeOf(next, key))) next = withAssumption(next, key, [...threeOf(stored, key)]);
  return next;
}

export const isAdjusted = (dial: Dial, stored: ModelInput, input: ModelInput): boolean =>
  Math.abs(dial.read(stored) - dial.read(input)) > 1e-9;

const isRising = ([low, mode, high]: ThreePoint) => low <= mode && mode <= high;

const threeOf = (input: ModelInput, key: "adoption" | "capture"): ThreePoint =>
  input.assumptions?.[key] ?? currentModel[key];

/** Removes an override that equals the model's own value, so that a manual reset leaves no trace. */
function withAssumption<Key extends keyof AssumptionOverrides>(
  input: ModelInput,
  key: Key,
  value: AssumptionOverrides[Key],
): ModelInput {
  const { [key]: _, ...others } = input.assumptions ?? {};
  const assumptions = sameValue(value, currentModel[key]) ? others : { ...others, [key]: value };
  const { assumptions: __, ...rest } = input;
  return Object.keys(assumptions).length > 0 ? { ...rest, assumptions } : rest;
}
