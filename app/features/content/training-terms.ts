/** The titles of the three programs. Stored with every registration, so permanent. */
export const trainingTitles = [
  "GTM Strategy & RevOps Workshop",
  "AI & Automation Implementation Certification",
  "Intelligent Systems Masterclass",
] as const;
export type TrainingTitle = (typeof trainingTitles)[number];
