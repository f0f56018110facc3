/** Prices in whole USD (spec: prices). Other code must not repeat the numbers. */
export type Prices = {
  unlockUsd: number;
  projectFromUsd: number;
  projectTypicalToUsd: number;
  retainerFromUsdPerMonth: number;
};

let read = (): Prices => ({
  unlockUsd: 499,
  projectFromUsd: 5_000,
  projectTypicalToUsd: 25_000,
  retainerFromUsdPerMonth: 2_000,
});

/** Where the prices are: the settings on the server (prices.server.ts), the page's data in a browser. */
export const readPricesFrom = (source: () => Prices): void => {
  read = source;
};

/** The firm can change its prices, so read them when a text is made, not when its module loads: use getters in lists of texts. */
export const prices: Readonly<Prices> = {
  get unlockUsd() {
    return read().unlockUsd;
  },
  get projectFromUsd() {
    return read().projectFromUsd;
  },
  get projectTypicalToUsd() {
    return read().projectTypicalToUsd;
  },
  get retainerFromUsdPerMonth() {
    return read().retainerFromUsdPerMonth;
  },
};
