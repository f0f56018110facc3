import { getDomain } from "tldts";
import { senderAddress } from "#app/lib/people/mailbox.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { textRecords } from "#app/platform/outside/text-records.server.ts";
import type { SenderRecord } from "./sender-records.ts";

/*
 * The DNS records by which receiving mail servers check the sender: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489) of the domain of
 * `mail.from`. The mail server signs, so only it knows the DKIM selector; without the setting, usual selectors are looked up.
 */

/** The TXT records of a name; null if they could not be looked up. */
type LookUp = (name: string) => Promise<string[] | null>;
type Read = Pick<Settings, "MAIL_FROM" | "CONTACT_EMAIL" | "SMTP_URL" | "MAIL_DKIM_SELECTOR">;
type Found = Omit<SenderRecord, "kind">;

/** Hosts of providers that keep the firm's envelope sender, so that SPF must include them. */
const providers: readonly [RegExp, string][] = [
  [/(^|\.)(gmail|google|googlemail)\.com$/, "_spf.google.com"],
  [/(^|\.)(outlook|office365)\.com$/, "spf.protection.outlook.com"],
  [/(^|\.)zoho\.(com|eu|in)$/, "zohomail.com"],
  [/(^|\.)(fastmail|messagingengine)\.com$/, "spf.messagingengine.com"],
];

const usualSelectors =
  "google selector1 selector2 default dkim mail k1 k2 s1 s2 pm smtp zoho zmail fm1 mandrill mxvault resend".split(" ");

const unanswered = "The DNS did not respond. Check again later.";

/** Looks up the three records. `lookUp` is replaced by tests. */
export async function checkSenderRecords(
  settings: Read,
  lookUp: LookUp = textRecords,
): Promise<{ domain: string; records: SenderRecord[] }> {
  const domain = senderDomain(settings);
  const [spf, dkim, dmarc] = await Promise.all([
    checkSpf(domain, settings, lookUp),
    checkDkim(domain, settings, lookUp),
    checkDmarc(domain, settings, lookUp),
  ]);
  return {
    domain,
    records: [
      { kind: "SPF", ...spf },
      { kind: "DKIM", ...dkim },
      { kind: "DMARC", ...dmarc },
    ],
  };
}

export const senderDomain = ({ MAIL_FROM }: Pick<Settings, "MAIL_FROM">): string =>
  senderAddress(MAIL_FROM)?.split("@").at(-1) ?? "";

async function checkSpf(name: string, { SMTP_URL }: Read, lookUp: LookUp): Promise<Found> {
  const host = SMTP_URL ? new URL(SMTP_URL).hostname : null;
  const include = host && (providers.find(([pattern]) => pattern.test(host))?.[1] ?? null);
  const allows = include ? `include:${include}` : host ? `a:${host}` : "mx";
  const complete = `v=spf1 ${allows} ~all`;
  const found = await lookUp(name);
  if (!found) return { state: "unknown", text: unanswered, name, value: null };
  const records = found.filter(isSpf);
  const [record] = records;
  if (!record)
    return { state: "missing", text: "Receivers cannot check which servers may send for you.", name, value: complete };
  const wrong = (text: string, value: string): Found => ({ state: "wrong", text, name, value });
  if (records.length > 1) return wrong("There are several SPF records, so all are ignored. Keep one.", complete);
  if (/\s\+?all(\s|$)/i.test(record)) return wrong("The record allows every server to send for you.", complete);
  if (!include) return { state: "found", text: "Check that it allows your mail server.", name, value: null };
  const isAllowed = await includes(record, include, lookUp);
  if (isAllowed === null) return { state: "unknown", text: unanswered, name, value: null };
  return isAllowed
    ? { state: "found", text: `It allows ${host}.`, name, value: null }
    : wrong(`It does not allow ${host}.`, withMechanism(record, allows));
}

const isSpf = (record: string) => /^v=spf1(\s|$)/i.test(record);
const withMechanism = (record: string, mechanism: string) =>
  /\s[-~?]all\b/i.test(record)
    ? record.replace(/\s([-~?]all)\b/i, ` ${mechanism} $1`)
    : record.replace(/^v=spf1/i, `v=spf1 ${mechanism}`);

/** Look-ups that a receiver makes for one record (RFC 7208, 4.6.4). */
const maxIncludes = 10;

/** Whether the record, or one that it includes, has this include; null if one of them could not be looked up. */
async function includes(record: string, wanted: string, lookUp: LookUp): Promise<boolean | null> {
  const seen = new Set<string>();
  const waiting = [record];
  let isUncertain = false;
  for (let current = waiting.shift(); current !== undefined; current = waiting.shift()) {
    for (const [, target = ""] of current.matchAll(/\s(?:[+?~-]?include:|redirect=)(\S+)/gi)) {
      if (target.toLowerCase() === wanted) return true;
      if (seen.has(target) || seen.size >= maxIncludes) continue;
      seen.add(target);
      const found = await lookUp(target);
      if (found) waiting.push(...found.filter(isSpf));
      else isUncertain = true;
    }
  }
  return isUncertain ? null : false;
}

async function checkDkim(domain: string, { MAIL_DKIM_SELECTOR }: Read, lookUp: LookUp): Promise<Found> {
  const nameOf = (selector: string) => `${selector}._domainkey.${domain}`;
  if (!MAIL_DKIM_SELECTOR) {
    const tried = await Promise.all(
      usualSelectors.map(async (selector) => ({ selector, key: (await lookUp(nameOf(selector)))?.find(hasKey) })),
    );
    const found = tried.find(({ key }) => key);
    if (found)
      return { state: "found", text: `Selector ${found.selector}.`, name: nameOf(found.selector), value: null };
    const text = "Only your mail server or provider knows the selector: set it above, then check again.";
    return { state: "unknown", text, name: nameOf("SELECTOR"), value: null };
  }
  const name = nameOf(MAIL_DKIM_SELECTOR);
  const found = await lookUp(name);
  if (!found) return { state: "unknown", text: unanswered, name, value: null };
  const records = found.filter((record) => /(^|;)\s*p=/.test(record));
  if (records.some(hasKey)) return { state: "found", text: "The key is published.", name, value: null };
  return records.length > 0
    ? { state: "wrong", text: "The key is revoked: its value is empty. Publish the current one.", name, value: null }
    : { state: "missing", text: "Add the record that your mail server or provider shows.", name, value: null };
}

const hasKey = (record: string) => /(^|;)\s*p=\s*[\w+/=]/.test(record);

async function checkDmarc(domain: string, { CONTACT_EMAIL }: Read, lookUp: LookUp): Promise<Found> {
  const value = `v=DMARC1; p=none; rua=mailto:${CONTACT_EMAIL}`;
  const registered = getDomain(domain) ?? domain;
  for (const name of new Set([`_dmarc.${domain}`, `_dmarc.${registered}`])) {
    const found = await lookUp(name);
    if (!found) return { state: "unknown", text: unanswered, name, value: null };
    const records = found.filter((record) => /^v=DMARC1\s*(;|$)/i.test(record));
    const [record] = records;
    if (!record) continue;
    if (records.length > 1)
      return { state: "wrong", text: "There are several DMARC records, so all are ignored. Keep one.", name, value };
    const policy = /;\s*p=\s*(none|quarantine|reject)\s*(;|$)/i.exec(record)?.[1]?.toLowerCase();
    if (!policy) return { state: "wrong", text: "The policy p= is none, quarantine or reject.", name, value };
    const text = policy === "none" ? "The policy only asks for reports." : `The policy is ${policy}.`;
    return { state: "found", text, name, value: null };
  }
  return {
    state: "missing",
    text: "Large providers refuse bulk mail from domains without it.",
    name: `_dmarc.${domain}`,
    value,
  };
}
