import { formatShare } from "#app/features/roi/figures.ts";
import { standardDraws } from "#app/features/roi/parameters.ts";

/**
 * How many draws end their first year above zero: `75%` and `25%`. A share that a rounded per cent would make certain is
 * counted instead (`9,974`, `26`), and only what is certain in every draw is called `all` or `none`.
 */
export function oddsWords(share: number): { above: string; below: string } {
  const count = Math.round(share * standardDraws);
  if (count === standardDraws) return { above: "All", below: "none" };
  if (count === 0) return { above: "None", below: "all" };
  const isRoundedAway = formatShare(share) === "100%" || formatShare(share) === "0%";
  if (!isRoundedAway) return { above: formatShare(share), below: formatShare(1 - share) };
  return { above: count.toLocaleString("en-US"), below: (standardDraws - count).toLocaleString("en-US") };
}
