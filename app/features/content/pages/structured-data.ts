import type {
  BreadcrumbList,
  Course,
  FAQPage,
  ItemList,
  ListItem,
  Organization,
  Question as SchemaQuestion,
  Service,
  WebPage,
  WebSite,
} from "schema-dts";
import { firmLogo, firmName } from "#app/lib/firm.ts";
import { crumbsOf } from "#app/ui/frames/crumbs.ts";
import { crumbNames, type Page } from "../content.ts";
import { plainText, textsOf } from "../rich-text.ts";
import type { Question } from "./question.ts";

/**
 * Structured data with the terms of schema.org: one graph of nodes per page, linked by "@id". Based on the records that
 * the page shows, so that it claims nothing that readers do not see.
 */
export type Node = Organization | WebSite | WebPage | BreadcrumbList | ItemList | FAQPage | Service | Course;

/** `url` is SITE_URL: absolute, without a trailing slash. */
export type Site = {
  url: string;
  contactEmail: string;
  codeWithin: string;
  socialUrls?: readonly string[];
  legal?: { name: string | null; address: readonly string[] } | null;
};

const organizationId = (site: Site) => ({ "@id": `${site.url}/#organization` });
const websiteId = (site: Site) => ({ "@id": `${site.url}/#website` });

/** The firm; on the home page, referenced by "@id" from every other page. */
export const organization = (site: Site): Organization => ({
  "@type": "Organization",
  ...organizationId(site),
  name: firmName(),
  url: `${site.url}/`,
  logo: `${site.url}${firmLogo()?.src ?? "/icon-512.png"}`,
  description: "Measures the revenue work of growth-stage B2B firms, then automates what pays.",
  email: site.contactEmail,
  sameAs: site.socialUrls?.length ? site.socialUrls : undefined,
  legalName: site.legal?.name ?? undefined,
  address: site.legal?.address.join(", ") || undefined,
});

export const website = (site: Site): WebSite => ({
  "@type": "WebSite",
  ...websiteId(site),
  name: firmName(),
  url: `${site.url}/`,
  inLanguage: "en",
  publisher: organizationId(site),
});

/** `changedOn`: ISO date of the last text change. */
export const webPage = (page: Page, site: Site, changedOn: string): WebPage => ({
  "@type": "WebPage",
  "@id": `${site.url}${page.path}#page`,
  url: `${site.url}${page.path}`,
  name: page.title,
  description: page.description,
  inLanguage: "en",
  dateModified: changedOn,
  isPartOf: websiteId(site),
  publisher: organizationId(site),
  breadcrumb: page.path === "/" ? undefined : { "@id": `${site.url}${page.path}#breadcrumb` },
});

export function breadcrumbList(page: Page, site: Site): BreadcrumbList[] {
  if (page.path === "/") return [];
  const crumbs = crumbsOf(page.path, crumbNames());
  return [
    {
      "@type": "BreadcrumbList",
      "@id": `${site.url}${page.path}#breadcrumb`,
      itemListElement: crumbs.map(
        ({ label, href }, index): ListItem => ({
          "@type": "ListItem",
          position: index + 1,
          name: label,
          item: href ? `${site.url}${href}` : undefined,
        }),
      ),
    },
  ];
}

/** `href` is a path such as "/automation-grid/S-01". Each page has its own description. */
export const itemList = (
  site: Site,
  path: string,
  name: string,
  items: readonly { name: string; href: string }[],
): ItemList => ({
  "@type": "ItemList",
  "@id": `${site.url}${path}#list`,
  name,
  itemListElement: items.map(
    (item, index): ListItem => ({
      "@type": "ListItem",
      position: index + 1,
      name: item.name,
      url: `${site.url}${item.href}`,
    }),
  ),
});

/** Omits links and footnote marks. */
export const faqPage = (
  site: Site,
  path: string,
  questions: readonly Pick<Question, "question" | "answer">[],
): FAQPage => ({
  "@type": "FAQPage",
  "@id": `${site.url}${path}#questions`,
  inLanguage: "en",
  mainEntity: questions.map(
    ({ question, answer }): SchemaQuestion => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: {
        "@type": "Answer",
        text: textsOf(answer)
          .map((text) => plainText(text, site))
          .join("\n\n"),
      },
    }),
  ),
});

/** A service; `dollars` is its price, or with `from` the lowest; `per`: "month" for recurring prices. */
export type Offered = {
  name: string;
  description: string;
  dollars: number;
  from?: boolean;
  per?: "month";
  href: string;
};

export const service = (site: Site, offer: Offered): Service => ({
  "@type": "Service",
  name: offer.name,
  description: offer.description,
  provider: organizationId(site),
  offers: {
    "@type": "Offer",
    url: `${site.url}${offer.href}`,
    availability: "https://schema.org/InStock",
    ...priceOf(offer),
  },
});

/** A fixed price is part of the offer; minimum and monthly prices need a price specification. */
function priceOf({ dollars, from, per }: Offered) {
  const amount = { ...(from ? { minPrice: dollars } : { price: dollars }), priceCurrency: "USD" };
  if (per)
    return {
      priceSpecification: { "@type": "UnitPriceSpecification", ...amount, unitCode: "MON", unitText: per },
    } as const;
  if (from) return { priceSpecification: { "@type": "PriceSpecification", ...amount } } as const;
  return amount;
}

/** A program of the training page. `hours` is its total length; `place` says whether it is on site. */
export const course = (
  site: Site,
  path: string,
  program: { title: string; summary: string; hours: number; place: string; outcomes: readonly string[] },
): Course => ({
  "@type": "Course",
  name: program.title,
  description: program.summary,
  url: `${site.url}${path}`,
  inLanguage: "en",
  provider: organizationId(site),
  teaches: program.outcomes,
  hasCourseInstance: {
    "@type": "CourseInstance",
    courseMode: /office/i.test(program.place) ? ["onsite", "online"] : "online",
    courseWorkload: `PT${program.hours}H`,
  },
});
