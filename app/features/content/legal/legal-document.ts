import type { Block, Text } from "../rich-text.ts";

export type LegalBlock = Block;

export type LegalSection = { id: string; title: string; blocks: readonly LegalBlock[] };

export type LegalDocument = {
  title: string;
  /** The canonical address for search engines (spec: canonical). */
  path: string;
  lastUpdated: string;
  subject: string;
  lede: string;
  short: readonly Text[];
  sections: readonly LegalSection[];
};

export const text = (of: Text): LegalBlock => ({ kind: "text", text: of });
export const list = (...items: readonly Text[]): LegalBlock => ({ kind: "list", items });
/** A text that depends on settings. */
export const writtenText = (write: () => Text): LegalBlock => ({
  kind: "text",
  get text() {
    return write();
  },
});
