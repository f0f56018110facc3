import { env, type Settings } from "#app/platform/env.server.ts";
import { type Prices, readPricesFrom } from "./prices.ts";

/** The prices of the settings. */
export function firmPrices(settings: Settings = env()): Prices {
  const { PRICE_UNLOCK, PRICE_PROJECT_FROM, PRICE_PROJECT_TO, PRICE_RETAINER } = settings;
  return {
    unlockUsd: PRICE_UNLOCK,
    projectFromUsd: PRICE_PROJECT_FROM,
    projectTypicalToUsd: Math.max(PRICE_PROJECT_FROM, PRICE_PROJECT_TO),
    retainerFromUsdPerMonth: PRICE_RETAINER,
  };
}

readPricesFrom(() => firmPrices());
