import { spelled } from "#app/lib/numbers.ts";

/*
 * How many records there are, for sentences that say so. Numbers instead of the lists themselves, so that no page loads a list for its
 * length; server/product/settings/promises.test.ts compares them.
 */
export const counts = { questions: 20, templates: 5, platforms: 3, tools: 70 } as const;

/** `70`, in sentences with "about". */
export const aboutTools = Math.round(counts.tools / 10) * 10;

export const templateFiles = counts.templates * counts.platforms;

export const spelledCounts = {
  questions: spelled(counts.questions),
  templates: spelled(counts.templates),
  platforms: spelled(counts.platforms),
  templateFiles: spelled(templateFiles),
} as const;
