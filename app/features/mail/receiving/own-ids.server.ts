import { isUuid } from "#app/lib/uuid.ts";
import { isSameText, keyedHash } from "#app/platform/secrets/hashes.server.ts";

/*
 * Identifies our mails in mail that comes back. The Message-ID contains the id of the mail and a keyed MAC of it, so
 * that the id alone, which links and the API show, is not sufficient for a report or reply.
 */

const macLength = 20;

/** `ID.MAC`, the part of a Message-ID before the `@`. */
export const signedId = (id: string): string => `${id}.${macOf(id)}`;

/** Returns our mails' ids among Message-IDs and envelope ids; ignores forged and foreign ones. */
export const signedIdsIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const [, found, mac] = /^<?([0-9a-f-]{36})\.([0-9a-f]{20})(?:@[^<>\s]*>)?$/i.exec(text) ?? [];
    const id = found?.toLowerCase();
    if (!id || !mac || !isUuid(id)) return [];
    return isSameText(mac.toLowerCase(), macOf(id)) ? [id] : [];
  });

const macOf = (id: string) => keyedHash("message-id", id, { encoding: "hex" }).slice(0, macLength);
