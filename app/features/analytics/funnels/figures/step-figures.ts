import type { FunnelDefinition } from "../funnel-definition.ts";

export type FunnelStepFigures = {
  name: string;
  isOptional: boolean;
  visitors: number;
  /** Fractions of the visitors of the first step and of the previous required step; null if these are none. */
  fromStart: number | null;
  fromPrevious: number | null;
  /** Visitors who stopped at this required step; 0 for optional steps and the last one. */
  droppedOff: number;
  /** Time since the previous required step; null if no visitor reached both. */
  medianSeconds: number | null;
  revenueUsd: number;
};

/** What a store counted per step. */
export type StepSum = { visitors: number; revenueUsd: number; medianMicros: number | null };

export function stepFigures({ steps }: FunnelDefinition, sums: readonly StepSum[]): FunnelStepFigures[] {
  const required = steps.flatMap(({ isOptional }, step) => (isOptional ? [] : [step]));
  const count = (step: number | undefined) => (step === undefined ? 0 : sums[step]!.visitors);
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  return steps.map(({ name, isOptional }, step) => {
    const previous = required.findLast((each) => each < step);
    const following = required.find((each) => each > step);
    const { visitors, revenueUsd, medianMicros } = sums[step]!;
    return {
      ...{ name, isOptional, visitors, revenueUsd },
      fromStart: share(visitors, count(0)),
      fromPrevious: share(visitors, previous === undefined ? visitors : count(previous)),
      droppedOff: isOptional || following === undefined ? 0 : visitors - count(following),
      medianSeconds: visitors === 0 || medianMicros === null ? null : medianMicros / 1e6,
    };
  });
}
