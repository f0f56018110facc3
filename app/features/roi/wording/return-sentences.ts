import type { Flag, Way } from "../analysis-shape.ts";
import { formatMonths, formatMultiple, formatReturn } from "./figures.ts";

interface Returns {
  multiple: number | null;
  flags: readonly Flag[];
  ways: Record<Way, { payback: number | null; roiY1: number | null }>;
}

/**
 * Explains how three similar figures relate: the multiple of the claim "3-5x ROI in the first year", the strict first-year
 * return, and the payback of both ways to buy. Pages that print one of them print these sentences on the same screen.
 */
export function returnSentences({ multiple, flags, ways }: Returns): {
  payback: string;
  multiple: string;
  strict: string;
} {
  const { project, "project+retainer": retainer } = ways;
  return {
    payback: `The project alone pays back in ${formatMonths(project.payback)}, with the retainer in ${formatMonths(retainer.payback)}.`,
    multiple: `Yearly value is ${formatMultiple(multiple, flags)} the project price. That multiple is what “3-5x ROI in the first year” means.`,
    strict: `After all costs of the first year, with build time and ramp-up, the return is ${formatReturn(project.roiY1, "project", flags)} for the project alone and ${formatReturn(retainer.roiY1, "project+retainer", flags)} with the retainer.`,
  };
}
