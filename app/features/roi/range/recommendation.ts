import type { CashFlow, Recommendation, Way } from "../analysis-shape.ts";
import type { Project } from "../model/project.ts";
import type { DrawnRanges, WayOdds } from "./range.ts";

/**
 * Step 7 of the model. A way is clear if its probability of a positive first year reaches the threshold and its median
 * three-year value is positive; the clear way with the better median is recommended, ties go to the project alone. If
 * none is clear: open when either probability reaches the lower threshold, otherwise the starter kit. Nothing in scope:
 * the starter kit.
 */
export function recommend(
  { assumptions, scope }: Project,
  odds: DrawnRanges["odds"],
  expected: Record<Way, CashFlow>,
): Recommendation {
  if (scope.length === 0) return "starter-kit";
  const { advice } = assumptions;
  if (advice === null) return bySign(expected);
  const ways = [odds.project, odds["project+retainer"]];
  const clear = ways.filter((way) => way.probPositiveY1 >= advice.clear && way.medianNpv3 > 0);
  if (clear.length > 0) return better(clear).way;
  return Math.max(...ways.map((way) => way.probPositiveY1)) >= advice.open ? "not-clear" : "starter-kit";
}

export const betterWay = (odds: DrawnRanges["odds"]): Way => better([odds.project, odds["project+retainer"]]).way;

const better = (ways: readonly WayOdds[]): WayOdds =>
  ways.reduce((best, way) => (way.medianNpv3 > best.medianNpv3 ? way : best));

/** Model 1.0: by the sign of the expected first year. */
function bySign(expected: Record<Way, CashFlow>): Recommendation {
  if (expected["project+retainer"].netY1 > 0) return "project+retainer";
  return expected.project.netY1 > 0 ? "project" : "starter-kit";
}
