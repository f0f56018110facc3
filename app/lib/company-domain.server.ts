import freeProviders from "email-providers";
import { getDomain } from "tldts";
import { asciiDomain } from "./canonical-address.ts";
import { consumerDomains } from "./consumer-domains.ts";

/*
 * Whether an address belongs to a company. Decides what a domain may stand for: a company of the pipeline, a website, a
 * colleague. The 25 domains of the specification decide only which access requests wait for an admin (consumer-domains.ts).
 *
 * The list is that of the package email-providers with the providers that it does not have: telephone and cable
 * companies give their customers mailboxes in the domain of their own staff.
 */

const missingProviders = [
  "a1.net",
  "chello.at",
  "hispeed.ch",
  "otenet.gr",
  "quickline.ch",
  "sunrise.ch",
  "telia.com",
  "tutanota.com",
  "vodafone.de",
  "ziggo.nl",
  "zoznam.sk",
];

const providers: ReadonlySet<string> = new Set([...consumerDomains, ...freeProviders, ...missingProviders]);

const hostOf = (email: string): string => asciiDomain(email.slice(email.lastIndexOf("@") + 1).toLowerCase());

/**
 * The registrable domain of a host. Customers of a private registry ("acme.uk.com", "acme.github.io") have one each:
 * strangers must not become colleagues. Null without a public host.
 */
const registrable = (host: string): string | null =>
  getDomain(host, { validateHostname: true, allowPrivateDomains: true });

/** Whether mailboxes in this domain, or in a parent domain that can be registered, are given to the public. */
export function isMailProvider(domain: string): boolean {
  const end = registrable(domain);
  if (!end) return false;
  for (let host = domain; host.length >= end.length; host = host.slice(host.indexOf(".") + 1)) {
    if (providers.has(host)) return true;
    if (host === end) break;
  }
  return false;
}

/** The domain that identifies the company of an address; null at mail providers and without a public host. */
export function companyDomainOf(email: string): string | null {
  const host = hostOf(email);
  return isMailProvider(host) ? null : registrable(host);
}
