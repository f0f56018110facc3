import type { SheetScheme } from "./mail-scheme.ts";
import { inScheme } from "./mail-scheme.ts";

/**
 * A mail's HTML as a document of its own: mails need inline styles, which our pages forbid, so it gets its own policy.
 * `sandbox` keeps whatever a mail may hold away from this site's cookies and scripts; links open in a window of their own.
 */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** For a frame of ours. With `scheme` it is shown as a mail program in that scheme does, whatever this browser prefers. */
export const mailDocument = (html: string, scheme?: SheetScheme): Response =>
  new Response(scheme ? inScheme(html, scheme) : html, { headers: headersFor("text/html") });

/** The plain-text body for the same frame. */
export const mailText = (text: string): Response => new Response(text, { headers: headersFor("text/plain") });

const headersFor = (type: string) => ({
  "content-type": `${type}; charset=utf-8`,
  "content-security-policy": policy,
  "cache-control": "private, no-store",
});
