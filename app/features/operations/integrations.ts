/** The optional external services, in the order of the settings page. */
export const integrationKeys = ["mail", "stripe", "calendly", "calendars", "language-model"] as const;
export type IntegrationKey = (typeof integrationKeys)[number];

export type TestOutcome = { passed: boolean; text: string; at: Date; tookMs: number };
