import type { EntryContext } from "react-router";

/**
 * Keeps only the routes that a page needs: those that it matches, and index routes with their layouts (without them the browser
 * would match "/" with the root alone), which need no list of imports. React Router builds and ranks every given route for every
 * page; the browser fetches others when it finds links to them.
 */
export function withPageRoutes(entry: EntryContext): EntryContext {
  const { routes } = entry.manifest;
  const index = indexRoutes(routes);
  const matched = entry.staticHandlerContext.matches.map(({ route }) => route.id);
  return {
    ...entry,
    manifest: { ...entry.manifest, routes: { ...index, ...pick(routes, matched) } },
    routeModules: pick(entry.routeModules, [...Object.keys(index), ...matched]),
  };
}

type Routes = EntryContext["manifest"]["routes"];

const known = new WeakMap<Routes, Routes>();

function indexRoutes(routes: Routes): Routes {
  const earlier = known.get(routes);
  if (earlier) return earlier;
  const ids = Object.values(routes).flatMap((route) => (route?.index ? lineage(route.id, routes) : []));
  const found = Object.fromEntries(ids.map((id) => [id, { ...routes[id]!, imports: undefined }]));
  known.set(routes, found);
  return found;
}

const lineage = (id: string, routes: Routes): string[] => {
  const parent = routes[id]?.parentId;
  return parent ? [...lineage(parent, routes), id] : [id];
};

const pick = <Value>(all: Record<string, Value>, ids: readonly string[]): Record<string, Value> =>
  Object.fromEntries(ids.flatMap((id) => (id in all ? [[id, all[id]!]] : [])));
