import type { EntryContext } from "react-router";
import { cutMarks } from "./page-scripts.tsx";

/*
 * Half of an app page's HTML is React Router's scripts and links to their imports. They are the same on every page of
 * a route except for the nonce, so they are rendered once per route.
 */

/** A rendered page, split at the marks of `PageScripts`. `links` and `scripts` are empty if they were omitted. */
export type CutPage = { start: string; links: string; middle: string; scripts: string; end: string };
type ScriptParts = Pick<CutPage, "links" | "scripts">;
/** HTML split at its nonces; joining the pieces with a nonce restores it. */
type WithoutNonce = Record<keyof ScriptParts, readonly string[]>;

const kept = new WeakMap<EntryContext["manifest"], Map<string, WithoutNonce>>();

/**
 * Returns the links and scripts of an earlier page of the same route under this page's nonce; null for the first. A page
 * without a nonce (an error page that is never sent) neither reads nor stores any.
 */
export function findScripts(entry: EntryContext, nonce: string): ScriptParts | null {
  if (nonce === "") return null;
  const parts = kept.get(entry.manifest)?.get(scriptsRoute(entry) ?? "");
  return parts ? { links: parts.links.join(nonce), scripts: parts.scripts.join(nonce) } : null;
}

/** Stores the links and scripts of a page, rendered under `nonce`, for later pages of its route. */
export function keepScripts(entry: EntryContext, nonce: string, { links, scripts }: ScriptParts): void {
  const route = scriptsRoute(entry);
  if (route === null || nonce === "") return;
  const routes = kept.get(entry.manifest) ?? new Map<string, WithoutNonce>();
  kept.set(entry.manifest, routes.set(route, { links: links.split(nonce), scripts: scripts.split(nonce) }));
}

/**
 * Returns the id of the route that determines a page's scripts, or null if they depend on more: React Router also lists the
 * routes of parent paths, which a route with a parameter before its last segment does not determine.
 */
export function scriptsRoute({ staticHandlerContext: { matches } }: EntryContext): string | null {
  const segments = matches.flatMap(({ route }) => (route.path ?? "").split("/")).filter(Boolean);
  const isKnown = segments.length > 0 && segments.at(-1) !== "*";
  return isKnown && segments.slice(0, -1).every((segment) => !/[:*?]/.test(segment)) ? matches.at(-1)!.route.id : null;
}

export function cutPage(html: string): CutPage {
  // The links are in the head, before any user input; the scripts are at the end of the body.
  const linksAt = html.indexOf(cutMarks.links);
  const linksEnd = html.indexOf(cutMarks.links, linksAt + 1);
  const scriptsEnd = html.lastIndexOf(cutMarks.scripts);
  const scriptsAt = html.lastIndexOf(cutMarks.scripts, scriptsEnd - 1);
  if (linksEnd === -1 || scriptsAt === -1) throw new Error("The page has no scripts");
  return {
    start: html.slice(0, linksAt),
    links: html.slice(linksAt + cutMarks.links.length, linksEnd),
    middle: html.slice(linksEnd + cutMarks.links.length, scriptsAt),
    scripts: html.slice(scriptsAt + cutMarks.scripts.length, scriptsEnd),
    end: html.slice(scriptsEnd + cutMarks.scripts.length),
  };
}
