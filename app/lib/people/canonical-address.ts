import { normalized } from "#app/lib/words/normalized.ts";

/*
 * One stored form per mailbox: lower case, composed letters (NFC), and an internationalized domain in its ASCII form
 * (UTS #46, as browsers and mail servers resolve it). `Anna@BÜCHER.example`, `anna@xn--bcher-kva.example` and full-width
 * input of an East Asian keyboard are the same address.
 */

/** Characters of an internationalized host name as typed, with the ideographic full stops. */
const hostName = /^[\p{L}\p{M}\p{N}\p{Join_Control}\u00b7.\u3002\uff0e\uff61-]+$/u;

/** Full-width ASCII, which East Asian keyboards produce: "＠" is "@". */
const narrow = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/** Returns the stored form of an address; text that is not an address stays recognizably wrong. */
export function canonicalAddress(typed: string): string {
  const text = narrow(normalized(typed)).trim().toLowerCase();
  const at = text.lastIndexOf("@");
  return at === -1 ? text : text.slice(0, at + 1) + asciiDomain(text.slice(at + 1));
}

/** The ASCII form of a domain; unchanged if it is ASCII or not a host name. */
export function asciiDomain(domain: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: tests for ASCII.
  if (/^[\x00-\x7f]*$/.test(domain) || !hostName.test(domain)) return domain;
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}
