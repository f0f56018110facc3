import { renderToString } from "react-dom/server";
import type { EntryContext } from "react-router";
import { expect, test } from "vitest";
import { cutPage, findScripts, keepScripts, scriptsRoute } from "./page-scripts.server.ts";
import { cutMarks } from "./page-scripts.tsx";

const entryOf = (...paths: (string | undefined)[]) =>
  ({
    manifest: {},
    staticHandlerContext: { matches: paths.map((path, index) => ({ route: { id: `${index} ${path}`, path } })) },
  }) as unknown as EntryContext;

test.each([
  [["", "account"], "1 account"],
  [["", undefined, "blueprint/wizard/:step"], "2 blueprint/wizard/:step"],
  [["", "blueprint/:id"], "1 blueprint/:id"],
  [["", "blueprint/:id/full"], null],
  [["", ":area", "page"], null],
  [["", "admin/*"], null],
  [["", "*"], null],
  [[""], null],
])("the route that determines the scripts of %j is %j", (paths, route) => {
  expect(scriptsRoute(entryOf(...paths))).toBe(route);
});

const mark = cutMarks;
const page = (links: string, scripts: string) =>
  `<head><title>Page</title>${mark.links}${links}${mark.links}</head><body>Text ${mark.scripts} of a visitor${mark.scripts}${scripts}${mark.scripts}</body>`;

test("a page is split at its marks, and the joined parts equal the page", () => {
  const cut = cutPage(page("<link/>", "<script></script>"));
  expect(cut).toMatchObject({ links: "<link/>", scripts: "<script></script>", end: "</body>" });
  const { start, links, middle, scripts, end } = cut;
  const without = page("<link/>", "<script></script>").replace(mark.links, "").replace(mark.links, "");
  const last = without.lastIndexOf(mark.scripts);
  expect(start + links + middle + mark.scripts + scripts + end).toBe(
    without.slice(0, last) + without.slice(last + mark.scripts.length),
  );
  expect(cutPage(page("", ""))).toMatchObject({ links: "", scripts: "", start: cut.start, middle: cut.middle });
  expect(() => cutPage("<head></head><body></body>")).toThrow("no scripts");
});

test("the scripts of a route are reused with the nonce of the next page only", () => {
  const entry = entryOf("", "account");
  expect(findScripts(entry, "first")).toBeNull();
  keepScripts(entry, "first", { links: '<link nonce="first"/>', scripts: '<script nonce="first">1</script>' });
  expect(findScripts(entry, "second")).toEqual({
    links: '<link nonce="second"/>',
    scripts: '<script nonce="second">1</script>',
  });
  const other = { ...entryOf("", "invoices"), manifest: entry.manifest };
  expect(findScripts(other, "second")).toBeNull();
  expect(findScripts(entryOf("", "account"), "second"), "of another build").toBeNull();
});

test("scripts that depend on more than the route are not kept", () => {
  const entry = entryOf("", "blueprint/:id/full");
  keepScripts(entry, "first", { links: "", scripts: "" });
  expect(findScripts(entry, "second")).toBeNull();
});

test("a page without a nonce neither stores nor reuses scripts", () => {
  const entry = entryOf("", "faq");
  keepScripts(entry, "", { links: "<link/>", scripts: "<script></script>" });
  expect(findScripts(entry, "second")).toBeNull();
  keepScripts(entry, "first", { links: '<link nonce="first"/>', scripts: "" });
  expect(findScripts(entry, "")).toBeNull();
});

test("React renders the marks unchanged", () => {
  const html = renderToString(
    <html lang="en">
      <body>
        <link rel="modulepreload" href="#page-links" />
        <script type="page-scripts" />
      </body>
    </html>,
  );
  expect(html).toContain(mark.links);
  expect(html).toContain(mark.scripts);
});
