import type { CatalogueTool } from "#app/features/content/tools/tools.ts";

const catalogueCompany = 45;

/** Quantities that grow with the company: "10 seats", "quoted, 10 seats", "45 people". */
const perHead = /(\d+) ((?:sales and marketing )?seats|people|hosts)$/;

/**
 * Returns the list price for a company of this size, in whole USD a month, and its basis. Seats grow with the company;
 * plans and contact tiers do not. Without a size: the catalogue's price.
 *
 * @example listPriceFor(pipedrive, 200) // { monthlyUsd: 2156, basis: "44 seats" }
 */
export function listPriceFor(
  { listPriceUsd, priceBasis }: Pick<CatalogueTool, "listPriceUsd" | "priceBasis">,
  employees: number = catalogueCompany,
): { monthlyUsd: number; basis: string } {
  const [matched, heads, unit] = perHead.exec(priceBasis) ?? [];
  if (!matched || !heads || listPriceUsd === 0) return { monthlyUsd: listPriceUsd, basis: priceBasis };
  const count = Math.max(1, Math.round((Number(heads) * employees) / catalogueCompany));
  const words =
    count === 1
      ? unit!
          .replace(/seats$/, "seat")
          .replace("people", "person")
          .replace("hosts", "host")
      : unit!;
  return {
    monthlyUsd: Math.round((listPriceUsd / Number(heads)) * count),
    basis: priceBasis.replace(perHead, () => `${count} ${words}`),
  };
}

export const commonToolIds: ReadonlySet<string> = new Set([
  "hubspot",
  "salesforce",
  "pipedrive",
  "gong",
  "calendly",
  "pandadoc",
  "mailchimp",
  "customerio",
  "typeform",
  "wordpress",
  "google-ads",
  "linkedin-ads",
  "zendesk",
  "intercom",
  "freshdesk",
  "surveymonkey",
  "mixpanel",
  "jira",
  "slack",
  "google-workspace",
  "microsoft-365",
  "looker-studio",
  "stripe",
  "quickbooks",
]);
