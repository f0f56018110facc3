import { knownSources, type SourceChannel, wholeDomains } from "./known-sources.ts";

/*
 * One name for each source of visits. A campaign says `linkedin`, a browser `https://www.linkedin.com`, the app `com.linkedin.android`:
 * all of them become `linkedin.com`. Safe in the browser.
 */

type Source = { site: string; channel: SourceChannel; isWhole: boolean };

const sources = new Map<string, Source>(
  Object.entries(knownSources).flatMap(([name, sites]) => {
    const channel = name as SourceChannel;
    const isWhole = wholeDomains.includes(channel);
    return Object.entries(sites).flatMap(([site, others]) =>
      [site, ...others.split(", ").filter(Boolean)].map((known) => [known, { site, channel, isWhole }] as const),
    );
  }),
);

/** Subdomains for phones and for redirects of outgoing links. */
const prefixes = /^(?:www|m|mobile|l|lm|out|old|amp)\.(?=[^.]+\.)/;
/** Sites with a domain per country, and with hosts such as `uk.search.yahoo.com` and `de.pinterest.com`. */
const countries =
  /^(?:(?:(?:[a-z-]+\.){0,2}search\.)?(?<engine>google|yahoo|yandex)|(?:[a-z]{2}\.)?(?<network>pinterest))\.(?:com?\.)?[a-z]{2,3}$/;

/** The host of an address, or a campaign's words; in lower case. */
function nameOf(source: string): string {
  const text = source
    .trim()
    .toLowerCase()
    .replace(/^(?:https?|android-app|ios-app):\/\//, "");
  const [before = ""] = text.split(/[/?#]/, 1);
  let host = before.replace(/:\d{1,5}$/, "");
  while (host.endsWith(".")) host = host.slice(0, -1);
  const isHost = host.indexOf(".", 1) > 0 && !/\s/.test(host);
  return (isHost ? host : text).replace(prefixes, "");
}

const maxHost = 253;

function findSource(name: string): Source | undefined {
  const known = sources.get(name);
  if (known || name.length > maxHost) return known;
  const { engine, network } = countries.exec(name)?.groups ?? {};
  if (engine ?? network) return sources.get(`${engine ?? network}.com`);
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    const parent = sources.get(name.slice(dot + 1));
    if (parent?.isWhole && name.slice(dot + 1).includes(".")) return parent;
  }
  return undefined;
}

/**
 * Returns the name under which a source is counted: a domain if known, otherwise the campaign's text in lower case.
 *
 * @example sourceName("https://www.linkedin.com") === sourceName("LinkedIn") // "linkedin.com"
 */
export function sourceName(source: string): string {
  const name = nameOf(source);
  return findSource(name)?.site ?? name;
}

/** The channel of a known source, or of a host that is named like a mailbox. */
export function sourceChannel(source: string): SourceChannel | null {
  const name = nameOf(source);
  return findSource(name)?.channel ?? (/^(?:web)?mail\d*\.[^.]+\./.test(name) ? "email" : null);
}
