/** HMAC-SHA256 in the browser. Null if the browser cannot sign because the page is not on https or localhost. */
export async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array | null> {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return null;
  const imported = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await subtle.sign("HMAC", imported, new TextEncoder().encode(text)));
}

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The key in a secret (`whsec_` and base64); null if it is not a secret. */
export function keyOf(secret: string): Uint8Array<ArrayBuffer> | null {
  const encoded = /^whsec_([A-Za-z0-9+/]{20,}={0,2})$/.exec(secret)?.[1];
  if (!encoded || encoded.length % 4 !== 0) return null;
  return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
}
