import { RangeBar } from "#app/ui/drawings/range-bar.tsx";
import { formatEstimate } from "../wording/figures.ts";

/** The bar of an annual value in USD with its low and high end. */
export const AnnualRange = ({ low, expected, high }: { low: number; expected: number; high: number }) => (
  <RangeBar
    low={low}
    expected={expected}
    high={high}
    from={low * 0.75}
    to={high * 1.1}
    label={`Annual value: low ${formatEstimate(low)}, expected ${formatEstimate(expected)}, high ${formatEstimate(high)}`}
    ends={[`${formatEstimate(low)} low`, `${formatEstimate(high)} high`]}
  />
);
