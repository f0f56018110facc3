import type { EntryContext } from "react-router";

/**
 * Keeps only the routes that a page needs: those that it matches, and index routes with their layouts (without them the browser
 * would match "/" with the root alone). React Router builds and ranks every given route for every page; the browser fetches
 * others when it finds links to them.
 */
export function withPageRoutes(entry: EntryContext): EntryContext {
  const { routes } = entry.manifest;
  const ids = [...indexRoutes(routes), ...entry.staticHandlerContext.matches.map(({ route }) => route.id)];
  return {
    ...entry,
    manifest: { ...entry.manifest, routes: pick(routes, ids) },
    routeModules: pick(entry.routeModules, ids),
  };
}

type Routes = EntryContext["manifest"]["routes"];

const known = new WeakMap<Routes, string[]>();

function indexRoutes(routes: Routes): string[] {
  const found =
    known.get(routes) ?? Object.values(routes).flatMap((route) => (route?.index ? lineage(route.id, routes) : []));
  known.set(routes, found);
  return found;
}

const lineage = (id: string, routes: Routes): string[] => {
  const parent = routes[id]?.parentId;
  return parent ? [...lineage(parent, routes), id] : [id];
};

const pick = <Value>(all: Record<string, Value>, ids: readonly string[]): Record<string, Value> =>
  Object.fromEntries(ids.flatMap((id) => (id in all ? [[id, all[id]!]] : [])));
