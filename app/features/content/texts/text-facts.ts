import { spelled } from "#app/lib/numbers.ts";
import { counts } from "../counts.ts";

/** What lists of pages say about texts that the firm may change. `changedOn`: by path, the ISO date of its last change. */
export type TextSummary = {
  questions: number;
  /** The training programs, in order. */
  programs: readonly { title: string; format: string; inShort: string }[];
  /** The anchors of the sections of the terms, in order; null while the default terms apply. */
  terms: readonly string[] | null;
  /** Title and first paragraph of the firm's own texts, by path. */
  own: Readonly<Record<string, { title: string; lede: string }>>;
  changedOn: Readonly<Record<string, string>>;
};

let read = (): TextSummary => ({
  questions: counts.questions,
  ...{ programs: [], terms: null, own: {}, changedOn: {} },
});

/** Where the texts are: the settings (site-texts.server.ts). A browser has only the number of questions, because the texts are large. */
export const readTextSummaryFrom = (source: () => TextSummary): void => {
  read = source;
};

export const textSummary = (): TextSummary => read();

/** `three programs` */
export const programCount = (count: number): string => `${spelled(count)} ${count === 1 ? "program" : "programs"}`;
