import { randomBytes } from "node:crypto";
import { listHeaders } from "#app/features/mail/sending/list-headers.ts";
import { firmName } from "#app/lib/firm.ts";
import { env } from "#app/platform/env.server.ts";
import { isSameText, keyedHash } from "#app/platform/secrets/hashes.server.ts";

/* The unsubscribe link of sequence mails. Its token is the enrollment's random key with a MAC, recognized after deletion. */

const prefix = "outreach.";
/** Keys of older mails have no MAC. */
const keyPattern = /^outreach\.([0-9a-f]{32}(?:[0-9a-f]{20})?)$/;

export function newUnsubscribeKey(): string {
  const random = randomBytes(16).toString("hex");
  return random + macOf(random);
}

/** Whether this product created the key; its enrollment may have been deleted. */
export function isOwnUnsubscribeKey(key: string): boolean {
  const [random, mac] = [key.slice(0, 32), key.slice(32)];
  return isSameText(mac, macOf(random));
}

const macOf = (random: string) => keyedHash("leave", random, { encoding: "hex" }).slice(0, 20);

export const outreachToken = (unsubscribeKey: string): string => `${prefix}${unsubscribeKey}`;

const testPattern = /^outreach\.test\.([a-z0-9-]{1,100})\.([0-9a-f]{20})$/;

/** The token of test mails and previews; it belongs to no one. Has a MAC, because its page shows the title. */
export const testUnsubscribeKey = (sequenceName: string): string =>
  `test.${sequenceName}.${macOf(`test:${sequenceName}`)}`;

/** Returns the sequence name from a test mail's token; null for other tokens. */
export function testedSequence(token: string): string | null {
  const [, name, mac] = testPattern.exec(token) ?? [];
  if (!name || !mac) return null;
  return isSameText(mac, macOf(`test:${name}`)) ? name : null;
}

/** Whether a token of /unsubscribe/{token} belongs to outreach; it may be invalid. */
export const isOutreachToken = (token: string): boolean => token.startsWith(prefix);

export const unsubscribeKeyOf = (token: string): string | null => keyPattern.exec(token)?.[1] ?? null;

export const outreachLeaveUrl = (unsubscribeKey: string): string =>
  `${env().SITE_URL}/unsubscribe/${outreachToken(unsubscribeKey)}`;

export const outreachHeaders = (unsubscribeKey: string): Record<string, string> =>
  listHeaders({
    name: "outreach",
    title: `${firmName()} follow-up emails`,
    url: outreachLeaveUrl(unsubscribeKey),
    token: outreachToken(unsubscribeKey),
    contactEmail: env().CONTACT_EMAIL,
  });
