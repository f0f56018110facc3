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

const missingProviders = `
  139.com 189.cn a1.net alice-dsl.net alice.de aon.at atlas.cz au.com autograf.pl azet.sk bbox.fr belgacom.net
  bezeqint.net biglobe.ne.jp bigmir.net bredband.net buziaczek.pl casema.nl chello.at citromail.hu clix.pt
  comhem.se disroot.org duck.com elisanet.fi ewe.net ewetel.net fastmail.com fastwebnet.it gmx.ch hispeed.ch
  hol.gr hotmail.se inet.fi inode.at iol.pt jubii.dk kakao.com kolumbus.fi liwest.at mail.dk mail.telepac.pt
  mailfence.com mbnet.fi meta.ua movistar.es mweb.co.za mynet.com netcabo.pt netcologne.de nifty.com
  numericable.fr o2mail.de o2online.de ocn.ne.jp online.no ono.com op.pl otenet.gr pandora.be pec.it
  plala.or.jp plus.net posteo.de pp.inet.fi proximus.be quick.cz quickline.ch quicknet.nl quipo.it rediff.com
  riseup.net saunalahti.fi scarlet.be slingshot.co.nz so-net.ne.jp sohu.com spoko.pl stofanet.dk
  suddenlink.net sunrise.ch suomi24.fi superonline.com t-online.at tele2.it tele2.nl telefonica.net telia.com
  telkomsa.net tinyworld.co.uk tiscali.cz tiscali.de tlen.pl ttmail.com turk.net tuta.com tuta.io tutanota.com
  une.net.co unitymedia.de upcmail.nl utanet.at vodafone.de vodafone.it vodafone.pt vodamail.co.za volny.cz
  vp.pl vtr.net xs4all.nl ziggo.nl zoznam.sk`
  .trim()
  .split(/\s+/);

const providers: ReadonlySet<string> = new Set([
  ...consumerDomains,
  ...freeProviders.map(asciiDomain),
  ...missingProviders,
]);

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
