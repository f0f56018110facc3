/* Sources, devices, places and paths of demo visitors. Weights are relative. */

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

export type Device = (typeof devices)[number];

export const places = [
  { weight: 40, timezone: "America/New_York", language: "en-US" },
  { weight: 18, timezone: "America/Chicago", language: "en-US" },
  { weight: 20, timezone: "America/Los_Angeles", language: "en-US" },
  { weight: 8, timezone: "America/Toronto", language: "en-CA" },
  { weight: 8, timezone: "Europe/London", language: "en-GB" },
  { weight: 6, timezone: "Europe/Berlin", language: "de-DE" },
];

export type Place = { timezone: string | null; language: string | null };

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

/** Traffic that is not from visitors; the product's rules reject it. `pages`: the maximum per session. */
export const rejected = [
  {
    weight: 4,
    userAgent:
      "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    acceptLanguage: null,
    isAdmin: false,
    pages: 1,
  },
  {
    weight: 3,
    userAgent: "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
    acceptLanguage: null,
    isAdmin: false,
    pages: 1,
  },
  {
    weight: 1,
    userAgent: "Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8)",
    acceptLanguage: null,
    isAdmin: false,
    pages: 1,
  },
  {
    weight: 2,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
    acceptLanguage: null,
    isAdmin: false,
    pages: 2,
  },
  {
    weight: 2,
    userAgent:
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    acceptLanguage: "en-US",
    isAdmin: true,
    pages: 4,
  },
] as const;
