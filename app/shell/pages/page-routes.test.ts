import type { EntryContext } from "react-router";
import { expect, test } from "vitest";
import { withPageRoutes } from "./page-routes.server.ts";

const route = (id: string, parentId?: string, index?: boolean) => ({ id, parentId, index, imports: ["/a.js"] });
const routes = Object.fromEntries(
  [
    route("root"),
    route("site", "root"),
    route("home", "site", true),
    route("faq", "site"),
    route("wizard", "root"),
    route("step", "wizard"),
    route("mode", "wizard"),
  ].map((one) => [one.id, one]),
);

const entryOf = (...matched: string[]) =>
  ({
    manifest: { version: "1", routes },
    routeModules: Object.fromEntries(Object.keys(routes).map((id) => [id, { handle: id }])),
    staticHandlerContext: { matches: matched.map((id) => ({ route: { id } })) },
  }) as unknown as EntryContext;

test("a page gets the routes that it matches, and index routes with their layouts", () => {
  const { manifest, routeModules } = withPageRoutes(entryOf("root", "wizard", "step"));
  const known = ["home", "root", "site", "step", "wizard"];
  expect(Object.keys(manifest.routes).sort()).toEqual(known);
  expect(Object.keys(routeModules).sort()).toEqual(known);
  expect(manifest.routes["step"]).toBe(routes["step"]);
  expect(manifest.version).toBe("1");
  const importing = (page: typeof manifest) =>
    Object.values(page.routes).flatMap((one) => (one?.imports ? [one.id] : []));
  expect(importing(manifest), "those that the page starts with").toEqual(["root", "wizard", "step"]);
  expect(importing(withPageRoutes(entryOf("root", "site", "home")).manifest).sort()).toEqual(["home", "root", "site"]);
});

test("the routes of one page do not affect those of the next", () => {
  withPageRoutes(entryOf("root", "wizard", "step"));
  expect(Object.keys(withPageRoutes(entryOf("root", "site", "faq")).manifest.routes).sort()).toEqual([
    "faq",
    "home",
    "root",
    "site",
  ]);
  expect(Object.keys(routes)).toHaveLength(7);
});
