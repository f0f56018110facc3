import { changedOn, indexablePages, markdownPath, type Page } from "#app/features/content/content.ts";
import { monthStart, utcDate } from "#app/lib/dates/calendar-dates.ts";
import { firmName } from "#app/lib/firm.ts";
import { accentTones } from "#app/lib/formats/color.ts";
import { firmIcon } from "../files/brand-files.ts";

/**
 * robots.txt: allows everything except endpoints and pages that need a session. Public noindex pages are allowed: a crawler has
 * to read `noindex`, or it indexes the bare URL. Exceptions come first, because some readers take the first rule that matches.
 * Traps are not listed: well-behaved robots find no link to one.
 */
export const robotsText = (siteUrl: string): string => `User-agent: *
Allow: /blueprint/help/
${privatePaths.map((path) => `Disallow: ${path}`).join("\n")}
Allow: /

Sitemap: ${siteUrl}/sitemap.xml
`;

const privatePaths = ["/account", "/admin$", "/admin/", "/api/", "/blueprint/", "/dev/", "/invoices", "/quick-start"];

/** Canonical URLs with the day on which their text last changed, then the published issues of the newsletter. */
export const siteMap = (
  siteUrl: string,
  issues: readonly { slug: string; publishedAt: Date }[],
): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${indexablePages()
  .map((page) => `  <url><loc>${escaped(siteUrl + page.path)}</loc><lastmod>${changedOn(page)}</lastmod></url>`)
  .join(
    "\n",
  )}${issues.map((issue) => `\n  <url><loc>${escaped(`${siteUrl}/newsletter/archive/${issue.slug}`)}</loc><lastmod>${utcDate(issue.publishedAt)}</lastmod></url>`).join("")}
</urlset>
`;

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("'", "&apos;");

/** The site for language models (llmstxt.org): a description, and every page as Markdown by group. */
export function llmsText(siteUrl: string): string {
  const groups = Map.groupBy(indexablePages(), ({ group }) => group);
  const line = (page: Page) =>
    `- [${page.name.replace(/[\\[\]]/g, "\\$&")}](${siteUrl}${markdownPath(page)}): ${page.description}`;
  return `# ${firmName()}

> A consultancy for go-to-market automation. It measures how the revenue work of B2B firms of 10 to 200 people is done, says what to automate first with hours, dollars and payback, and then builds it at a fixed price.

The analysis is free and takes three steps of five minutes. Its figures come from a published model of arithmetic; Assumptions prints the formulas. Prices are in USD.

${[...groups].map(([group, pages]) => `## ${group}\n\n${pages.map(line).join("\n")}`).join("\n\n")}
`;
}

/** RFC 9116. Expires at the end of the sixth month after this one, so always six to seven months ahead. */
export function securityText({
  siteUrl,
  contactEmail,
  now,
}: {
  siteUrl: string;
  contactEmail: string;
  now: Date;
}): string {
  const expires = monthStart(now, 7);
  return `Contact: mailto:${contactEmail}
Expires: ${expires.toISOString().replace(".000", "")}
Preferred-Languages: en
Canonical: ${siteUrl}/.well-known/security.txt
`;
}

export const manifestText = (): string =>
  JSON.stringify({
    name: firmName(),
    short_name: firmName(),
    description: "Go-to-market automation, measured before it is built.",
    start_url: "/",
    scope: "/",
    display: "browser",
    background_color: "#f1f1eb",
    theme_color: "#fcfcf9",
    icons: [
      ...(firmIcon()
        ? []
        : [192, 512].map((side) => ({
            src: `/icon-${side}.png`,
            ...{ sizes: `${side}x${side}`, type: "image/png", purpose: "any maskable" },
          }))),
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
    ],
  });

/** The action colors of tokens.css in the firm's accent color. */
export function accentStyles(accent: string): string {
  const { light, dark } = accentTones(accent);
  const tokens = {
    action: "action",
    "action-hover": "hover",
    "action-press": "press",
    "action-ink": "ink",
    "action-text": "text",
    "action-wash": "wash",
  } as const;
  return `:root{${Object.entries(tokens)
    .map(([name, tone]) => `--${name}:light-dark(${light[tone]},${dark[tone]})`)
    .join(";")}}`;
}
