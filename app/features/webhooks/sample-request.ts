/**
 * A signed request as a curl command, which a correct verifier accepts for five minutes. `url`: of the receiver. Signs in the
 * browser, so that the secret is not sent again. Null if the browser cannot sign because the page is not on https or localhost.
 */
export async function sampleRequest(
  { secret, body, url }: { secret: string; body: string; url: string },
  now: Date = new Date(),
): Promise<string | null> {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return null;
  const id = `test_${now.getTime()}`;
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (character) => character.charCodeAt(0));
  const key = await subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signed = await subtle.sign("HMAC", key, new TextEncoder().encode(`${id}.${timestamp}.${body}`));
  const signature = btoa(String.fromCharCode(...new Uint8Array(signed)));
  const headers = [
    "content-type: application/json",
    `webhook-id: ${id}`,
    `webhook-timestamp: ${timestamp}`,
    `webhook-signature: v1,${signature}`,
  ];
  return [
    `curl -i ${quoted(url)}`,
    ...headers.map((header) => `-H ${quoted(header)}`),
    `--data-raw ${quoted(body)}`,
  ].join(" \\\n  ");
}

/** For a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
