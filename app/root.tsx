import "./ui/tokens.css";
import "./ui/base.css";
import { type ReactNode, useContext } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import { EarlySubmit, useHeldSubmit } from "./early-submit.tsx";
import { ErrorScreen } from "./error-screen.tsx";
import { siteFacts } from "./features/content/site-facts.server.ts";
import { ContentPage } from "./island-kit/island.tsx";
import { LoadFailure } from "./load-failure.tsx";
import { requestContext } from "./request-context.ts";
import { archivoUrl } from "./ui/fonts.ts";
import { ScreenMessage } from "./ui/screen-message.tsx";

export const links = () => [
  { rel: "preload", href: archivoUrl, as: "font", type: "font/woff2", crossOrigin: "anonymous" as const },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

/** `site` is what heads of pages need for absolute addresses (features/content/page-meta.ts). */
export function loader({ context }: Route.LoaderArgs) {
  const { requestId, now } = context.get(requestContext);
  const { siteUrl: url, contactEmail, socialUrl } = siteFacts(now);
  return { requestId, site: { url, contactEmail, socialUrl } };
}

/** It belongs to the document, so walking on inside it needs no connection. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const page = useContext(ContentPage);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
        {page?.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {page ? <script type="module" async src={page.script} {...{ blocking: "render" }} /> : <EarlySubmit />}
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {!page && <LoadFailure />}
        {children}
        {!page && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  useHeldSubmit();
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof loader>("root");
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <>
        <title>Page not found | GTMarc</title>
        <meta name="robots" content="noindex" />
        <ScreenMessage code="404" title="Oops! Page not found" action={{ href: "/", label: "Back to home" }} />
      </>
    );
  return <ErrorScreen error={error} requestId={data?.requestId} />;
}
