import type { ClosedForm } from "../analysis-shape.ts";
import { mean, type ThreePoint, variance } from "../inputs/parameters.ts";
import { sumOf } from "./arithmetic.ts";
import { assumedHoursOf, regulatedShare } from "./choice.ts";
import { automatableHours, type Project } from "./project.ts";

const z90 = 1.2815515655;

/**
 * Returns mean, spread and percentiles of the yearly labor value without draws: the product of independent factors
 * treated as log-normal with the same mean and variance, so that a spreadsheet can reproduce it. Within 2 % of the runs
 * for a usual mix of work; for one skewed activity alone its P10 is up to 9 % high. Null when no hours are addressed.
 */
export function closedFormLabour(project: Project): ClosedForm | null {
  const { assumptions } = project;
  const meanHours = automatableHours(project);
  const hoursVariance = sumOf(project.processes.entries(), ([index, process]) => {
    const scale =
      project.addressed[index]! *
      assumptions.frequency[process.frequency] *
      regulatedShare(project.company, assumptions);
    return (
      scale ** 2 * varianceOfShare(assumptions.automatable[process.activity], assumedHoursOf(process, assumptions))
    );
  });
  const factors = [assumptions.adoption, assumptions.capture, assumptions.reportBias];
  const meanUsd = factors.reduce((usd, factor) => usd * mean(factor), meanHours) * project.yearlyHourUsd;
  const growth = factors.reduce(
    (product, factor) => product * (1 + variance(factor) / mean(factor) ** 2),
    1 + hoursVariance / meanHours ** 2,
  );
  const squaredVariation = growth - 1;
  const sigma = Math.sqrt(Math.log(1 + squaredVariation));
  const mu = Math.log(meanUsd) - (sigma * sigma) / 2;
  const form = {
    mean: meanUsd,
    cv: Math.sqrt(squaredVariation),
    p10: Math.exp(mu - z90 * sigma),
    p50: Math.exp(mu),
    p90: Math.exp(mu + z90 * sigma),
  };
  return Object.values(form).every(Number.isFinite) ? form : null;
}

/** Variance of the automatable share of the stated hours; if the hours are assumed, of share times factor. */
function varianceOfShare(share: ThreePoint, factor: ThreePoint | null): number {
  if (factor === null) return variance(share);
  const square = (points: ThreePoint) => variance(points) + mean(points) ** 2;
  return square(share) * square(factor) - (mean(share) * mean(factor)) ** 2;
}
