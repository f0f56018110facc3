import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { clientAddress } from "#app/features/security/requests/client-address.server.ts";
import { hostKind, normalizeHost, originsOf } from "#app/features/security/requests/hosts.server.ts";
import { isForeignRequest } from "#app/features/security/requests/origin.server.ts";
import { countRefusal } from "#app/features/security/requests/refusals.server.ts";
import { securityHeaders } from "#app/features/security/security.server.ts";
import { anonymous } from "#app/lib/actor.ts";
import { userAgentOf } from "#app/lib/browsers/agents/user-agent.ts";
import { databaseFailure, failureReason, failureResponses } from "#app/platform/database/database-failure.server.ts";
import { currentTime } from "#app/platform/dates/clock.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { keptWithSettings, type Settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { httpRequests } from "#app/platform/metrics.server.ts";
import { addressList } from "#app/platform/outside/ip-address.server.ts";
import {
  answerCollected,
  type CollectedAnswer,
  collectPath,
  isCollectable,
} from "#app/routes/api/analytics/collected-answer.server.ts";
import { maxBodyBytes } from "../app.ts";

const path = `/api${collectPath}`;

/**
 * Responds to `collect-analytics` directly on the connection, with the same responses and headers as the request chain. These
 * are by far the most frequent requests, and the chain costs several times as much as collecting. Returns whether it handled
 * the request: only those that the chain would pass to the endpoint for an anonymous visitor of this site. Requests with a
 * session cookie, which may be an admin's, take the chain.
 */
export function collectedRequests({
  db,
  settings,
  isOwnHost,
}: {
  db: Db;
  settings: Settings;
  isOwnHost: (host: string) => boolean;
}): (request: IncomingMessage, response: ServerResponse) => boolean {
  const trusted = addressList(settings.TRUSTED_PROXIES);
  const fixedHeaders = keptWithSettings(() => ({
    ...securityHeaders(settings),
    "content-type": "application/json",
    "cache-control": "no-store",
  }));

  let known = { host: "", origins: [] as string[] };
  function originsFor(host: string): string[] {
    if (known.host !== host) {
      const isHttps = settings.SITE_URL.startsWith("https:") && hostKind(host, settings) !== "loopback";
      known = { host, origins: originsOf(normalizeHost(host, isHttps ? "https:" : "http:"), settings) };
    }
    return known.origins;
  }

  /** Whether the request passes every check of the chain and needs none of its other steps. */
  function isPlain({ headers, httpVersion }: IncomingMessage, read: ReadHeaders): boolean {
    const { host = "" } = headers;
    if (headers.cookie?.includes("gtmarc_session") || headers.authorization || headers["x-forwarded-host"])
      return false;
    if (headers["x-forwarded-proto"] && settings.TRUST_FORWARDED_HOST) return false;
    if (httpVersion !== "1.1" || headers["transfer-encoding"] || !isOwnHost(host)) return false;
    if (!(Number(headers["content-length"]) <= maxBodyBytes) || !isCollectable(headers["content-type"])) return false;
    return !isForeignRequest({ method: "POST", headers: read }, originsFor(host));
  }

  async function answer(request: IncomingMessage, response: ServerResponse, headers: ReadHeaders) {
    const started = performance.now();
    const requestId = randomUUID();
    const address = clientAddress(request.socket.remoteAddress ?? "unknown", headers, trusted);
    const now = currentTime();
    let sent: CollectedAnswer | { status: 500; body: CollectedAnswer["body"] };
    try {
      const body = await bodyOf(request);
      sent = await answerCollected({ db, now, address, actor: anonymous }, { body, headers, address });
    } catch (error) {
      if (!request.complete) return;
      sent = failed(error, requestId);
    }
    const { status } = sent;
    const text = JSON.stringify(sent.body);
    const retryAfter = "retryAfterSeconds" in sent ? { "retry-after": String(sent.retryAfterSeconds) } : {};
    response.writeHead(status, {
      ...fixedHeaders(),
      ...retryAfter,
      "x-request-id": requestId,
      "content-length": Buffer.byteLength(text),
    });
    response.end(text);
    if (status === 429 && "error" in sent.body)
      void countRefusal(db, {
        ...{ status, path, address, now, code: sent.body.error.code },
        userAgent: userAgentOf(headers),
      });
    const seconds = (performance.now() - started) / 1000;
    httpRequests.observe({ method: "POST", kind: "call", status: `${Math.floor(status / 100)}xx` }, seconds);
  }

  return (request, response) => {
    if (request.method !== "POST" || request.url !== path) return false;
    const headers: ReadHeaders = {
      get: (name) => request.headers[name]?.toString() ?? null,
      has: (name) => request.headers[name] !== undefined,
    };
    if (!isPlain(request, headers)) return false;
    void answer(request, response, headers);
    return true;
  };
}

type ReadHeaders = Pick<Headers, "get" | "has">;

/** Rejects if the connection closes early. */
const bodyOf = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => resolve((pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)).toString("utf8")));
    request.on("error", reject);
    request.on("close", () => {
      if (!request.complete) reject(new Error("The connection was closed"));
    });
  });

function failed(error: unknown, requestId: string): CollectedAnswer | { status: 500; body: CollectedAnswer["body"] } {
  const failure = databaseFailure(error);
  if (failure) {
    const { code, message, retryAfterSeconds } = failureResponses[failure];
    log.warn({ failure, reason: failureReason(error), requestId, path }, "request unavailable");
    return { status: 503, body: { error: { code, message } }, retryAfterSeconds };
  }
  log.error({ err: error, requestId, path }, "request failed");
  const message = `An unexpected error occurred. Please try again. (Request ${requestId})`;
  return { status: 500, body: { error: { code: "unexpected", message } } };
}
