import { data, isRouteErrorResponse, useRouteError } from "react-router";
import { openShare } from "#app/features/analysis/sharing.server.ts";
import { AnalysisPage } from "#app/features/analysis/ui/analysis-page.tsx";
import { never } from "#app/lib/result.ts";
import { ErrorScreen, isUnavailable } from "#app/shell/error-screen.tsx";
import { requestContext } from "#app/shell/request-context.ts";
import { AppHeader } from "#app/ui/app-header.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { useFirmDates } from "#app/ui/firm-dates.tsx";
import { ScreenMessage } from "#app/ui/screen-message.tsx";
import type { Route } from "./+types/share";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData
      ? `Automation analysis: ${loaderData.companyName || "a company"} | GTMarc`
      : "This link does not work | GTMarc",
  },
  { name: "robots", content: "noindex, nofollow" },
  // The address is the key: no other site is told where its visitor came from.
  { name: "referrer", content: "no-referrer" },
];

/** Whoever has the address may read. Nothing here depends on who is signed in. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const opened = await openShare(context.get(requestContext), params.token);
  if (opened.ok) return data(opened.value, { headers: private_ });
  switch (opened.reason.kind) {
    case "ended":
      throw data(null, { status: 410, headers: private_ });
    case "not_found":
      throw data(null, { status: 404, headers: private_ });
    default:
      return never(opened.reason);
  }
}

const private_ = {
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};

/** Also on the pages that refuse. */
export const headers = ({ loaderHeaders, errorHeaders }: Route.HeadersArgs) => errorHeaders ?? loaderHeaders;

export default function SharedAnalysis({ loaderData: { companyName, expiresAt, ...run } }: Route.ComponentProps) {
  return (
    <>
      <AppHeader title={`Shared by ${companyName || "its owner"}, until ${useFirmDates().day(expiresAt)}`}>
        <ButtonLink size={40} href="/automation-blueprint-gtmarc">
          Get Your GTMarc
        </ButtonLink>
      </AppHeader>
      <AnalysisPage companyName={companyName} {...run} />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 410)
    return (
      <ScreenMessage
        code="410"
        title="This link has ended"
        text="It was taken back by whoever shared it, or its last day has passed. Ask them for a new one."
        action={{ href: "/", label: "Back to home" }}
      />
    );
  if (status === 404)
    return (
      <ScreenMessage
        code="404"
        title="Oops! Page not found"
        text="There is no shared analysis at this address. Links are long: check that all of it was copied."
        action={{ href: "/", label: "Back to home" }}
      />
    );
  if (isUnavailable(error)) return <ErrorScreen error={error} />;
  return (
    <ScreenMessage
      code="500"
      title="Something went wrong"
      text="An unexpected error occurred while loading this page."
      action={{ href: "/", label: "Back to home" }}
    />
  );
}
