import { prices } from "#app/features/content/prices.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { currentModel, modelVersion } from "../inputs/parameters.ts";

/** Compares the prices that the model counts with those of the settings; null while they are equal (decision 0285). */
export function modelPriceNote(): string | null {
  const { price, retainerUsd } = currentModel;
  const counted = [price.leastUsd, price.maxUsd, retainerUsd].map(wholeUsd);
  const current = [prices.projectFromUsd, prices.projectTypicalToUsd, prices.retainerFromUsdPerMonth].map(wholeUsd);
  if (String(counted) === String(current)) return null;
  return `Model ${modelVersion} counts projects of ${counted[0]} to ${counted[1]} and a retainer of ${counted[2]} a month. Our current prices are projects from ${current[0]}, typically up to ${current[1]}, and a retainer from ${current[2]} a month.`;
}
