import type { MetaDescriptor } from "react-router";
import { firmName } from "#app/lib/firm.ts";
import { changedOn, getPage, markdownPath, type Page, picturePath } from "../content.ts";
import { breadcrumbList, type Node, type Site, webPage } from "./structured-data.ts";

/** For crawlers. In the browser, Trusted Types would refuse the script element. */
const isBrowser = typeof document !== "undefined";

type MetaArgs<Data> = {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  loaderData?: Data | undefined;
};

/**
 * The head of one page of the list: `export const meta = pageMeta("/pricing")`. Title, description, canonical URL,
 * share data, its Markdown twin, and structured data: the page with its breadcrumb, and the nodes that `about` returns,
 * based on the records that the page shows, some of which its loader returns. URLs are absolute and based on SITE_URL.
 *
 * @example export const meta = pageMeta("/pricing", (site) => [faqPage(site, "/pricing", priceQuestions)]);
 */
export function pageMeta<Data = unknown>(
  path: string,
  about: (site: Site, loaderData: Data | undefined) => readonly Node[] = () => [],
) {
  const page = getPage(path);
  return ({ matches, loaderData }: MetaArgs<Data>): MetaDescriptor[] => {
    const meta = [{ title: page.title }, { name: "description", content: page.description }];
    if (!page.indexable) return [...meta, { name: "robots", content: "noindex" }];
    const site = siteOf(matches);
    if (!site) return meta;
    return [
      ...meta,
      { tagName: "link", rel: "canonical", href: `${site.url}${page.path}` },
      { tagName: "link", rel: "alternate", type: "text/markdown", href: `${site.url}${markdownPath(page)}` },
      ...sharing(page, site.url),
      ...(isBrowser
        ? []
        : [
            {
              "script:ld+json": {
                "@context": "https://schema.org",
                "@graph": [
                  webPage(page, site, changedOn(page)),
                  ...breadcrumbList(page, site),
                  ...about(site, loaderData),
                ],
              } as never,
            },
          ]),
    ];
  };
}

const sharing = (page: Page, siteUrl: string): MetaDescriptor[] => [
  { property: "og:type", content: "website" },
  { property: "og:site_name", content: firmName() },
  { property: "og:title", content: page.title },
  { property: "og:description", content: page.description },
  { property: "og:url", content: `${siteUrl}${page.path}` },
  { property: "og:image", content: `${siteUrl}${picturePath(page)}` },
  { property: "og:image:width", content: "1200" },
  { property: "og:image:height", content: "630" },
  { property: "og:image:alt", content: page.headline.join(" ") },
  { name: "twitter:card", content: "summary_large_image" },
];

/** Null if the root loader failed; the page is then an error screen. */
function siteOf(matches: MetaArgs<unknown>["matches"]): Site | null {
  const root = matches.find((match) => match?.id === "root")?.loaderData as { site?: Site } | undefined;
  return root?.site ?? null;
}
