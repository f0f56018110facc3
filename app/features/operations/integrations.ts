import type { SenderRecord } from "./sender-records.ts";

/** The optional external services, in the order of the settings page. */
export const integrationKeys = ["mail", "sender", "stripe", "calendly", "calendars", "language-model"] as const;
export type IntegrationKey = (typeof integrationKeys)[number];

/** Where a service is set up, by the names of its pages. */
export const setUpPlaces: Readonly<Record<IntegrationKey, string>> = {
  mail: "Settings, Mail",
  sender: "Settings, Mail",
  stripe: "Settings, Billing",
  calendly: "Settings, Booking",
  calendars: "Calendar, Hosts",
  "language-model": "Settings, Language model",
};

/** `records`: of the sender's domain. */
export type TestOutcome = { passed: boolean; text: string; at: Date; tookMs: number; records?: SenderRecord[] };
