import type { Settings } from "#app/platform/env.server.ts";

/*
 * Security: what protects every request, and the records of what was tried and done.
 *
 * Here: the headers of responses. requests/ finds the client's address and host, checks the origin, and counts uses of limits
 * (`rate_limit`). audit/ writes what admins and accounts did (`audit_entry`): every admin command goes through its guard, which writes the
 * entry in the transaction of the change. security-log/ counts what strangers tried (`security_event`, `csp_report`): traps, refused
 * requests, violations of the policy. tokens/ has the tokens of programs (`api_token`) and of previews (`preview_token`).
 *
 * It publishes no events. Invariants: no address is stored, only a keyed hash that changes daily in the log; a limit never locks an
 * account for its owner elsewhere; an action that rolls back leaves no audit entry.
 */

type TransportSettings = Pick<Settings, "SITE_URL" | "HSTS">;

/** Two years. Subdomains and the preload list affect hosts outside this site, so the operator decides. */
const transportSecurity: Record<Settings["HSTS"], string> = {
  host: "max-age=63072000",
  subdomains: "max-age=63072000; includeSubDomains",
  preload: "max-age=63072000; includeSubDomains; preload",
};

/**
 * The headers of every response. What each one prevents: CSP - foreign or injected script; frame-ancestors - click-jacking;
 * COOP/COEP/CORP - cross-window and cross-origin reads; nosniff - type confusion; HSTS - downgrade to http.
 */
export function securityHeaders(settings: TransportSettings): Record<string, string> {
  return {
    // For responses that are not pages (JSON, text, refusals). Pages set their own: contentSecurityPolicy.
    "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "reporting-endpoints": 'c="/api/csp-report"',
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    ...(settings.SITE_URL.startsWith("https:") && { "strict-transport-security": transportSecurity[settings.HSTS] }),
  };
}

/**
 * The subset that matters on files other than documents: a page requests about ten of them, and the full set adds half
 * a kilobyte each. The embedder policy is for workers: the worker's own file must carry it.
 */
export function assetHeaders(settings: TransportSettings): Record<string, string> {
  const kept = new Set([
    "cross-origin-embedder-policy",
    "cross-origin-resource-policy",
    "x-content-type-options",
    "strict-transport-security",
  ]);
  return Object.fromEntries(Object.entries(securityHeaders(settings)).filter(([name]) => kept.has(name)));
}

/**
 * Who may frame a page (its `frame-ancestors`): this site with `embeddable`, and on preview hosts pages of the trusted
 * domains, which open them by message, while the visitor has no session that a click could use.
 */
export function frameAncestors(page: { embeddable?: boolean | undefined; trusted?: readonly string[] }): string {
  const sources = [
    ...(page.embeddable ? ["'self'"] : []),
    ...(page.trusted ?? []).map((domain) => `https://*.${domain}:*`),
  ];
  return sources.join(" ") || "'none'";
}

/** The only Trusted Types policy of this site: for the URL of the what-if worker (use-what-if.ts). */
export const trustedTypesPolicy = "range-worker";

/**
 * The policy of one page. Content pages pass no nonce: they contain no inline script, so cached copies stay safe to reuse.
 * Resources without a separate directive (objects, frames, media) are refused by the default. Trusted Types make the
 * browser refuse strings at every DOM sink that could run script (innerHTML, script.src, Worker); content pages may not
 * create any Trusted Types policy, except `whatIf` pages.
 * `frameAncestors`: 'self' for the scheduler that the contact page embeds. `frameSrc`: what a page may embed.
 */
export function contentSecurityPolicy(options: {
  nonce?: string | undefined;
  frameAncestors?: string;
  frameSrc?: string | undefined;
  /** A content page with the what-if worker. */
  whatIf?: boolean | undefined;
  /** Development only: Vite injects styles and its refresh preamble. */
  development?: boolean;
}): string {
  const script = options.nonce ? `'self' 'nonce-${options.nonce}'` : "'self'";
  const directives: Record<string, string> = {
    "default-src": "'none'",
    "script-src": options.development ? `${script} 'unsafe-inline'`.replace(/'nonce-[^']+'/, "") : script,
    "style-src": options.development ? "'self' 'unsafe-inline'" : "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": options.development ? "'self' ws:" : "'self'",
    "manifest-src": "'self'",
    ...(options.frameSrc ? { "frame-src": options.frameSrc } : {}),
    "form-action": "'self'",
    "frame-ancestors": options.frameAncestors ?? "'none'",
    "base-uri": "'none'",
    ...(options.development
      ? {}
      : {
          "require-trusted-types-for": "'script'",
          "trusted-types": options.nonce || options.whatIf ? trustedTypesPolicy : "'none'",
        }),
    // `report-uri` is for browsers without `reporting-endpoints`.
    "report-uri": "/api/csp-report",
    "report-to": "c",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
