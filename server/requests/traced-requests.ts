import type { IncomingMessage, ServerResponse } from "node:http";
import type { Hono } from "hono";
import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import type { Settings } from "#app/platform/env.server.ts";
import { addressList, isListed } from "#app/platform/outside/ip-address.server.ts";
import { type OpenSpan, parseTraceparent, type SpanTracer } from "#app/platform/tracing/spans.server.ts";
import type { AppEnv } from "./request-env.ts";
import { judgeTarget } from "./request-target.ts";

const maxKnownPaths = 1_000;

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Records one span per request: the pattern of its route and its status, never its path, query, host or client. The trace of a
 * request continues only if a trusted proxy sent it; from other clients it starts here (decision 0240).
 */
export function tracedRequests(options: {
  tracer: SpanTracer;
  settings: Pick<Settings, "TRUSTED_PROXIES">;
  routes: Pick<ServerBuild, "routes">;
  site: Hono<AppEnv>;
}): <Handler extends Handle>(handle: Handler) => Handle {
  const { tracer, site } = options;
  const trusted = addressList(options.settings.TRUSTED_PROXIES);
  const pages = pageRoutes(options.routes);
  const knownPages = new Map<string, string | null>();

  return (handle) => (request, response) => {
    const method = request.method ?? "";
    const isFromProxy = isListed(request.socket.remoteAddress ?? "", trusted);
    const parent = isFromProxy ? parseTraceparent(request.headers.traceparent?.toString()) : null;
    const span = tracer.open(method, "server", { "http.request.method": method }, parent);
    if (span.isSampled) response.once("close", () => finish(span, request, response));
    return tracer.within(span, () => handle(request, response));
  };

  function finish(span: OpenSpan, request: IncomingMessage, response: ServerResponse) {
    const { statusCode } = response;
    const route = routeOf(request);
    if (route) span.name = `${request.method} ${route}`;
    span.set({ ...(route && { "http.route": route }), "http.response.status_code": statusCode });
    if (statusCode >= 500) span.fail(String(statusCode));
    if (!response.writableFinished) span.set({ "gtmarc.cut_off": true });
    span.end();
  }

  function routeOf({ url = "", method = "" }: IncomingMessage): string | null {
    if (judgeTarget(url, undefined).kind === "unreadable") return null;
    const [path = ""] = url.split("?");
    const endpoints = site.router
      .match(method, path)[0]
      .map(([[, route]]) => (route as { path: string }).path)
      .filter((pattern) => !/^\/?\*$/.test(pattern));
    const page = pageOf(path);
    return (
      endpoints.findLast((pattern) => !pattern.includes("*")) ??
      (page?.includes("*") ? (endpoints.at(-1) ?? page) : page)
    );
  }

  /** Matching takes half a millisecond, longer than a frozen page. */
  function pageOf(path: string): string | null {
    const known = knownPages.get(path);
    if (known !== undefined) return known;
    if (knownPages.size >= maxKnownPaths) knownPages.clear();
    const page = pagePattern(pages, path);
    knownPages.set(path, page);
    return page;
  }
}

function pagePattern(pages: RouteObject[], path: string): string | null {
  const matches = matchRoutes(pages, path.replace(/\.data$/, ""));
  const pattern = matches
    ?.map(({ route }) => route.path ?? "")
    .filter(Boolean)
    .join("/");
  return pattern === undefined ? null : `/${pattern}`.replace("//", "/");
}

function pageRoutes({ routes }: Pick<ServerBuild, "routes">): RouteObject[] {
  const below = (parentId: string | undefined): RouteObject[] =>
    Object.values(routes).flatMap((route) =>
      route && route.parentId === parentId
        ? [
            {
              id: route.id,
              ...(route.path !== undefined && { path: route.path }),
              ...(route.index ? { index: true as const } : { children: below(route.id) }),
            } as RouteObject,
          ]
        : [],
    );
  return below(undefined);
}
