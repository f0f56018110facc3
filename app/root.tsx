import { firmNameInDocument, logoInDocument, titled } from "#app/lib/firm.ts";
import { offeredCallsInDocument } from "#app/lib/offered-calls.ts";
import "./ui/tokens.css";
import "./ui/base.css";
import { Children, isValidElement, type ReactElement, type ReactNode, useContext, useEffect } from "react";
import {
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useParams,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { ScreenMessage } from "#app/ui/feedback/screen-message.tsx";
import { archivoUrl, serifUrl } from "#app/ui/fonts/fonts.ts";
import { FirmDatesProvider } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/root";
import { otherConsumerDomains } from "./features/access/access.server.ts";
import { hiddenInDocument } from "./features/content/automations/hidden.ts";
import { CodeWithinProvider } from "./features/content/code-within.tsx";
import { readPricesFrom } from "./features/content/prices.ts";
import { siteFacts } from "./features/content/site-facts.server.ts";
import { trustedDomains, watchesForInspection } from "./features/security/requests/page-settings.server.ts";
import { Behavior } from "./island-kit/behavior.tsx";
import { ContentPage } from "./island-kit/island.tsx";
import { dateStyleOf } from "./lib/browsers/accepted-language.ts";
import { isCollectedHost } from "./lib/browsers/collected-host.ts";
import { whenLoadedAndIdle } from "./lib/browsers/when-loaded.ts";
import { env } from "./platform/env.server.ts";
import { EarlyEvents, KeepScroll, useHeldEvents } from "./shell/pages/early-events.tsx";
import { ErrorScreen } from "./shell/pages/error-screen.tsx";
import { keepPage } from "./shell/pages/kept-page.ts";
import { LoadFailure } from "./shell/pages/load-failure.tsx";
import { PageScripts } from "./shell/pages/page-scripts.tsx";
import { requestContext } from "./shell/request-context.ts";
import { SessionEnd } from "./shell/session-end.tsx";

const face = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;

export const links = () => [
  { ...face, href: archivoUrl },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

/**
 * `dates`: the zone and the style of days (ui/text/firm-dates.tsx). `site` is what heads of pages need for absolute addresses
 * (features/content/pages/page-meta.ts).
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { requestId, now, preview, view, actor } = context.get(requestContext);
  // Not the actor's: content pages are rendered anonymously and know visitors with a session by their view.
  const visitor = await view();
  const { siteUrl: url, contactEmail, socialUrls, legal, codeWithin, prices } = siteFacts(now);
  return {
    requestId,
    site: { url, contactEmail, socialUrls, legal, codeWithin, prices },
    preview:
      preview === "none"
        ? null
        : { trusted: trustedDomains().join(","), hasToken: preview === "open" && !visitor.account?.isAdmin },
    dates: { zone: env().COMPANY_TIMEZONE, dateStyle: dateStyleOf(request.headers.get("accept-language")) },
    watches: !visitor.account?.isAdmin && watchesForInspection(),
    adminId: visitor.account?.adminId ?? null,
    accent: env().FIRM_ACCENT ?? null,
    consumerDomains: otherConsumerDomains(),
    reader: actor.kind === "user" ? actor.userId : null,
    facts: {
      firm: firmNameInDocument(),
      logo: logoInDocument(),
      calls: offeredCallsInDocument(),
      hiddenAutomations: hiddenInDocument(),
    },
  };
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage];

/** It belongs to the document, so walking on inside it needs no connection. A change of settings is shown to its author at once. */
export const shouldRevalidate = ({ formAction = "" }: ShouldRevalidateFunctionArgs) =>
  /^\/admin\/(settings|calendar\/event-types)\b/.test(formAction);

/** Where the browser reads them (lib/firm.ts, lib/offered-calls.ts, content/automations/hidden.ts), before anything is rendered with them. */
function writeFacts(facts: Record<string, string | undefined>): void {
  const { dataset } = document.documentElement;
  for (const [name, value] of Object.entries(facts))
    if (value === undefined) delete dataset[name];
    else dataset[name] = value;
}

export function Layout({ children }: { children: ReactNode }) {
  useHeldEvents();
  const page = useContext(ContentPage);
  const { preview, watches, adminId, accent, consumerDomains, facts } = useRouteLoaderData<typeof loader>("root") ?? {};
  if (typeof document !== "undefined" && facts) writeFacts(facts);
  return (
    <html
      lang="en"
      data-unwatched={watches ? undefined : ""}
      data-idle={page?.behavior("idle")}
      data-admin={adminId ?? undefined}
      data-firm={firmNameInDocument()}
      data-logo={logoInDocument()}
      data-consumer-domains={consumerDomains}
      data-calls={offeredCallsInDocument()}
      data-hidden-automations={hiddenInDocument()}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {preview && (
          <>
            <meta name="robots" content="noindex, nofollow" />
            <meta name="preview-trusted" content={preview.trusted} data-open={preview.hasToken ? "" : undefined} />
            <Behavior of="preview-bypass" late />
          </>
        )}
        {preview ? <MetaOfPreview /> : <Meta />}
        <Links />
        {accent && <link rel="stylesheet" href={`/brand/accent.css?v=${accent.slice(1)}`} />}
        {page && <link {...face} href={serifUrl} />}
        {page?.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {page ? <script type="module" async src={page.script} {...{ blocking: "render" }} /> : <EarlyEvents />}
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {!page && <LoadFailure />}
        {children}
        {!page && (
          <>
            <KeepScroll />
            <PageScripts />
          </>
        )}
      </body>
    </html>
  );
}

/** A preview host has its own robots tag instead of the page's. */
function MetaOfPreview() {
  const tags: ReactElement<{ children: ReactNode }> = Meta();
  return Children.map(tags.props.children, (tag) =>
    isValidElement<{ name?: string }>(tag) && tag.props.name === "robots" ? null : tag,
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { prices } = loaderData.site;
  // The server reads them from the settings.
  if (typeof document !== "undefined") readPricesFrom(() => prices);
  usePreviewBypass(loaderData.preview !== null);
  useInspectionWatch(loaderData.watches);
  useIdleScript();
  useCodeAhead();
  // Content pages have behaviors/signed-in.ts.
  const isContent = useContext(ContentPage) !== null;
  return (
    <FirmDatesProvider {...loaderData.dates}>
      <CodeWithinProvider value={loaderData.site.codeWithin}>
        <Outlet />
        {!isContent && (
          <>
            <SessionEnd reader={loaderData.reader} />
            <OwnRoutes />
          </>
        )}
      </CodeWithinProvider>
    </FirmDatesProvider>
  );
}

/**
 * Makes the router ask for the routes at the page's own address along with those of its links. On a page with a parameter it would ask
 * at the first submission, and show its error screen instead of the form when the connection is lost.
 */
function OwnRoutes() {
  const { pathname } = useLocation();
  const hasParameter = Object.keys(useParams()).length > 0;
  return hasParameter ? <Link hidden to={pathname} /> : null;
}

/** App pages have no behaviors; content pages load these in island-kit/browser.ts. */
function usePreviewBypass(isPreview: boolean) {
  useEffect(() => {
    if (isPreview) void import("./behaviors/preview-bypass.ts").catch(() => {});
  }, [isPreview]);
}

function useInspectionWatch(watches: boolean) {
  useEffect(() => {
    if (!watches) return;
    const timer = setTimeout(() => void import("./behaviors/inspection-watch.ts").catch(() => {}), 8000);
    return () => clearTimeout(timer);
  }, [watches]);
}

function useIdleScript() {
  useEffect(() => {
    if (isCollectedHost(location.hostname)) whenLoadedAndIdle(() => void import("./behaviors/idle.ts").catch(() => {}));
  }, []);
}

function useCodeAhead() {
  useEffect(() => whenLoadedAndIdle(() => void import("./behaviors/chunks-ahead.ts").catch(() => {})), []);
}

export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof loader>("root");
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <>
        <title>{titled("Page not found").title}</title>
        {!data?.preview && <meta name="robots" content="noindex" />}
        <ScreenMessage code="404" title="Oops! Page not found" action={{ href: "/", label: "Back to home" }} />
      </>
    );
  return <ErrorScreen error={error} requestId={data?.requestId} />;
}
