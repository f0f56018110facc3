import { prices } from "../prices.ts";
import { type TierId, tiers, ways } from "../pricing.ts";
import { plainText } from "../rich-text.ts";
import type { Offered } from "./structured-data.ts";

const amounts = (): Readonly<Record<TierId, Pick<Offered, "dollars" | "from" | "per">>> => ({
  analysis: { dollars: 0 },
  project: { dollars: prices.projectFromUsd, from: true },
  retainer: { dollars: prices.retainerFromUsdPerMonth, from: true, per: "month" },
});
const unlock = ways.find(({ id }) => id === "unlock")!;

/** With the current prices. */
export const offers = (): readonly Offered[] => [
  ...tiers.map(({ id, title, features }) => ({
    name: title,
    description: `${features.map((feature) => plainText(feature)).join(". ")}.`,
    href: "/pricing",
    ...amounts()[id],
  })),
  {
    name: `Full blueprint, ${unlock.name.toLowerCase()}`,
    description: `${unlock.answers["You get"]}. ${unlock.answers.When}.`,
    href: "/pricing",
    dollars: prices.unlockUsd,
  },
];
