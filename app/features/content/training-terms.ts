/** The titles of the programs, in the order of the page. Stored with every registration, so permanent. */
export const trainingTitles = [
  "GTM Strategy & RevOps Workshop",
  "AI & Automation Implementation Certification",
  "Intelligent Systems Masterclass",
] as const;
export type TrainingTitle = (typeof trainingTitles)[number];
