import { createRequestHandler, data, RouterContextProvider, type ServerBuild } from "react-router";
import { anonymous } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { databaseFailure, failureReason, failureResponses } from "#app/platform/database/database-failure.server.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { requestContext, type VisitorView } from "#app/shell/request-context.ts";
import { anonymousView } from "#app/shell/visitor-view.server.ts";
import { areaBuilds, areaOf } from "./area-builds.ts";

/** Renders a page with React Router, including redirects and error pages. */
export type Render = (request: Request, context: RouterContextProvider) => Promise<Response>;

/** `build` is a function in development, where it changes between requests. */
export function pageRenderer(build: ServerBuild | (() => Promise<ServerBuild>)): Render {
  if (typeof build === "function")
    return createRequestHandler(async () => withUnavailable(await build()), "development");
  const whole = withUnavailable(build);
  const renderWhole = createRequestHandler(whole, "production");
  const renderers = new Map(
    [...areaBuilds(whole)].map(([area, own]) => [area, createRequestHandler(own, "production")]),
  );
  return (request, context) => (renderers.get(areaOf(request.url) ?? "") ?? renderWhole)(request, context);
}

/** Makes loaders and actions that fail because of the database throw a 503 response, which the error screens handle. */
function withUnavailable(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { loader, action } = route.module;
    return [
      id,
      {
        ...route,
        module: {
          ...route.module,
          ...(loader && { loader: guarded(loader) }),
          ...(action && { action: guarded(action) }),
        },
      },
    ];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

const guarded =
  <Args extends unknown[], Value>(read: (...args: Args) => Value) =>
  async (...args: Args): Promise<Awaited<Value>> => {
    try {
      return await read(...args);
    } catch (error) {
      const failure = databaseFailure(error);
      if (!failure) throw error;
      log.warn({ failure, reason: failureReason(error) }, "page unavailable");
      throw data(failureResponses[failure].message, { status: 503 });
    }
  };

/**
 * Renders a page without the request, so that no URL, query or cookie can leak into a shared copy. `view` is all that it can
 * show of a visitor.
 */
export function renderForAnonymous(
  render: Render,
  path: string,
  { db, now }: Pick<Ctx, "db" | "now">,
  settings: Pick<Settings, "SITE_URL">,
  view: VisitorView = anonymousView,
): Promise<Response> {
  const context = new RouterContextProvider();
  const anonymousRequest = {
    actor: anonymous,
    nonce: "",
    isLocal: false,
    userAgent: "",
    requestId: "",
    preview: "none",
  } as const;
  context.set(requestContext, { db, now, ...anonymousRequest, view: async () => view });
  return render(new Request(new URL(path, settings.SITE_URL)), context);
}
