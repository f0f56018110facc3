import type { Crumb } from "./breadcrumb.tsx";

/**
 * Builds the breadcrumb of a path from its segments: "/blueprint/wizard" → Home / Blueprint / Wizard. `names` overrides the
 * text of a path; null means no page, so no link. Callers should name id segments.
 *
 * @example crumbsOf("/blueprint/wizard/mode", { "/blueprint": null, "/blueprint/wizard/mode": "How to begin" })
 */
export function crumbsOf(pathname: string, names: Readonly<Record<string, string | null>> = {}): Crumb[] {
  const segments = pathname.split("/").filter(Boolean);
  const crumbs: Crumb[] = [{ label: names["/"] ?? "Home", href: "/" }];
  segments.forEach((segment, index) => {
    const path = `/${segments.slice(0, index + 1).join("/")}`;
    const name = names[path];
    crumbs.push({ label: name ?? inWords(segment), ...(name === null ? {} : { href: path }) });
  });
  return crumbs;
}

/** "tech-stack" → "Tech Stack"; a segment that cannot be decoded is unchanged. */
function inWords(segment: string): string {
  let plain = segment;
  try {
    plain = decodeURIComponent(segment);
  } catch {
    // A stray percent sign in the path.
  }
  return plain.replace(/[-_]+/g, " ").replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
}
