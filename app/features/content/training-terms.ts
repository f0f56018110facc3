import { textSummary } from "./texts/text-facts.ts";

/** The titles of the programs, in the order of the page. Stored with every registration. The firm can change them, so call this when they are needed. */
export const trainingTitles = (): readonly string[] => textSummary().programs.map(({ title }) => title);
