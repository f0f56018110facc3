import type { Text } from "./rich-text.ts";

/** One question; `id` is its anchor on the page. */
export type Question = { id: string; question: string; answer: readonly Text[] };
