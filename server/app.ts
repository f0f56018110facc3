import { randomBytes, randomUUID } from "node:crypto";
import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import { TooManyCodes } from "#app/features/accounts/second-factor/codes.server.ts";
import type { Visitor } from "#app/features/accounts/sign-in/session.server.ts";
import { maxHistoryBytes } from "#app/features/analytics/imports/import-limits.ts";
import { mailboxLimit } from "#app/features/mail/messages/mailbox-limit.ts";
import { MailboxFull } from "#app/features/mail/sending/stranger-mail.server.ts";
import { maxImportBytes } from "#app/features/pipeline/import/import-file.ts";
import { clientAddress, limitKey } from "#app/features/security/requests/client-address.server.ts";
import {
  forwardedSite,
  type HostKind,
  hostKind,
  isLocalRequest,
  normalizeHost,
  originsOf,
} from "#app/features/security/requests/hosts.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { isForeignRequest } from "#app/features/security/requests/origin.server.ts";
import { countRefusal } from "#app/features/security/requests/refusals.server.ts";
import { assetHeaders, securityHeaders } from "#app/features/security/security.server.ts";
import { isDecoy, recordHit } from "#app/features/security/security-log/traps.server.ts";
import { actsInTeam, anonymous } from "#app/lib/actor.ts";
import { userAgentOf } from "#app/lib/browsers/agents/user-agent.ts";
import { GateCrowded } from "#app/lib/program/narrow-gate.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { databaseFailure, failureReason, failureResponses } from "#app/platform/database/database-failure.server.ts";
import { currentTime } from "#app/platform/dates/clock.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { keptWithSettings, type Settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { httpRequests, rejectedRequests } from "#app/platform/metrics.server.ts";
import { addressList } from "#app/platform/outside/ip-address.server.ts";
import { forReader } from "#app/platform/requests/reader-language.server.ts";
import { UnreadableSecret } from "#app/platform/secrets/sealed-text.server.ts";
import type { EndpointEnv, ErrorBody } from "#app/routes/api/endpoint.server.ts";
import { sendPlainPage } from "#app/routes/forms/plain-page.server.ts";
import { previewGate } from "./pages/preview-gate.ts";
import { hasJustWritten, keepWriteMark } from "./process/own-writes.ts";
import { isForm, typedFields } from "./requests/posted-form.ts";
import { checkForm, checkTarget, methodNotAllowed, wantsJson } from "./requests/request-checks.ts";
import type { AppEnv } from "./requests/request-env.ts";
import { unknownHostLog } from "./requests/unknown-hosts.ts";

/** The parts of the request chain; tests pass their own. */
export type AppParts = {
  db: Db;
  settings: Settings;
  /** Identifies the actor by the session cookie or bearer token. */
  identify: (ctx: Omit<Ctx, "actor">, headers: Pick<Headers, "get">) => Promise<Visitor>;
  /** /healthz, /readyz and /metrics; mounted before everything that needs the database. */
  operations: Hono<AppEnv>;
  api: Hono<EndpointEnv>;
  /** Static files of the build; other paths fall through. */
  assets: Hono<AppEnv>;
  /** Frozen anonymous pages, then React Router. */
  pages: Hono<AppEnv>;
};

/** Limit for API requests and forms. */
export const maxBodyBytes = 64 * 1024;
/**
 * Larger limits by path. The endpoint authenticates before it reads the body, except for Amazon and Microsoft: their signature
 * or secret is in the body.
 */
const largestUploads: Readonly<Record<string, number>> = {
  "/api/admin/prospect-imports": maxImportBytes,
  "/api/admin/analytics-imports": maxHistoryBytes,
  // Mail with attachments; our script truncates it. Amazon sends at most 256 KiB.
  "/api/webhooks/mail": 1024 * 1024,
  "/api/webhooks/mail/postmark": 16 * 1024 * 1024,
  "/api/webhooks/mail/ses": 1024 * 1024,
  // Many notifications in one request.
  "/api/webhooks/calendars/microsoft": 256 * 1024,
};
const apiMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The request chain, in order: cheap checks that can refuse a request come before costly steps. */
export function createApp(parts: AppParts): Hono<AppEnv> {
  const { settings, db } = parts;
  const app = new Hono<AppEnv>();
  const trusted = addressList(settings.TRUSTED_PROXIES);
  const fixedHeaders = keptWithSettings(() => Object.entries(securityHeaders(settings)));
  const headersOfAssets = keptWithSettings(() => Object.entries(assetHeaders(settings)));
  const hosts = keptWithSettings(() => hostReader(settings));
  const logUnknownHost = unknownHostLog(settings.SITE_URL);

  // 1. request id, time, log line
  app.use(async (c, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    c.set("requestId", requestId);
    await next();
    // c.header would turn the response body into a stream.
    c.res.headers.set("x-request-id", requestId);
    const refusalCode = c.get("refusalCode");
    // A refused form may be redirected to another page.
    if (refusalCode || (c.res.status >= 400 && c.res.status < 500))
      void countRefusal(db, {
        status: c.res.status,
        code: refusalCode ?? "forbidden",
        path: c.req.path,
        userAgent: userAgentOf(c.req.raw.headers),
        address: c.get("address"),
        now: currentTime(),
      });
    const seconds = (performance.now() - started) / 1000;
    const kind = c.req.path.startsWith("/api/") ? "call" : c.req.path.startsWith("/assets/") ? "asset" : "page";
    httpRequests.observe({ method: c.req.method, kind, status: `${Math.floor(c.res.status / 100)}xx` }, seconds);
    log.debug(
      { requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms: Math.round(seconds * 1000) },
      "request",
    );
  });

  // 2. client address and host; unknown hosts are refused
  app.use(async (c, next) => {
    const peer = peerAddress(c);
    const { headers } = c.req.raw;
    const site = forwardedSite(peer, headers, trusted, settings);
    const host = site.host ?? c.req.header("host") ?? new URL(c.req.url).host;
    const { kind, scheme, name } = hosts()(host, site.scheme);
    c.set("address", clientAddress(peer, headers, trusted));
    // Local programs use HTTP/1.1. nginx with default settings uses HTTP/1.0 and adds no forwarding header.
    c.set("isLocal", isLocalRequest(peer, host, headers) && c.env?.incoming?.httpVersion !== "1.0");
    c.set("host", name);
    c.set("scheme", scheme);
    c.set("hostKind", kind);
    c.set("preview", "none");
    if (settings.production && kind === "unknown") {
      logUnknownHost(host);
      return c.json(rejected(c, "unknown_host", "This server does not serve that host."), 421);
    }
    return next();
  });

  // 3. security headers
  app.use(async (c, next) => {
    c.set("nonce", randomBytes(16).toString("base64"));
    await next();
    const isAsset = c.res.ok && c.req.path.startsWith("/assets/");
    for (const [name, value] of isAsset ? headersOfAssets() : fixedHeaders())
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (c.get("hostKind") !== "preview") return;
    c.res.headers.set("x-robots-tag", "noindex, nofollow");
    if (settings.PREVIEW_TRUSTED_DOMAINS.length > 0 && !isAdmin(c))
      c.res.headers.set("cross-origin-opener-policy", "unsafe-none");
  });

  // 4. method and target, before other steps use them
  app.use(checkTarget);

  // 5. static files and health checks skip the remaining steps
  app.route("/", parts.operations);
  if (!settings.SERVE) app.all("*", (c) => c.json(body("jobs_only", "This process only runs jobs."), 404));
  app.route("/", parts.assets);

  // 6. body size and origin of unsafe methods. Content-Length is enough if present: reading the body would create a stream.
  const measured = bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge });
  app.use(async (c, next) => {
    if (isReading(c)) return next();
    const stated = c.req.header("transfer-encoding") ? undefined : c.req.header("content-length");
    if (stated === undefined) return measured(c, next);
    const limit = isForm(c) ? maxBodyBytes : (largestUploads[c.req.path] ?? maxBodyBytes);
    return Number(stated) <= limit ? next() : tooLarge(c);
  });
  app.use(async (c, next) => {
    if (isReading(c) || originExempt(c.req.path)) return next();
    if (isForeignRequest(c.req.raw, originsOf(c.get("host"), settings)))
      return reject(c, 403, "foreign_origin", "This request did not come from this site.");
    return next();
  });
  app.use(checkForm);

  // 7. session, and the language of the reader
  app.use(async (c, next) => {
    const now = currentTime();
    const knownVisitor = c.req.header("cookie")?.includes("gtmarc_session") || c.req.header("authorization");
    const visitor = knownVisitor ? await parts.identify({ db, now }, c.req.raw.headers) : { actor: anonymous };
    c.set("ctx", {
      ...{ db, now, address: c.get("address"), ...visitor, facts: isReading(c) ? visitor.facts : undefined },
      ...(settings.DATABASE_READ_URL && { hasJustWritten: hasJustWritten(c) }),
    });
    await forReader(c.req.header("accept-language"), next);
    if (settings.DATABASE_READ_URL && !isReading(c) && c.res.status < 400 && actsInTeam(visitor.actor))
      keepWriteMark(c, settings);
  });

  // 8. decoy addresses; hosts with restricted access
  app.use(async (c, next) => {
    if (!isDecoy(c.req.path)) return next();
    const userAgent = userAgentOf(c.req.raw.headers);
    const referrer = c.req.header("referer") ?? null;
    await recordHit(c.get("ctx"), { kind: "decoy", path: c.req.path, referrer, userAgent, address: c.get("address") });
    return c.redirect("/404", 302);
  });
  app.use(previewGate);

  // 9. limits, endpoints, pages
  app.use("/api/*", async (c, next) => {
    if (c.req.method !== "GET" && !ownLimit.has(c.req.path)) {
      const limit = await countUse(c.get("ctx"), "call", limitKey(c.get("address")));
      if (!limit.allowed) {
        c.header("retry-after", String(limit.retryAfterSeconds));
        return reject(c, 429, "too_many", "Too many attempts. Please try again later.");
      }
    }
    await next();
    if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
  });
  app.route("/", parts.api);
  app.all("/api/*", (c) => {
    const allowed = apiMethods.filter((method) => parts.api.router.match(method, c.req.path)[0].length > 0);
    return allowed.length > 0
      ? methodNotAllowed(c, allowed)
      : c.json(body("not_found", "There is no such endpoint."), 404);
  });
  app.route("/", parts.pages);

  app.notFound((c) => c.json(body("not_found", "There is nothing at this address."), 404));
  app.onError(async (error, c) => {
    if (error instanceof HTTPException && error.status < 500) {
      const bad = error.status === 400 ? "The body is not readable JSON." : error.message;
      return c.json(body(error.status === 400 ? "bad_json" : "refused", bad), error.status);
    }
    const refusal = temporaryRefusal(error);
    if (refusal) {
      c.header("retry-after", String(refusal.retryAfterSeconds));
      return reject(c, refusal.status, refusal.code, refusal.message, await typedFields(c));
    }
    const failure = databaseFailure(error);
    if (failure) {
      const { code, message, retryAfterSeconds } = failureResponses[failure];
      log.warn(
        { failure, reason: failureReason(error), requestId: c.get("requestId"), path: c.req.path },
        "request unavailable",
      );
      c.header("retry-after", String(retryAfterSeconds));
      // The router shows the body of a failed `.data` request on its error screen.
      if (c.req.path.endsWith(".data")) return c.text(message, 503);
      if (wantsJson(c)) return c.json(body(code, message), 503);
      return sendPlainPage(c, 503, titles[503], message, await typedFields(c));
    }
    log.error({ err: error, requestId: c.get("requestId"), path: c.req.path }, "request failed");
    if (!wantsJson(c)) return sendPlainPage(c, 500, "Something went wrong", unexpectedErrorText(c.get("requestId")));
    return c.json(
      body("unexpected", `An unexpected error occurred. Please try again. (Request ${c.get("requestId")})`),
      500,
    );
  });
  return app;
}

/** Steps before the session have no `ctx`. */
function isAdmin(c: Context<AppEnv>): boolean {
  const ctx: Ctx | undefined = c.get("ctx");
  return ctx?.actor.kind === "user" && ctx.actor.isAdmin;
}

type RequestHost = { kind: HostKind; scheme: "http" | "https"; name: string };

/** Parses a host with the scheme stated by a proxy. Keeps the last result, because most requests are for the same host. */
function hostReader(settings: Settings): (host: string, stated: "http" | "https" | undefined) => RequestHost {
  let last: { host: string; stated: string | undefined; result: RequestHost } | undefined;
  return (host, stated) => {
    if (last?.host === host && last.stated === stated) return last.result;
    const kind = hostKind(host, settings);
    const isHttps = settings.SITE_URL.startsWith("https:") && kind !== "loopback";
    const scheme = stated ?? (isHttps ? "https" : "http");
    last = { host, stated, result: { kind, scheme, name: normalizeHost(host, `${scheme}:`) } };
    return last.result;
  };
}

/** For errors outside React, which has its own error page. */
const unexpectedErrorText = (requestId: string) =>
  `An unexpected error occurred while loading this page. Please refresh it. (Request ${requestId})`;

const body = (code: string, message: string): ErrorBody => ({ error: { code, message } });

/** Temporary refusals: a retry may succeed. */
function temporaryRefusal(error: Error) {
  if (error instanceof MailboxFull) {
    const { retryAfterSeconds } = error;
    return { status: 429, code: "mailbox_limit", message: mailboxLimit, retryAfterSeconds } as const;
  }
  if (error instanceof TooManyCodes) {
    const { retryAfterSeconds } = error;
    return { status: 429, code: "too_many", message: accountMessages.tooManyCodes, retryAfterSeconds } as const;
  }
  if (error instanceof UnreadableSecret)
    return { status: 503, code: "unreadable_secret", message: error.message, retryAfterSeconds: 600 } as const;
  if (error instanceof GateCrowded)
    return { status: 503, code: "busy", message: error.message, retryAfterSeconds: 3 } as const;
  return null;
}

function rejected(c: Context<AppEnv>, code: string, message: string): ErrorBody {
  rejectedRequests.inc({ reason: code });
  c.set("refusalCode", code);
  return body(code, message);
}

const titles = {
  403: "Not accepted",
  413: "Too large",
  429: "Please try again later",
  503: "Temporarily unavailable",
} as const;

/** Sends a refusal as JSON or as a page. `typed`: form fields that the page offers to send again. */
function reject(
  c: Context<AppEnv>,
  status: keyof typeof titles,
  code: string,
  message: string,
  typed: readonly (readonly [string, string])[] = [],
) {
  const refused = rejected(c, code, message);
  return wantsJson(c) ? c.json(refused, status) : sendPlainPage(c, status, titles[status], message, typed);
}

const tooLarge = (c: Context<AppEnv>) =>
  reject(
    c,
    413,
    "body_too_large",
    `That is too large: at most ${sizeText(largestUploads[c.req.path] ?? maxBodyBytes)}.`,
  );

/** `sizeText(5 * 1024 * 1024) === "5 MB"`, `sizeText(65_536) === "64 KiB"` */
const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${Math.floor(bytes / (1024 * 1024))} MB`;

/** Reports that pages send automatically; they have their own rate limits. */
const ownLimit = new Set([
  "/api/csp-report",
  "/api/security-honeypot",
  "/api/client-log",
  "/api/functions/track-funnel-event",
  "/api/functions/collect-analytics",
]);

/** Exempt from the origin check: signed by the sender, or harmless reports without an Origin header (spec: session-cookies). */
const originExempt = (path: string) =>
  path.startsWith("/api/webhooks/") || path.startsWith("/unsubscribe/") || path === "/api/csp-report" || isDecoy(path);

const isReading = ({ req: { method } }: Context<AppEnv>) => method === "GET" || method === "HEAD";

/** Loopback in tests, which have no connection. A closed connection has no address and must not count as local. */
const peerAddress = (c: Context<AppEnv>): string =>
  c.env?.incoming ? (getConnInfo(c).remote.address ?? "unknown") : "127.0.0.1";
