import type { Block, Text } from "../rich-text.ts";

export type Question = { id: string; question: string; answer: readonly (Text | Block)[] };
