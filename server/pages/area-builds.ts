import type { ServerBuild } from "react-router";

type Route = NonNullable<ServerBuild["routes"][string]>;

/**
 * A build for each first path segment, without the routes that cannot match such a path: React Router tries all route patterns
 * in turn, several times per page. Routes without a literal first segment (index, `:parameter`, `*`) are in every build, so
 * each path matches the same routes as in the whole build.
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
 * Returns the area of a URL, or null if only the router can parse the path.
 *
 * @example areaOf("https://gtmarc.example/blueprint/compare?ids=1") // "blueprint"
 */
export const areaOf = (url: string): string | null =>
  /^https?:\/\/[^/?#]+\/([a-z\d-]+)(?:[/?#]|$)/.exec(url)?.[1] ?? null;

/** Returns the literal first segment of a route's paths, or null if the route can match other first segments. */
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
