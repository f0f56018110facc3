import { type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { hasSessionEnded } from "#app/lib/browsers/session-end.ts";

type Results = Record<string, DataStrategyResult>;
type Router = {
  state: {
    location: { pathname: string; search: string };
    loaderData: Record<string, unknown>;
    errors: object | null;
  };
  revalidate(): Promise<void>;
};

const firstRetryMs = 3000;
const maxRetryMs = 60_000;

/**
 * Client middleware of every page: a page that is shown stays, with everything typed in it, if its data cannot be loaded again
 * because of the connection or the server. Without it, the error screen would replace a form after an action, whether the action
 * failed with the connection or succeeded just before. The data is requested again until it arrives. Other pages, and answers
 * such as "not found", keep their error screens.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  const router = (window as unknown as { __reactRouterDataRouter?: Router }).__reactRouterDataRouter;
  if (request.method !== "GET" || !router || router.state.errors || !isPageOf(request.url, router)) return results;
  const { loaderData } = router.state;
  const kept = Object.entries(results).filter(
    ([id, { type, result }]) => type === "error" && id in loaderData && isPassing(result),
  );
  isStale = kept.length > 0;
  if (isStale && !hasSessionEnded()) reloadLater(router);
  else retryMs = firstRetryMs;
  return { ...results, ...Object.fromEntries(kept.map(([id]) => [id, { type: "data", result: loaderData[id] }])) };
};

/** Whether the page shows older data, because the newest could not be loaded. */
export const isPageStale = () => isStale;

function isPageOf(url: string, { state: { location } }: Router): boolean {
  const { pathname, search } = new URL(url);
  return pathname === location.pathname && search === location.search;
}

/**
 * A lost connection or a failure of the server, not an answer about the record or the reader. After the session has ended, also
 * the redirect to the sign-in: the page asks for it itself (session-end.tsx).
 */
function isPassing(error: unknown): boolean {
  if (error instanceof Response)
    return hasSessionEnded() && error.headers.get("location")?.startsWith("/auth?") === true;
  return isRouteErrorResponse(error) ? error.status >= 500 : true;
}

let isStale = false;
let retryMs = firstRetryMs;
let timer: ReturnType<typeof setTimeout> | undefined;

function reloadLater(router: Router) {
  clearTimeout(timer);
  const reload = () => {
    clearTimeout(timer);
    removeEventListener("online", reload);
    void router.revalidate();
  };
  timer = setTimeout(reload, retryMs);
  retryMs = Math.min(retryMs * 2, maxRetryMs);
  addEventListener("online", reload, { once: true });
}
