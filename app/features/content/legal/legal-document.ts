import type { Block, Text } from "../rich-text.ts";

export type LegalSection = { id: string; title: string; blocks: readonly Block[] };

export type LegalDocument = {
  title: string;
  /** The canonical address for search engines (spec: canonical). */
  path: string;
  version: number;
  /** ISO date. */
  effectiveOn: string;
  subject: string;
  lede: string;
  short: readonly Text[];
  sections: readonly LegalSection[];
};
