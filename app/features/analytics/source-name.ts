/*
 * One name for each source of visits. A campaign says `linkedin`, a browser `https://www.linkedin.com`, the app `com.linkedin.android`:
 * all of them become `linkedin.com`. Safe in the browser.
 */

const sites: Readonly<Record<string, string>> = {
  "google.com": "google adwords",
  "bing.com": "bing",
  "duckduckgo.com": "duckduckgo ddg",
  "yahoo.com": "yahoo search.yahoo.com r.search.yahoo.com",
  "linkedin.com": "linkedin lnkd.in com.linkedin.android",
  "facebook.com": "facebook fb fb.me fb.com",
  "instagram.com": "instagram ig",
  "x.com": "x twitter twitter.com t.co",
  "reddit.com": "reddit com.reddit.frontpage",
  "youtube.com": "youtube youtu.be",
  "pinterest.com": "pinterest pin.it",
  "tiktok.com": "tiktok",
  "threads.net": "threads threads.com",
  "quora.com": "quora",
  "github.com": "github",
  "news.ycombinator.com": "hackernews hn ycombinator",
  "chatgpt.com": "chatgpt chat.openai.com openai openai.com",
  "perplexity.ai": "perplexity",
  "claude.ai": "claude",
  "gemini.google.com": "gemini bard.google.com",
  "copilot.microsoft.com": "copilot",
};
const namesOfSites = new Map(
  Object.entries(sites).flatMap(([site, names]) => [site, ...names.split(" ")].map((name) => [name, site] as const)),
);
/** Subdomains for phones and for redirects of outgoing links. */
const prefixes = /^(?:www|m|mobile|l|lm|out|old|amp)\.(?=[^.]+\.)/;
const googleDomain = /^google\.(?:com?\.)?[a-z]{2}$/;

/**
 * Returns the name under which a source is counted: a domain if known, otherwise the campaign's text in lower case.
 *
 * @example sourceName("https://www.linkedin.com") === sourceName("LinkedIn") // "linkedin.com"
 */
export function sourceName(source: string): string {
  const text = source.trim().toLowerCase();
  const host = text.replace(/^https?:\/\//, "").replace(/(?<=^[^/\s]+\.[^/\s]+)(?::\d+)?\/.*$/, "");
  const name = host.replace(prefixes, "");
  if (googleDomain.test(name)) return "google.com";
  return namesOfSites.get(name) ?? name;
}
