/** The three programs, by the titles under which people register. Stored with every registration, so they are permanent. */
export const trainingTitles = [
  "GTM Strategy & RevOps Workshop",
  "AI & Automation Implementation Certification",
  "Intelligent Systems Masterclass",
] as const;
export type TrainingTitle = (typeof trainingTitles)[number];
