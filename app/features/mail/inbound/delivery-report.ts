import { mailboxOf } from "#app/lib/people/mailbox.ts";
import type { RefusalCause } from "../refusals/refusal-causes.ts";

/**
 * One recipient of a report. `action` as in RFC 3464 §2.3.3; `status` is the enhanced code, such as `5.1.1`; `detail` is the
 * response of the mail server or the words of the report.
 */
export type DeliveryReport = {
  action: "failed" | "delayed" | "delivered" | "relayed" | "expanded";
  status: string | null;
  detail: string;
  /** The provider's own verdict: whether mail can ever be delivered there. */
  verdict?: "hard" | "soft";
  /** The cause, if the report itself names it: `rejected` by the recipient's own filter, or a provider's type. */
  cause?: RefusalCause;
  /** The mailbox that failed, in lower case; null or missing if the report does not say. */
  mailbox?: string | null;
};

/**
 * Whether a report is about the mailbox that we wrote to. It is not if the mail was delivered and only a copy failed, which a
 * filter or alias of the recipient passed on: RFC 3464 §2.3.2 then names the other mailbox. Some servers, such as exim, still
 * name ours, and only the response has the address that failed.
 * `ownDomains`: the sender's domains; responses about the sender name an address there.
 */
export function isAboutRecipient(report: DeliveryReport, to: string, ownDomains: readonly string[]): boolean {
  if (report.mailbox && !isSameMailbox(report.mailbox, to)) return false;
  const named = addressesIn(report.detail).filter((address) => !isOtherParty(address, ownDomains));
  return named.length === 0 || named.some((address) => isSameMailbox(address, to));
}

const addressPattern = /[^\s<>:;,()[\]"'=]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;

export const addressesIn = (text: string): string[] =>
  [...text.slice(0, 2000).matchAll(addressPattern)].map(([address]) => address.toLowerCase());

/** The sender, or someone to ask. */
const isOtherParty = (address: string, ownDomains: readonly string[]) =>
  helpAddress.test(address) || ownDomains.includes(domainOf(address));

const helpAddress =
  /^(?:postmaster|abuse|support|help|helpdesk|admin|administrator|hostmaster|mailer-daemon|security|spam|unblock|delist|no-?reply|srs[01]?[=+-].*|prvs=.*)@/i;

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1);

/** Ignores case, tags, and the host inside a domain: `ana@mx1.client.example` is `ana@client.example`. */
export function isSameMailbox(one: string, other: string): boolean {
  const [a, b] = [mailboxOf(one.toLowerCase()), mailboxOf(other.toLowerCase())];
  if (a === b) return true;
  const nameOf = (address: string) => address.slice(0, address.lastIndexOf("@"));
  const [x, y] = [domainOf(a), domainOf(b)];
  return nameOf(a) === nameOf(b) && (x.endsWith(`.${y}`) || y.endsWith(`.${x}`));
}
