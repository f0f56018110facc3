import { expect, test } from "vitest";
import { channelOf } from "./channels.ts";
import { knownSources } from "./known-sources.ts";
import { sourceName } from "./source-name.ts";

const none = { referrer: null, source: null, medium: null, campaign: null };

test.each([
  ...([
    [{ source: "chatgpt.com" }, "assistant", "chatgpt.com"],
    [{ source: "perplexity" }, "assistant", "perplexity.ai"],
    [{ source: "x" }, "social", "x.com"],
    [{ source: "fb" }, "social", "facebook.com"],
    [{ source: "linkedin.com" }, "social", "linkedin.com"],
    [{ source: "twitter" }, "social", "x.com"],
    [{ referrer: "https://mail.google.com" }, "email", "mail.google.com"],
    [{ referrer: "https://docs.google.com" }, "referral", "docs.google.com"],
    [{ referrer: "https://chat.deepseek.com" }, "assistant", "deepseek.com"],
    [{ referrer: "https://copilot.cloud.microsoft" }, "assistant", "copilot.microsoft.com"],
    [{ referrer: "android-app://com.linkedin.android" }, "social", "linkedin.com"],
    [{ referrer: "android-app://com.linkedin.android/" }, "social", "linkedin.com"],
    [{ referrer: "https://www.google.com." }, "search", "google.com"],
    [{ referrer: "https://www.google.com.:443" }, "search", "google.com"],
    [{ referrer: "https://www.meta.ai" }, "assistant", "meta.ai"],
    [{ referrer: "https://grok.com" }, "assistant", "grok.com"],
    [{ referrer: "https://drive.google.com" }, "referral", "drive.google.com"],
    [{ referrer: "https://news.google.com" }, "referral", "news.google.com"],
    [{ referrer: "https://news.ycombinator.com" }, "social", "news.ycombinator.com"],
    [{ referrer: "https://uk.search.yahoo.com" }, "search", "yahoo.com"],
    [{ referrer: "https://search.yahoo.co.jp" }, "search", "yahoo.com"],
    [{ referrer: "https://mail.yahoo.com" }, "email", "mail.yahoo.com"],
    [{ referrer: "https://finance.yahoo.com" }, "referral", "finance.yahoo.com"],
    [{ referrer: "https://yandex.ru" }, "search", "yandex.com"],
    [{ referrer: "https://mail.yandex.ru" }, "email", "mail.yandex.com"],
    [{ referrer: "https://www.pinterest.co.uk" }, "social", "pinterest.com"],
    [{ referrer: "https://de.pinterest.com" }, "social", "pinterest.com"],
    [{ referrer: "https://business.facebook.com" }, "social", "facebook.com"],
    [{ referrer: "https://notfacebook.com" }, "referral", "notfacebook.com"],
    [{ referrer: "https://webmail.northfield.example" }, "email", "webmail.northfield.example"],
    [{ referrer: "https://search.brave.com" }, "search", "search.brave.com"],
    [{ source: "gmail" }, "email", "mail.google.com"],
    [{ source: "google" }, "search", "google.com"],
    [{ source: "google", medium: "organic" }, "search", "google.com"],
    [{ source: "google", medium: "cpc" }, "paid", "google.com"],
    [{ source: "google", medium: "qr" }, "campaign", "google.com"],
    [{ source: "adwords" }, "paid", "google ads"],
    [{ source: "facebook", medium: "paid_social" }, "paid", "facebook.com"],
    [{ source: "bing", medium: "msclkid" }, "paid", "bing.com"],
    [{ source: "partner" }, "campaign", "partner"],
    [{ source: "medium", medium: "post" }, "campaign", "medium.com"],
  ] as const),
])("%j arrives by %s from %s", (facts, channel, name) => {
  const given = { ...none, ...facts };
  expect([channelOf(given), sourceName(given.source ?? given.referrer ?? "")]).toEqual([channel, name]);
});

test("each known name belongs to one site, and in lower case", () => {
  const names = Object.values(knownSources).flatMap((sites) =>
    Object.entries(sites).flatMap(([site, others]) => [site, ...others.split(", ").filter(Boolean)]),
  );
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  expect(names.filter((name) => name !== name.trim().toLowerCase())).toEqual([]);
  for (const name of names) expect(sourceName(sourceName(name)), name).toBe(sourceName(name));
});
