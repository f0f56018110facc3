import freeProviders from "email-providers";
import { expect, test } from "vitest";
import { companyDomainOf, isMailProvider } from "./company-domain.server.ts";
import { consumerDomains } from "./consumer-domains.ts";

/** Providers of many countries, from their own help pages, not from the list. */
const known = {
  Austria: "gmx.at aon.at a1.net chello.at",
  Australia: "bigpond.com optusnet.com.au iinet.net.au",
  Belgium: "telenet.be skynet.be",
  Brazil: "uol.com.br bol.com.br terra.com.br",
  Bulgaria: "abv.bg",
  Canada: "shaw.ca rogers.com sympatico.ca",
  China: "qq.com 163.com 126.com sina.com foxmail.com",
  "Czech Republic": "seznam.cz email.cz centrum.cz",
  Denmark: "mail.dk",
  Finland: "luukku.com suomi24.fi",
  France: "orange.fr wanadoo.fr free.fr sfr.fr laposte.net yahoo.fr",
  Germany: "t-online.de gmx.de web.de freenet.de yahoo.de posteo.de mailbox.org arcor.de vodafone.de",
  Greece: "otenet.gr",
  Hungary: "freemail.hu citromail.hu",
  India: "rediffmail.com",
  Israel: "walla.co.il",
  Italy: "libero.it virgilio.it tiscali.it alice.it",
  Japan: "yahoo.co.jp docomo.ne.jp ezweb.ne.jp nifty.com",
  Korea: "naver.com daum.net hanmail.net",
  Netherlands: "ziggo.nl kpnmail.nl planet.nl hetnet.nl xs4all.nl",
  Poland: "wp.pl o2.pl onet.pl interia.pl",
  Portugal: "sapo.pt",
  Russia: "mail.ru yandex.ru bk.ru inbox.ru list.ru rambler.ru",
  Slovakia: "azet.sk zoznam.sk",
  Spain: "telefonica.net",
  Sweden: "telia.com",
  Switzerland: "bluewin.ch gmx.ch hispeed.ch sunrise.ch",
  Ukraine: "ukr.net",
  "United Kingdom": "btinternet.com sky.com virginmedia.com talktalk.net",
  "United States": "comcast.net att.net verizon.net sbcglobal.net cox.net austin.rr.com hey.com duck.com",
  Everywhere: "tutanota.com protonmail.ch icloud.com live.de outlook.de hotmail.fr",
};

test.each(Object.entries(known))("mailboxes of providers in %s identify no company", (_country, domains) => {
  for (const domain of domains.split(" ")) expect(companyDomainOf(`bert@${domain}`), domain).toBeNull();
});

test("the 25 domains of the specification are providers", () => {
  for (const domain of consumerDomains) expect(isMailProvider(domain), domain).toBe(true);
});

test.each([
  ["dana@northfield.example", "northfield.example"],
  ["Dana@Mail.ACME.co.uk", "acme.co.uk"],
  ["dana@siemens.com", "siemens.com"],
  ["dana@sap.de", "sap.de"],
  ["dana@microsoft.com", "microsoft.com"],
  ["dana@bücher.example", "xn--bcher-kva.example"],
  ["dana@notgmail.com", "notgmail.com"],
  ["gmail.com@acme.com", "acme.com"],
  // Registries below a country's or the public's domain: every customer is a company of its own.
  ["dana@acme.uk.com", "acme.uk.com"],
  ["dana@other.uk.com", "other.uk.com"],
  ["dana@mail.acme.co.com", "acme.co.com"],
  ["dana@acme.github.io", "acme.github.io"],
  ["dana@acme.com.pl", "acme.com.pl"],
  ["dana@acme.za.com", "acme.za.com"],
])("%s belongs to the company %s", (email, domain) => {
  expect(companyDomainOf(email)).toBe(domain);
});

test.each([
  "bert@mail.t-online.de",
  "bert@BERT.GMX.DE",
  "bert@uk.com",
  "bert@github.io",
  "bert@localhost",
  "bert@192.168.0.1",
  "bert",
  "",
])("%s belongs to no company", (email) => {
  expect(companyDomainOf(email)).toBeNull();
});

test("the list has thousands of providers; those with a domain in other letters are found by either form", () => {
  expect(freeProviders.length).toBeGreaterThan(8000);
  const international = freeProviders.filter((domain) => /^[\p{L}\d.-]+$/u.test(domain) && /[^\x20-\x7f]/.test(domain));
  expect(international.length).toBeGreaterThan(0);
  for (const domain of international) {
    expect(companyDomainOf(`bert@${domain}`), domain).toBeNull();
    expect(companyDomainOf(`bert@${new URL(`http://${domain}`).hostname}`), domain).toBeNull();
  }
});
