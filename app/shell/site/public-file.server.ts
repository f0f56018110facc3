import { createHash } from "node:crypto";

const kept = new WeakMap<Uint8Array, string>();

/** A file that is the same for every visitor: cached for an hour, then revalidated. */
export function publicFile(request: Request, bytes: Uint8Array, headers: Record<string, string>): Response {
  const etag = etagOf(bytes);
  const always = { ...headers, etag, "cache-control": "public, max-age=3600", "x-robots-tag": "noindex" };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers: always });
  return new Response(bytes as BodyInit, { headers: { ...always, "content-length": String(bytes.length) } });
}

function etagOf(bytes: Uint8Array): string {
  const known = kept.get(bytes);
  if (known) return known;
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 16)}"`;
  kept.set(bytes, etag);
  return etag;
}
