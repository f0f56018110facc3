import type { ServerBuild } from "react-router";

type Route = NonNullable<ServerBuild["routes"][string]>;

/**
 * A build for each first segment of the site's paths, without the routes that cannot match a path that starts with it. React
 * Router tries the patterns of all routes one after another, several times for each page. Routes without a first segment of
 * their own (index, `:parameter`, `*`) are in every build, so each path matches the same routes as in the whole build.
 */
export function areaBuilds(build: ServerBuild): ReadonlyMap<string, ServerBuild> {
  const segments = new Map(
    Object.values(build.routes).flatMap((route) => (route ? [[route.id, firstSegment(route, build.routes)]] : [])),
  );
  const areas = new Set([...segments.values()].filter((segment) => segment !== null));
  return new Map(
    [...areas].map((area) => {
      const ids = [...segments.keys()].filter((id) => segments.get(id) === null || segments.get(id) === area);
      const assets = { ...build.assets, routes: pick(build.assets.routes, ids) };
      return [area, { ...build, routes: pick(build.routes, ids), assets }];
    }),
  );
}

/**
 * The area that an address belongs to, or null for paths that are written in a way that only the router itself can read.
 *
 * @example areaOf("https://gtmarc.example/blueprint/compare?ids=1") // "blueprint"
 */
export const areaOf = (url: string): string | null =>
  /^https?:\/\/[^/?#]+\/([a-z\d-]+)(?:[/?#]|$)/.exec(url)?.[1] ?? null;

/** The literal first segment of a route's paths, as `areaOf` returns it; null if the route can match other first segments. */
function firstSegment(route: Route, routes: ServerBuild["routes"]): string | null {
  const [segment = ""] = fullPath(route, routes).split("/").filter(Boolean);
  return /^[a-z\d-]+$/.test(segment) ? segment : null;
}

function fullPath({ path = "", parentId }: Route, routes: ServerBuild["routes"]): string {
  const parent = parentId === undefined ? undefined : routes[parentId];
  return parent ? `${fullPath(parent, routes)}/${path}` : path;
}

const pick = <Value>(all: Record<string, Value>, ids: readonly string[]): Record<string, Value> =>
  Object.fromEntries(ids.flatMap((id) => (id in all ? [[id, all[id]!]] : [])));
