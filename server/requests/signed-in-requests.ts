import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { securityHeaders } from "#app/features/security/security.server.ts";
import { currentTime } from "#app/platform/dates/clock.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { keptWithSettings, type Settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { httpRequests } from "#app/platform/metrics.server.ts";
import { visitorView } from "#app/shell/visitor-view.server.ts";
import type { AppParts } from "../app.ts";
import type { FrozenPages } from "../pages/frozen-pages.ts";
import type { SignedInPages } from "./signed-in-pages.ts";

/**
 * Sends content pages for visitors with a session directly on the connection: one statement for the visitor, then their copy.
 * Takes a third of the time of the request chain and sends the same headers. Resolves to whether it responded; everything else,
 * including errors, takes the chain.
 */
export function signedInRequests(parts: {
  db: Db;
  settings: Settings;
  identify: AppParts["identify"];
  frozen: FrozenPages;
  signedIn: SignedInPages;
  isOwnHost: (host: string) => boolean;
}): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const { db, settings, identify, frozen, signedIn, isOwnHost } = parts;
  const fixedHeaders = keptWithSettings(() => securityHeaders(settings));

  return async ({ method, url = "", headers }, response) => {
    if (method !== "GET" || !headers.cookie?.includes("gtmarc_session")) return false;
    const address = frozen.addressOf(url);
    if (address === null || headers.authorization || headers["x-forwarded-host"] || !isOwnHost(headers.host ?? ""))
      return false;
    const started = performance.now();
    try {
      const now = currentTime();
      const visitor = await identify({ db, now }, { get: (name) => headers[name]?.toString() ?? null });
      if (visitor.actor.kind === "anonymous") return false;
      const ctx = { db, now, ...visitor };
      const answer = await signedIn.answer(ctx, await visitorView(ctx), address, {
        encodings: headers["accept-encoding"]?.toString(),
        ifNoneMatch: headers["if-none-match"],
      });
      if (!answer) return false;
      const requestId = randomUUID();
      response.writeHead(answer.status, { ...fixedHeaders(), ...answer.headers, "x-request-id": requestId });
      response.end(answer.body);
      const seconds = (performance.now() - started) / 1000;
      httpRequests.observe({ method, kind: "page", status: `${Math.floor(answer.status / 100)}xx` }, seconds);
      log.debug({ requestId, method, path: address, status: answer.status, ms: Math.round(seconds * 1000) }, "request");
      return true;
    } catch (error) {
      log.debug({ err: error }, "content page left to the request chain");
      return false;
    }
  };
}
