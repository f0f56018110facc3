/** Set in the tab's storage while a token opens the preview; it mirrors the cookie and grants nothing. */
export const previewMark = "preview_test_mode";

/** Messages that a page embedding or opening a preview may send. */
export type PreviewMessage = { kind: "token"; token: string } | { kind: "off" };

/**
 * Reads a message to a preview page: `{ type: "gtmarc-preview", token: "…" }` opens it, `{ type: "gtmarc-preview",
 * bypass: "off" }` closes it. Null for all others, and for messages from a page that is neither of the same origin nor
 * served over https from a subdomain of one of `domains`.
 */
export function readPreviewMessage(
  message: { origin: string; data: unknown },
  own: string,
  domains: readonly string[],
): PreviewMessage | null {
  if (!isTrustedOrigin(message.origin, own, domains)) return null;
  const { data } = message;
  if (typeof data !== "object" || data === null || !("type" in data) || data.type !== "gtmarc-preview") return null;
  if ("bypass" in data && data.bypass === "off") return { kind: "off" };
  return "token" in data && typeof data.token === "string" && data.token !== ""
    ? { kind: "token", token: data.token }
    : null;
}

function isTrustedOrigin(origin: string, own: string, domains: readonly string[]): boolean {
  if (origin === own) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" && domains.some((domain) => hostname.endsWith(`.${domain.toLowerCase()}`));
}
