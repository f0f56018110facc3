import { hmac, keyOf, toBase64 } from "./browser-signing.ts";

/**
 * Builds a signed request as a curl command, valid for five minutes for a correct verifier. `url`: of the receiver. Signs in
 * the browser, so that the secret is not sent again. Null if the browser cannot sign, or `secret` is not a secret.
 */
export async function sampleRequest(
  { secret, body, url }: { secret: string; body: string; url: string },
  now: Date = new Date(),
): Promise<string | null> {
  const id = `test_${now.getTime()}`;
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = keyOf(secret);
  const signature = key && (await hmac(key, `${id}.${timestamp}.${body}`));
  if (!signature) return null;
  const headers = [
    "content-type: application/json",
    `webhook-id: ${id}`,
    `webhook-timestamp: ${timestamp}`,
    `webhook-signature: v1,${toBase64(signature)}`,
  ];
  return [
    `curl -i ${quoted(url)}`,
    ...headers.map((header) => `-H ${quoted(header)}`),
    `--data-raw ${quoted(body)}`,
  ].join(" \\\n  ");
}

/** For a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
