import type { LaterItem, Opportunity, Working } from "#app/features/roi/analysis-shape.ts";
import type { ScorePart } from "#app/features/roi/inputs/parameters.ts";
import { formatDecimal, formatMonths } from "#app/features/roi/wording/figures.ts";
import { beforeFigures } from "#app/lib/people/name-direction.ts";

export const scoreParts: readonly ScorePart[] = ["value", "fit", "pain", "readiness", "ease"];

export const partNames: Readonly<Record<ScorePart, string>> = {
  value: "value",
  fit: "fit with your aim",
  pain: "pain",
  readiness: "tools you have",
  ease: "small build",
};

/** `value 45.0, fit with your aim 20.0, …`. */
export const scorePartsLabel = (points: Readonly<Record<ScorePart, number>>): string =>
  scoreParts.map((part) => `${partNames[part]} ${formatDecimal(points[part])}`).join(", ");

/** `14.4 covered, 6.6 saved`; values below one decimal are words. */
export function takenOnSentence({
  addressedHours,
  savedHours,
}: {
  addressedHours: number;
  savedHours: number;
}): string {
  if (addressedHours === 0) return "none covered";
  const some = (hours: number) => (hours < 0.05 ? "under 0.1" : formatDecimal(hours));
  return `${some(addressedHours)} covered, ${some(savedHours)} saved`;
}

/** Payback of a single automation; beyond the model's three years a text without a number. */
export const ownPayback = ({
  annualValue,
  paybackMonths,
}: Pick<Opportunity, "annualValue" | "paybackMonths">): string =>
  annualValue === 0
    ? "no value yet"
    : paybackMonths !== null && paybackMonths > 36
      ? "over 36 months"
      : formatMonths(paybackMonths);

export function allocationSentence({ allocations }: Pick<Working["opportunities"][number], "allocations">): string {
  const parts = [...allocations]
    .filter(({ hours }) => hours >= 0.05)
    .sort((one, other) => other.hours - one.hours)
    .map(({ hours, name }) => `${formatDecimal(hours)} h of ${beforeFigures(name)}`);
  if (allocations.length === 0) return "It covers none of the hours you named.";
  if (parts.length === 0) return "Covers less than 0.1 h a week.";
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join();
  return `Covers ${list} a week.`;
}

/** With nothing in scope: what would change that. `closest`: the candidate closest to the scope. */
export const comeBackSentence = (closest: Pick<LaterItem, "title" | "sentence"> | undefined): string =>
  closest ? `${closest.title} comes closest. ${closest.sentence}` : "When you have manual hours to enter.";
