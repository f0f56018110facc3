import { expect, test } from "vitest";
import { pages } from "../content.ts";
import { pageMeta } from "./page-meta.ts";
import { faqPage, itemList, organization, service, website } from "./structured-data.ts";

const site = {
  url: "https://gtmarc.example",
  contactEmail: "hello@gtmarc.example",
  codeWithin: "4 to 7 business days",
};
const matches = [{ id: "root", loaderData: { site } }, undefined, { id: "routes/site/x" }];

type Tag = Record<string, unknown>;
const headOf = (path: string, about?: Parameters<typeof pageMeta>[1]) => pageMeta(path, about)({ matches }) as Tag[];
const graphOf = (tags: Tag[]) =>
  (tags.find((tag) => "script:ld+json" in tag)!["script:ld+json"] as Tag)["@graph"] as Tag[];

test("an alias names the canonical URL of its page", () => {
  const canonical = (path: string) => headOf(path).find(({ rel }) => rel === "canonical")?.["href"];
  expect(canonical("/automation-grid")).toBe("https://gtmarc.example/automation-grid");
  expect(canonical("/services")).toBe("https://gtmarc.example/automation-grid");
});

test("every URL in a head is absolute and on this site", () => {
  for (const { path } of pages().filter(({ indexable }) => indexable)) {
    const tags = headOf(path);
    const addresses = tags.flatMap((tag) => [
      ...("href" in tag ? [tag["href"]] : []),
      ...(/^og:(url|image)$/.test(String(tag["property"])) ? [tag["content"]] : []),
    ]);
    expect(addresses).toHaveLength(4);
    for (const address of addresses) expect(address).toMatch(/^https:\/\/gtmarc\.example\//);
  }
});

test("a page that is not indexable has noindex and no share data", () => {
  const tags = headOf("/strategy-session-confirmed");
  expect(tags).toContainEqual({ name: "robots", content: "noindex" });
  expect(tags.some((tag) => "tagName" in tag || "property" in tag || "script:ld+json" in tag)).toBe(false);
});

test("without the site's facts a page still has its title", () => {
  expect(pageMeta("/faq")({ matches: [{ id: "root" }] })).toHaveLength(2);
});

test("the breadcrumb ends with the page; the home page has none", () => {
  const crumbs = graphOf(headOf("/our-approach")).find((node) => node["@type"] === "BreadcrumbList");
  expect(crumbs!["itemListElement"]).toEqual([
    { "@type": "ListItem", position: 1, name: "Home", item: "https://gtmarc.example/" },
    { "@type": "ListItem", position: 2, name: "Our Approach", item: "https://gtmarc.example/our-approach" },
  ]);
  expect(graphOf(headOf("/")).map((node) => node["@type"])).toEqual(["WebPage"]);
});

test("nodes that other pages reference by @id are on the home page", () => {
  const graph = graphOf(headOf("/", (here) => [organization(here), website(here)]));
  const ids = graph.map((node) => node["@id"]);
  const [page] = graphOf(headOf("/pricing"));
  expect(ids).toContain((page!["publisher"] as Tag)["@id"]);
  expect(ids).toContain((page!["isPartOf"] as Tag)["@id"]);
});

test("an organization names its social page only if it has one", () => {
  expect(JSON.stringify(organization(site))).not.toContain("sameAs");
  expect(organization({ ...site, socialUrls: ["https://social.example/gtmarc"] })).toHaveProperty("sameAs", [
    "https://social.example/gtmarc",
  ]);
});

test("answers are plain text with the text of links and without footnote marks", () => {
  const node = faqPage(site, "/faq", [
    {
      question: "How?",
      answer: [["See ", { text: "prices", href: "/pricing" }, { claim: "returnSixMonths" }, "."], "Then ask."],
    },
  ]);
  expect(node["mainEntity"]).toMatchObject([{ name: "How?", acceptedAnswer: { text: "See prices.\n\nThen ask." } }]);
});

test("a price is fixed, a minimum, or a monthly minimum", () => {
  const offer = (more: { dollars: number; from?: boolean; per?: "month" }) =>
    service(site, { name: "A", description: "B", href: "/pricing", ...more })["offers"];
  expect(offer({ dollars: 0 })).toMatchObject({ price: 0, priceCurrency: "USD" });
  expect(offer({ dollars: 5000, from: true })).toMatchObject({
    priceSpecification: { "@type": "PriceSpecification", minPrice: 5000 },
  });
  expect(offer({ dollars: 2000, from: true, per: "month" })).toMatchObject({
    priceSpecification: { "@type": "UnitPriceSpecification", minPrice: 2000, unitCode: "MON" },
  });
});

test("list items keep their order and URL", () => {
  const list = itemList(site, "/automation-grid", "The Automation Grid", [
    { name: "A", href: "/automation-grid/S-01" },
    { name: "B", href: "/automation-grid/S-02" },
  ]);
  expect(list).toMatchObject({ itemListElement: [{ position: 1 }, { position: 2, name: "B" }] });
});
