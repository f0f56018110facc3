/**
 * The policy of a mail shown as its own document: mails need inline styles, which our pages forbid. `sandbox` keeps mail
 * content away from this site's cookies and scripts; links open in a new window.
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

/** Renders a mail for a frame. `scheme` forces light or dark, regardless of the browser's preference. */
export const mailDocument = (html: string, scheme?: SheetScheme): Response =>
  new Response(scheme ? inScheme(html, scheme) : html, { headers: headersFor("text/html") });

/** Renders the plain-text body for the same frame. */
export const mailText = (text: string): Response => new Response(text, { headers: headersFor("text/plain") });

const headersFor = (type: string) => ({
  "content-type": `${type}; charset=utf-8`,
  "content-security-policy": policy,
  "cache-control": "private, no-store",
});

type SheetScheme = "light" | "dark";

/**
 * Forces a color scheme on a mail: its dark rules always apply, or never. For previews only; sent mail follows the reader's
 * mail program.
 */
export const inScheme = (html: string, scheme: SheetScheme): string =>
  html
    .replaceAll("@media (prefers-color-scheme:dark)", scheme === "dark" ? "@media all" : "@media not all")
    .replaceAll("color-scheme:light dark", `color-scheme:${scheme}`);
