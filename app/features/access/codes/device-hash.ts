import { deviceZone } from "#app/lib/dates/wall-clock.ts";

/**
 * Returns a hash of this browser's device, for counting an account's devices. It cannot track devices elsewhere,
 * because the server hashes it again with a key and the account. 64 hex digits over https and on loopback; a shorter
 * hash where `crypto.subtle` is unavailable.
 */
export async function deviceHash(): Promise<string> {
  const { userAgent, language, hardwareConcurrency, maxTouchPoints } = navigator;
  const { width, height, colorDepth } = screen;
  // The longer side first, so that rotating a tablet does not change the hash.
  const sides = [width, height].sort((one, other) => other - one);
  const facts = [userAgent, language, hardwareConcurrency, maxTouchPoints, ...sides, colorDepth, deviceZone()].join(
    "|",
  );
  if (!globalThis.crypto?.subtle) return `plain-${simpleHash(facts)}`;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(facts));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** FNV-1a, 32 bits. */
function simpleHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
