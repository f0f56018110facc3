import { z } from "zod";
import type { Refusal } from "#app/lib/refusal.ts";
import { text } from "#app/lib/text.ts";

/* Topics, frequencies and audiences of the newsletter. Safe in the browser. */

export const newsletterTopics = [
  { key: "drawings", label: "New automations", about: "One automation with its cost and return, about once a month." },
  { key: "training", label: "Training", about: "Dates of the training programs." },
  { key: "product", label: "The product", about: "What changed in the analysis, the kit and the model behind them." },
] as const;
export type NewsletterTopic = (typeof newsletterTopics)[number]["key"];
export const topicKeys = newsletterTopics.map(({ key }) => key) as [NewsletterTopic, ...NewsletterTopic[]];
export const topicLabel = (key: NewsletterTopic) => newsletterTopics.find((topic) => topic.key === key)!.label;

export const frequencies = [
  { key: "every", label: "Every issue" },
  { key: "quarterly", label: "At most one every three months" },
] as const;

/** Pause in days for subscribers who want an issue every three months. */
export const quarterDays = 85;

export const audiences = [
  { key: "everybody", label: "Everyone" },
  { key: "own-domain", label: "Business addresses only" },
  { key: "consumer", label: "Consumer addresses only" },
] as const;
export type Audience = (typeof audiences)[number]["key"];
export const audienceKeys = audiences.map(({ key }) => key) as [Audience, ...Audience[]];

export const Preferences = z.object({
  topics: z.array(z.enum(topicKeys)).min(1, "Choose at least one topic, or unsubscribe."),
  frequency: z.enum(["every", "quarterly"], { error: "Choose how often." }),
});
export type Preferences = z.infer<typeof Preferences>;

export const paces = [60, 300, 600, 1200, 3000] as const;

/** A draft as its editor saves it; every field may be empty. */
export const IssueDraft = z.object({
  version: z.number().int().min(1),
  subject: text({ max: 150 }),
  preview: text({ max: 150 }),
  body: text({ max: 40_000, shape: "lines" }),
  topic: z.enum(topicKeys),
  audience: z.enum(audienceKeys),
  perMinute: z.number().int().min(1).max(60_000),
});
export type IssueDraft = z.infer<typeof IssueDraft>;

export const issueRefusalText = {
  not_admin: "Only an admin with a verified second factor can do this.",
  not_found: "There is no such issue.",
  stale: "Another admin changed this issue. Reload the page to see their changes.",
  not_a_draft: "This issue is being sent or was sent, so it can no longer be changed.",
  incomplete: "An issue needs a subject, a preview line and a text before it can be sent.",
  unusable_text:
    "A variable or an image of this issue cannot be sent. The editor says what is wrong with it, below its field.",
  off_the_list:
    "This address gets no newsletter: it unsubscribed, or its emails bounce. Use another one, or see the suppressions under Mail.",
  no_audience: "No one would get this issue: no subscriber wants the topic.",
  in_the_past: "Choose a time in the future, at most a year ahead.",
  not_running: "This issue is not being sent.",
  not_paused: "This issue is not paused.",
  not_sent: "Only an issue that was sent can be published.",
  names_a_person:
    "The text has an email address other than the firm's, or a link that only one person should have. It cannot be public.",
  already_over: "This issue is already sent or canceled.",
} as const;
export type IssueRefusal = Refusal<keyof typeof issueRefusalText>;
