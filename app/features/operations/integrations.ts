import type { SenderRecord } from "./sender-records.ts";

/** The optional external services, in the order of the settings page. */
export const integrationKeys = ["mail", "sender", "stripe", "calendly", "calendars", "language-model"] as const;
export type IntegrationKey = (typeof integrationKeys)[number];

/** `records`: of the sender's domain. */
export type TestOutcome = { passed: boolean; text: string; at: Date; tookMs: number; records?: SenderRecord[] };
