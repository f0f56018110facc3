import type { Crumb } from "./breadcrumb.tsx";

/**
 * The breadcrumb of an address, from its path segments: "/blueprint/wizard" → Home / Blueprint / Wizard. `names` gives
 * the words for a path where its segment does not ("/our-approach" needs none); a path mapped to null is no page of its
 * own and gets no link. Segments that are ids should be named by the caller.
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

/** "tech-stack" → "Tech Stack"; an address that cannot be decoded is shown as it is. */
function inWords(segment: string): string {
  let plain = segment;
  try {
    plain = decodeURIComponent(segment);
  } catch {
    // a stray percent sign in the address
  }
  return plain.replace(/[-_]+/g, " ").replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
}
