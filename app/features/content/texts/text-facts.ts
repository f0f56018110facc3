import { counts } from "../counts.ts";

/** What lists of pages say about texts that the firm may change. `changedOn`: by path, the ISO date of its last change. */
export type TextSummary = {
  questions: number;
  story: { title: string; lede: string } | null;
  changedOn: Readonly<Record<string, string>>;
};

let read = (): TextSummary => ({ questions: counts.questions, story: null, changedOn: {} });

/** Where the texts are on the server: the settings (site-texts.server.ts). A browser has the specified ones. */
export const readTextSummaryFrom = (source: () => TextSummary): void => {
  read = source;
};

export const textSummary = (): TextSummary => read();
