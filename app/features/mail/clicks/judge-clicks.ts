/*
 * Separates clicks of people from requests of security gateways, which fetch the links of a mail to look for malware.
 * No single sign is reliable: gateways name themselves, imitate browsers, request at once or minutes later, from one
 * address or from many. One strong rule decides, or two weak ones. Otherwise a hit counts as a person's.
 *
 * Sources of the rules: mautic#9162, #9798 and #16263, django-anymail#200, mail-tracker#200, civicrm-core#35328,
 * gophish#499, resend-node#901 on GitHub; docs/decisions/0166-counted-clicks.md describes each.
 */

/** `scanner`: identifies itself as a program. `none`: sends no user agent. */
export type AgentKind = "browser" | "scanner" | "none";

/**
 * How the request presents itself. `navigation`: a browser opens a page. `preview`: a browser or mail program
 * prefetches. `bare`: claims to be a browser that sends Fetch Metadata, but sends none. `unknown`: an older browser.
 */
export type RequestKind = "navigation" | "preview" | "bare" | "unknown";

export type ClickHit = {
  id: string;
  at: Date;
  /** The position of the link in the mail; null for the hidden link. */
  link: number | null;
  method: "GET" | "HEAD";
  /** Distinguishes clients within a day; not an address. */
  client: string;
  agent: AgentKind;
  request: RequestKind;
  hasLanguage: boolean;
  /** Recipients of other mails with links that this client requested within ten minutes, and the number of their domains. */
  otherRecipients: number;
  otherDomains: number;
};

export type TrackedMail = {
  /** When our mail server accepted it; null if not known yet. */
  sentAt: Date | null;
  /** When it was delivered, if the receiving side reported it. */
  deliveredAt: Date | null;
  links: number;
};

export type StrongRule =
  | "hidden_link"
  | "head_request"
  | "scanner_agent"
  | "preview"
  | "bare_request"
  | "too_early"
  | "burst"
  | "many_clients"
  | "many_recipients"
  | "same_client"
  | "echo";
export type WeakRule = "early" | "all_links" | "no_language" | "few_recipients";
export type ClickRule = StrongRule | WeakRule;

export type HitVerdict = { id: string; verdict: "human" | "scanner"; rules: ClickRule[] };

/** `humanLinks`: the links that people clicked, without duplicates. */
export type ClickVerdict = { hits: HitVerdict[]; humanLinks: number[]; scannerHits: number };

export const windowMinutes = 5;

const second = 1000;
/** People do not open a mail and click within this time after its arrival. */
const tooEarlyMs = 5 * second;
const earlyMs = 60 * second;
const burstMs = 2 * second;
const burstLinks = 3;
const allLinksMs = 10 * second;
const manyClientsMs = 10 * second;
const manyClients = 3;
const manyDomains = 5;
const fewRecipients = 2;
/** Within this time after a scanner hit its client counts as a scanner; longer for requests that are no navigation. */
const sameClientMs = 60 * second;
const sameClientBareMs = windowMinutes * 60 * second;
const echoMs = 30 * second;

/** Judges every hit of one mail. The order of `hits` does not matter; the result is sorted by time. */
export function judgeClicks(hits: readonly ClickHit[], mail: TrackedMail): ClickVerdict {
  const ordered = hits.toSorted((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1));
  const judged = ordered.map((hit) => ({
    hit,
    strong: strongRules(hit, ordered, mail),
    weak: weakRules(hit, ordered, mail),
  }));
  const isScanner = ({ strong, weak }: (typeof judged)[number]) => strong.length > 0 || weak.length > 1;
  const certain = judged.filter(isScanner).map(({ hit }) => hit);
  for (const one of judged)
    if (!isScanner(one) && certain.some((other) => isSameClient(one.hit, other))) one.strong.push("same_client");
  const people: ClickHit[] = [];
  for (const one of judged) {
    if (isScanner(one)) continue;
    if (people.some((earlier) => isEcho(one.hit, earlier))) one.strong.push("echo");
    else people.push(one.hit);
  }
  return {
    hits: judged.map((one) => ({
      id: one.hit.id,
      verdict: isScanner(one) ? "scanner" : "human",
      rules: [...one.strong, ...one.weak],
    })),
    humanLinks: [...new Set(people.flatMap(({ link }) => link ?? []))],
    scannerHits: judged.filter(isScanner).length,
  };
}

function strongRules(hit: ClickHit, all: readonly ClickHit[], mail: TrackedMail): StrongRule[] {
  const rules: StrongRule[] = [];
  if (hit.link === null) rules.push("hidden_link");
  if (hit.method === "HEAD") rules.push("head_request");
  if (hit.agent !== "browser") rules.push("scanner_agent");
  if (hit.request === "preview") rules.push("preview");
  if (hit.request === "bare") rules.push("bare_request");
  if (sinceArrival(hit, mail) < tooEarlyMs) rules.push("too_early");
  const links = maxIn(burstMs, hit, all, ({ link }) => link);
  if (links >= burstLinks || (mail.links > 1 && links >= mail.links)) rules.push("burst");
  if (maxIn(manyClientsMs, hit, all, ({ client }) => client) >= manyClients) rules.push("many_clients");
  if (hit.otherDomains >= manyDomains) rules.push("many_recipients");
  return rules;
}

function weakRules(hit: ClickHit, all: readonly ClickHit[], mail: TrackedMail): WeakRule[] {
  const rules: WeakRule[] = [];
  const since = sinceArrival(hit, mail);
  if (since >= tooEarlyMs && since < earlyMs) rules.push("early");
  if (mail.links >= burstLinks && maxIn(allLinksMs, hit, all, ({ link }) => link) >= mail.links)
    rules.push("all_links");
  if (!hit.hasLanguage) rules.push("no_language");
  if (hit.otherRecipients >= fewRecipients && hit.otherDomains < manyDomains) rules.push("few_recipients");
  return rules;
}

/** Time since the latest report that the mail arrived; delivery reports can come after the first hit. */
function sinceArrival(hit: ClickHit, { sentAt, deliveredAt }: TrackedMail): number {
  const times = [sentAt, deliveredAt].flatMap((at) => (at && at <= hit.at ? at.getTime() : []));
  return times.length === 0 ? 0 : hit.at.getTime() - Math.max(...times);
}

/** The largest number of distinct values within any window of `ms` that includes this hit. */
function maxIn(
  ms: number,
  { at }: ClickHit,
  all: readonly ClickHit[],
  kindOf: (hit: ClickHit) => string | number | null,
): number {
  const near = all.filter((other) => Math.abs(other.at.getTime() - at.getTime()) <= ms);
  const counts = near
    .filter((first) => first.at <= at)
    .map((first) => {
      const end = first.at.getTime() + ms;
      const within = near.filter((other) => other.at >= first.at && other.at.getTime() <= end);
      return new Set(within.map(kindOf)).size;
    });
  return Math.max(...counts);
}

function isSameClient(hit: ClickHit, scanner: ClickHit): boolean {
  if (hit.client !== scanner.client) return false;
  const apart = Math.abs(hit.at.getTime() - scanner.at.getTime());
  return apart <= (hit.request === "navigation" ? sameClientMs : sameClientBareMs);
}

/** A program that follows a person: the same link, soon after, from elsewhere. */
const isEcho = (hit: ClickHit, earlier: ClickHit) =>
  hit.link === earlier.link && hit.client !== earlier.client && hit.at.getTime() - earlier.at.getTime() <= echoMs;

export const ruleLabels: Record<ClickRule, string> = {
  hidden_link: "Followed a link that people cannot see",
  head_request: "Sent HEAD requests",
  scanner_agent: "Did not say it is a browser",
  preview: "Fetched ahead of a click",
  bare_request: "Without the headers of the browser that it says it is",
  too_early: "Less than 5 seconds after the email arrived",
  burst: "Several links within 2 seconds",
  many_clients: "From three or more places within 10 seconds",
  many_recipients: "Links of recipients of many firms within 10 minutes",
  same_client: "From the same place as a scanner",
  echo: "Repeated a person's click from elsewhere",
  early: "Less than a minute after the email arrived",
  all_links: "All links within 10 seconds",
  no_language: "Without a language",
  few_recipients: "Links of several recipients within 10 minutes",
};
