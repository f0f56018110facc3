import { type Area, areas } from "#app/features/content/automations/automation-terms.ts";
import { askedNumber, parseNumber } from "#app/lib/forms/typed-number.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { bounds } from "../inputs/bounds.ts";

/* The four answers of the two-minute estimate, in the form used by the page's URL, the browser's storage and the model. */

export interface EstimateAnswers {
  people: number;
  /** Manual hours per person per week. */
  hours: number;
  /** Loaded cost of an hour, USD. */
  cost: number;
  area: Area;
}

export const estimateBounds = {
  people: { low: 1, high: 1000 },
  hours: { low: 0.5, high: 40 },
  cost: { low: bounds.hourlyCostUsd.low, high: bounds.hourlyCostUsd.high },
} as const;

export const startingEstimate: EstimateAnswers = {
  people: 8,
  hours: 8,
  cost: bounds.hourlyCostUsd.standard,
  area: "revenue",
};

export type EstimateField = keyof EstimateAnswers;
export type EstimateTexts = Record<EstimateField, string>;

const numberFields = ["people", "hours", "cost"] as const;

/** The labels of the form, which its errors repeat. */
export const estimateLabels = {
  people: "People who do the work",
  hours: "Manual hours each, per week",
  area: "Area",
  cost: "Loaded cost of an hour",
} as const satisfies Record<EstimateField, string>;

export function readEstimate(
  texts: EstimateTexts,
): { answers: EstimateAnswers } | { errors: Partial<Record<EstimateField, string>> } {
  const errors: Partial<Record<EstimateField, string>> = {};
  const read: Partial<Record<EstimateField, number>> = {};
  for (const field of numberFields) {
    const { low, high } = estimateBounds[field];
    const value = parseNumber(texts[field]) ?? Number.NaN;
    const isWhole = field !== "people" || Number.isInteger(value);
    if (value >= low && value <= high && isWhole) read[field] = value;
    else
      errors[field] =
        askedNumber(texts[field]) ??
        `${estimateLabels[field]}: enter a ${field === "people" ? "whole " : ""}number from ${low} to ${formatNumber(high)}.`;
  }
  const area = areas.find((one) => one === texts.area);
  if (!area) errors.area = `${estimateLabels.area}: choose one from the list.`;
  if (Object.keys(errors).length > 0) return { errors };
  return { answers: { people: read.people!, hours: read.hours!, cost: read.cost!, area: area! } };
}

/** Parses the typed answers; invalid ones are replaced by those of `fallback`. */
export function answersOr(texts: EstimateTexts, fallback: EstimateAnswers): EstimateAnswers {
  const read = readEstimate(texts);
  if ("answers" in read) return read.answers;
  const wrong = Object.keys(read.errors).map((field) => [field, String(fallback[field as EstimateField])]);
  const mended = readEstimate({ ...texts, ...Object.fromEntries(wrong) });
  return "answers" in mended ? mended.answers : fallback;
}

export const estimateTexts = ({ people, hours, cost, area }: EstimateAnswers): EstimateTexts => ({
  people: String(people),
  hours: String(hours),
  cost: String(cost),
  area,
});

const storageKey = "gtmarc_estimate";

/** Stores the visitor's answers in this browser, for the wizard to offer. Does nothing if storage is unavailable. */
export function keepEstimate(answers: EstimateAnswers): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(answers));
  } catch {}
}

/** The stored answers; null if there are none or they are invalid. */
export function keptEstimate(): EstimateAnswers | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? "null") as Partial<EstimateAnswers> | null;
    if (!kept) return null;
    const text = (field: EstimateField) => String(kept[field] ?? "");
    const read = readEstimate({ people: text("people"), hours: text("hours"), cost: text("cost"), area: text("area") });
    return "answers" in read ? read.answers : null;
  } catch {
    return null;
  }
}

export function forgetEstimate(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {}
}
