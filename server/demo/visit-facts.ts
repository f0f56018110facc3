import { bookingConversionUsd } from "#app/features/analytics/funnel-stages.ts";
import type { RejectionRule } from "#app/features/analytics/rejection-rules.ts";

/* Where demo visitors come from, what they use and where they go. Weights are relative. */

export type Origin = { referrer: string | null; source?: string; medium?: string; campaign?: string };
export const origins: readonly (Origin & { weight: number })[] = [
  { weight: 34, referrer: null },
  { weight: 27, referrer: "https://www.google.com" },
  { weight: 9, referrer: "https://www.linkedin.com" },
  { weight: 5, referrer: "https://www.bing.com" },
  { weight: 5, referrer: "https://chatgpt.com" },
  { weight: 4, referrer: "https://news.ycombinator.com" },
  { weight: 6, referrer: "https://revops-weekly.example" },
  { weight: 5, referrer: null, source: "newsletter", medium: "email", campaign: "drawings" },
  { weight: 5, referrer: "https://www.linkedin.com", source: "linkedin", medium: "cpc", campaign: "revops-fall" },
];

export const devices = [
  { weight: 42, device: "desktop", browser: "Chrome", os: "Windows", screen: "1920x1080" },
  { weight: 20, device: "desktop", browser: "Chrome", os: "macOS", screen: "1728x1117" },
  { weight: 8, device: "desktop", browser: "Safari", os: "macOS", screen: "1512x982" },
  { weight: 6, device: "desktop", browser: "Firefox", os: "Windows", screen: "1920x1080" },
  { weight: 14, device: "phone", browser: "Safari", os: "iOS", screen: "390x844" },
  { weight: 8, device: "phone", browser: "Chrome", os: "Android", screen: "412x915" },
  { weight: 2, device: "tablet", browser: "Safari", os: "iPadOS", screen: "820x1180" },
] as const;

export const places = [
  { weight: 40, timezone: "America/New_York", language: "en-US" },
  { weight: 18, timezone: "America/Chicago", language: "en-US" },
  { weight: 20, timezone: "America/Los_Angeles", language: "en-US" },
  { weight: 8, timezone: "America/Toronto", language: "en-CA" },
  { weight: 8, timezone: "Europe/London", language: "en-GB" },
  { weight: 6, timezone: "Europe/Berlin", language: "de-DE" },
];

export const entries = [
  { weight: 44, path: "/" },
  { weight: 14, path: "/automation-grid" },
  { weight: 12, path: "/automation-blueprint-gtmarc" },
  { weight: 9, path: "/pricing" },
  { weight: 6, path: "/our-approach" },
  { weight: 5, path: "/faq" },
  { weight: 5, path: "/automation-grid/S-03" },
  { weight: 3, path: "/downloads" },
  { weight: 2, path: "/case-studies" },
];
export const nextPages = [
  ...["/automation-grid", "/automation-grid", "/automation-blueprint-gtmarc", "/automation-blueprint-gtmarc"],
  ...["/pricing", "/pricing", "/our-approach", "/faq", "/about", "/contact", "/downloads", "/training", "/"],
];
export const rejected: readonly { rule: RejectionRule; weight: number }[] = [
  { rule: "bot", weight: 6 },
  { rule: "script", weight: 2 },
  { rule: "no_browser", weight: 1 },
  { rule: "own_team", weight: 2 },
];

type Step = { stage: string; substage: string; value?: number; page: string; afterDays?: number };
/** What a visitor who asks for access does next; each part of the way is taken with this chance. */
export const way: readonly { chance: number; steps: readonly Step[] }[] = [
  { chance: 1, steps: [{ stage: "access", substage: "requested", page: "/automation-blueprint-gtmarc" }] },
  {
    chance: 0.72,
    steps: [{ stage: "access", substage: "code_accepted", page: "/verify-access", afterDays: 5 }],
  },
  {
    chance: 0.85,
    steps: [
      { stage: "wizard", substage: "guided_started", page: "/blueprint/wizard/mode" },
      { stage: "wizard", substage: "profile_completed", page: "/blueprint/wizard/profile" },
    ],
  },
  {
    chance: 0.86,
    steps: [{ stage: "wizard", substage: "tech_stack_completed", page: "/blueprint/wizard/tech-stack" }],
  },
  {
    chance: 0.84,
    steps: [
      { stage: "wizard", substage: "processes_completed", page: "/blueprint/wizard/processes" },
      { stage: "analysis", substage: "generated", value: 84_000, page: "/blueprint/:token" },
    ],
  },
  {
    chance: 0.5,
    steps: [{ stage: "booking", substage: "scheduled", value: bookingConversionUsd, page: "/contact", afterDays: 1 }],
  },
  { chance: 0.4, steps: [{ stage: "unlock", substage: "paid", value: 499, page: "/blueprint/:token/unlock" }] },
];
