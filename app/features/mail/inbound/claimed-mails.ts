/* What a received mail says about which of our mails it belongs to. Each claim has a MAC that is not checked yet. */

/** `referred`: the `ID.MAC` of Message-IDs and envelope ids, nearest first. `named`: the `+TOKEN@` of reply addresses. */
export type ClaimedMails = { referred: readonly string[]; named: readonly string[] };

const maxClaims = 1000;

/** Returns the `ID.MAC` of those texts that are one of our Message-IDs or envelope ids. */
export const referredIn = (texts: readonly string[]): string[] =>
  firstOf(texts.flatMap((text) => /^<?([0-9a-f-]{36}\.[0-9a-f]{20})(?:@[^<>\s]*>)?$/i.exec(text)?.[1] ?? []));

/** Returns each `ID.MAC` in a text, such as a report that quotes the Message-ID. */
export const referredAmong = (text: string): string[] =>
  firstOf([...text.matchAll(/(?<![0-9a-z.-])[0-9a-f-]{36}\.[0-9a-f]{20}(?![0-9a-z])/gi)].map(([claim]) => claim));

/** Returns the part of each reply address that names a mail. */
export const namedIn = (addresses: readonly string[]): string[] =>
  firstOf(addresses.flatMap((text) => [...text.matchAll(/\+[0-9a-f]{52}@/gi)].map(([claim]) => claim)));

const firstOf = (claims: readonly string[]) => [...new Set(claims)].slice(0, maxClaims);
