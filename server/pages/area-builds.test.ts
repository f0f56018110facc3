import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { mappedPages } from "#tests/fixtures/page-loaders.ts";
import { areaBuilds, areaOf } from "./area-builds.ts";

type Routes = ServerBuild["routes"];

/** A route manifest as the compiler writes it, without modules. */
function buildRoutes(entries: readonly RouteConfigEntry[], parentId: string): Routes {
  return Object.assign(
    {},
    ...entries.map(({ id, file, path, index, children = [] }) => {
      const own = id ?? file;
      return { [own]: { id: own, parentId, path, index, module: {} }, ...buildRoutes(children, own) };
    }),
  );
}

const whole = {
  routes: {
    root: { id: "root", path: "", module: {} },
    ...buildRoutes(routes as RouteConfigEntry[], "root"),
  } as unknown as Routes,
  assets: { version: "1", routes: {} },
} as unknown as ServerBuild;

const areas = areaBuilds(whole);

function routeTree(all: Routes, parentId?: string): RouteObject[] {
  return Object.values(all).flatMap((route) =>
    route && route.parentId === parentId
      ? [{ id: route.id, path: route.path, index: route.index, children: routeTree(all, route.id) } as RouteObject]
      : [],
  );
}

const matched = ({ routes: all }: ServerBuild, path: string) =>
  matchRoutes(routeTree(all), path)?.map(({ route, params }) => ({ id: route.id, params }));

/** All pages with variants (letter case, trailing slash, extra segment) and their parent paths. */
const paths = mappedPages.flatMap(({ path }) => {
  const filled = `/${path.replace(/:\w+/g, "some-value").replace("*", "nothing/here")}`;
  const above = filled.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/") || "/");
  return [filled, `${filled}/`, `${filled}/further`, filled.toUpperCase(), ...above];
});

test.each([...new Set(paths), "/Blueprint/wizard", "/%61ccount", "/account.data", "/nothing-here"])(
  "%s matches the same routes in the build of its area",
  (path) => {
    const area = areaOf(`https://gtmarc.example${path}`);
    const build = (area !== null && areas.get(area)) || whole;
    expect(matched(build, path)).toEqual(matched(whole, path));
    expect(matched(build, "/")).toEqual(matched(whole, "/"));
  },
);

test("a build of an area leaves out the routes of other areas", () => {
  const account = areas.get("account")!;
  expect(Object.keys(account.routes)).toContain("routes/account/account.tsx");
  expect(Object.keys(account.routes).filter((id) => /routes\/(admin|blueprint)\/\w+\//.test(id))).toEqual([]);
  expect(Object.keys(account.routes).length).toBeLessThan(Object.keys(whole.routes).length / 4);
});

test.each([
  ["https://gtmarc.example/account", "account"],
  ["http://localhost:3000/quick-start/results?blueprint=1", "quick-start"],
  ["https://gtmarc.example/admin#top", "admin"],
  ["https://gtmarc.example/", null],
  ["https://gtmarc.example/Account", null],
  ["https://gtmarc.example/%61ccount", null],
  ["https://gtmarc.example/account.data", null],
])("the area of %s is %s", (url, area) => {
  expect(areaOf(url)).toBe(area);
});

test("a child of a route that starts with a parameter can match every first segment", () => {
  const build = {
    routes: {
      language: { id: "language", path: ":language", module: {} },
      about: { id: "about", parentId: "language", path: "about", module: {} },
      contact: { id: "contact", path: "contact", module: {} },
    },
    assets: { routes: {} },
  } as unknown as ServerBuild;
  expect([...areaBuilds(build).keys()]).toEqual(["contact"]);
  expect(Object.keys(areaBuilds(build).get("contact")!.routes)).toEqual(["language", "about", "contact"]);
});
