import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { anonymous } from "../app/lib/actor.ts";
import type { Ctx } from "../app/platform/context.server.ts";
import type { Settings } from "../app/platform/env.server.ts";
import { requestContext, type VisitorView } from "../app/request-context.ts";
import { nobodysView } from "../app/routes/visitor-view.server.ts";

/** A page as React Router renders it, redirects and error pages included. */
export type Render = (request: Request, context: RouterContextProvider) => Promise<Response>;

export const pageRenderer = (build: ServerBuild | (() => Promise<ServerBuild>), development: boolean): Render =>
  createRequestHandler(build as ServerBuild, development ? "development" : "production");

/**
 * The page as for nobody in particular: no address, no query, no cookie can leave a trace in what others get. `view` is all
 * that it may show of a visitor.
 */
export function renderForNobody(
  render: Render,
  path: string,
  { db, now }: Pick<Ctx, "db" | "now">,
  settings: Pick<Settings, "SITE_URL">,
  view: VisitorView = nobodysView,
): Promise<Response> {
  const context = new RouterContextProvider();
  const nobody = {
    actor: anonymous,
    nonce: "",
    isLocal: false,
    userAgent: "",
    requestId: "",
    preview: "none",
  } as const;
  context.set(requestContext, { db, now, ...nobody, view: async () => view });
  return render(new Request(new URL(path, settings.SITE_URL)), context);
}
