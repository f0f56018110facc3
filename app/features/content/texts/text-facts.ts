import { spelled } from "#app/lib/numbers.ts";
import { counts } from "../counts.ts";

/** What lists of pages say about texts that the firm may change. `changedOn`: by path, the ISO date of its last change. */
export type TextSummary = {
  questions: number;
  /** The training programs, in order. */
  programs: readonly { title: string; inShort: string }[];
  /** The anchors of the sections of the terms, in order; null while the default terms apply. */
  terms: readonly string[] | null;
  /** Title and first paragraph of the firm's own texts, by path. */
  own: Readonly<Record<string, { title: string; lede: string }>>;
  changedOn: Readonly<Record<string, string>>;
};

let read = (): TextSummary => ({
  questions: counts.questions,
  programs: [
    { title: "GTM Strategy & RevOps Workshop", inShort: "a one-day GTM and RevOps workshop" },
    { title: "AI & Automation Implementation Certification", inShort: "a six-week online certification" },
    { title: "Intelligent Systems Masterclass", inShort: "a two-hour live masterclass" },
  ],
  ...{ terms: null, own: {}, changedOn: {} },
});

/** Where the texts are on the server: the settings (site-texts.server.ts). A browser has the default ones, repeated here because the texts themselves are large. */
export const readTextSummaryFrom = (source: () => TextSummary): void => {
  read = source;
};

export const textSummary = (): TextSummary => read();

/** `three programs` */
export const programCount = (count: number): string => `${spelled(count)} ${count === 1 ? "program" : "programs"}`;
