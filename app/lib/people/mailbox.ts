/**
 * Returns the mailbox of a lower-case address, so that its variants count together: without a `+tag`, and at Gmail
 * without dots. `mailboxOf("d.reyes+x@googlemail.com") === "dreyes@gmail.com"`
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const name = email.slice(0, at).replace(/\+.*$/, "") || email.slice(0, at);
  return isGmail(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}

export function domainsOf(email: string): string[] {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return isGmail(domain) ? ["gmail.com", "googlemail.com"] : [domain];
}

/** `senderAddress("Team@Acme <Hello@acme.example>") === "hello@acme.example"`; null for text without an address. */
export const senderAddress = (sender: string): string | null =>
  (/<([^<>\s]+@[^<>\s]+)>/.exec(sender) ?? /([^<>\s]+@[^<>\s]+)/.exec(sender))?.[1]?.toLowerCase() ?? null;

const isGmail = (domain: string) => domain === "gmail.com" || domain === "googlemail.com";
