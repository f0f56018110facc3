import { expect, test } from "vitest";
import { isDevelopmentOrigin, rejectionOf } from "../visits/rejection-rules.ts";
import { ClientLimit } from "./client-limit.ts";
import { RecentMap, remembered } from "./recent-map.ts";
import { channelOf } from "./sources/channels.ts";
import { userAgentFacts } from "./user-agent.ts";

const none = { referrer: null, source: null, medium: null, campaign: null };

test.each([
  [{}, "direct"],
  [{ referrer: "https://www.google.co.uk" }, "search"],
  [{ referrer: "https://duckduckgo.com" }, "search"],
  [{ referrer: "https://gemini.google.com" }, "assistant"],
  [{ referrer: "https://chatgpt.com" }, "assistant"],
  [{ referrer: "https://www.linkedin.com" }, "social"],
  [{ referrer: "https://t.co" }, "social"],
  [{ referrer: "https://notgoogle.example" }, "referral"],
  [{ referrer: "https://www.google.com", medium: "CPC" }, "paid"],
  [{ source: "newsletter" }, "email"],
  [{ source: "partner", campaign: "spring" }, "campaign"],
  [{ source: "linkedin" }, "social"],
  [{ referrer: "not a url" }, "referral"],
] as const)("%j arrives by %s", (facts, channel) => {
  expect(channelOf({ ...none, ...facts })).toBe(channel);
});

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

test.each([
  [chrome, { browser: "Chrome", os: "Windows", device: "desktop", isBot: false, isBrowser: true }],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    { browser: "Safari", os: "iOS", device: "phone", isBot: false },
  ],
  [
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
    { os: "Android", device: "tablet" },
  ],
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", { isBot: true }],
  ["curl/8.5.0", { browser: null, os: null, device: "unknown", isBot: true }],
  ["", { browser: null, isBrowser: false }],
])("a user agent %j is classified", (userAgent, facts) => {
  expect(userAgentFacts(userAgent)).toMatchObject(facts);
});

test("each rule rejects its case, and a browser passes", () => {
  const passed = {
    isAdmin: false,
    isExcluded: false,
    userAgent: { isBot: false, isBrowser: true },
    isDriven: false,
    acceptLanguage: "en-US",
    startsTooMany: false,
    isDevelopment: false,
  };
  expect(rejectionOf(passed)).toBeNull();
  expect(rejectionOf({ ...passed, userAgent: { isBot: true, isBrowser: true } })).toBe(1);
  expect(rejectionOf({ ...passed, isDriven: true })).toBe(1);
  expect(rejectionOf({ ...passed, userAgent: { isBot: false, isBrowser: false } })).toBe(2);
  expect(rejectionOf({ ...passed, acceptLanguage: null })).toBe(3);
  expect(rejectionOf({ ...passed, startsTooMany: true })).toBe(4);
  expect(rejectionOf({ ...passed, isAdmin: true, isDevelopment: true })).toBe(5);
  expect(rejectionOf({ ...passed, isDevelopment: true })).toBe(6);
  expect(rejectionOf({ ...passed, isExcluded: true, isDevelopment: true })).toBe(7);
});

test("localhost and addresses are development hosts", () => {
  for (const origin of ["http://localhost:3000", "http://127.0.0.1", "https://192.168.1.4:8443", "http://[::1]:3000"])
    expect(isDevelopmentOrigin(origin), origin).toBe(true);
  for (const origin of ["https://gtmarc.example", "https://localhost.example", "nonsense", "", null])
    expect(isDevelopmentOrigin(origin), String(origin)).toBe(false);
});

test("a client's uses are counted in windows that begin with the first", () => {
  const limit = new ClientLimit({ points: 3, seconds: 60 });
  expect([1, 2, 3].map(() => limit.take("a", 10_000))).toEqual([0, 0, 0]);
  expect(limit.take("a", 11_500)).toBe(59);
  expect(limit.take("b", 11_500)).toBe(0);
  expect(limit.take("a", 70_000)).toBe(0);
  expect(limit.take("a", 70_000, 3)).toBe(60);
  // A clock that was set back does not block a client.
  expect(limit.take("a", 1000)).toBe(0);
});

test("a recent map drops the least recently used entry", () => {
  const map = new RecentMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([1, undefined, 3]);
  let computed = 0;
  const length = remembered(10, (text) => {
    computed += 1;
    return text.length || null;
  });
  expect([length("abc"), length("abc"), length(""), length("")]).toEqual([3, 3, null, null]);
  expect(computed).toBe(2);
});
