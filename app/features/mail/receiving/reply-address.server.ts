import { isUuid } from "#app/lib/uuid.ts";
import { env } from "#app/platform/env.server.ts";
import { isSameText, keyedHash } from "#app/platform/secrets/hashes.server.ts";

/*
 * The reply address of one mail: `reply+TOKEN@…`, from the setting MAIL_REPLY_ADDRESS. The token is the mail's id and a
 * keyed MAC of it, so that no one can name a mail that they did not receive, and nothing is stored. It is hexadecimal
 * because mail servers may change the case of a local part.
 */

const macLength = 20;

export function replyAddressOf(messageId: string): string | null {
  const { MAIL_REPLY_ADDRESS } = env();
  if (!MAIL_REPLY_ADDRESS) return null;
  const at = MAIL_REPLY_ADDRESS.lastIndexOf("@");
  return `${MAIL_REPLY_ADDRESS.slice(0, at)}+${messageId.replaceAll("-", "")}${macOf(messageId)}${MAIL_REPLY_ADDRESS.slice(at)}`;
}

/** Returns the ids of our mails that these addresses belong to; ignores forged and other addresses. */
export function messagesNamedBy(addresses: readonly string[]): string[] {
  const found = addresses.flatMap((text) => [...text.matchAll(/\+([0-9a-f]{32})([0-9a-f]{20})@/gi)]);
  const ids = found.flatMap(([, compact, mac]) => {
    const id = compact!.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    const isOurs = isUuid(id) && isSameText(mac!.toLowerCase(), macOf(id));
    return isOurs ? [id] : [];
  });
  return [...new Set(ids)];
}

const macOf = (messageId: string) => keyedHash("reply", messageId, { encoding: "hex" }).slice(0, macLength);
