/** The services outside the product that can be on or off, in the order of the settings page. */
export const integrationKeys = ["mail", "stripe", "calendly", "calendars", "language-model"] as const;
export type IntegrationKey = (typeof integrationKeys)[number];

/** What a test came to. `text` contains no secrets; `tookMs` is the time until the answer. */
export type TestOutcome = { passed: boolean; text: string; at: Date; tookMs: number };
