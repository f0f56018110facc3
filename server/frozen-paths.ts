import { pages } from "../app/features/content/pages.ts";

/** Content pages that look the same for everybody without a session; rendered once and served from memory. */
export const frozenPaths: ReadonlySet<string> = new Set(
  pages.filter(({ frozen }) => frozen).flatMap(({ path, aliases }) => [path, ...aliases]),
);
