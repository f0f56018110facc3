import { openShare } from "#app/features/analysis/sharing/sharing.server.ts";
import { AnalysisPage } from "#app/features/analysis/ui/page/analysis-page.tsx";
import { sharedData, shareHeaders, shareMeta } from "#app/shell/blueprint/shared-page.ts";
import { SharedHeader, SharedPageError } from "#app/shell/blueprint/shared-page-frame.tsx";
import { requestContext } from "#app/shell/request-context.ts";
import type { Route } from "./+types/share";

export const meta: Route.MetaFunction = ({ loaderData }) =>
  shareMeta(loaderData && `Automation analysis: ${loaderData.companyName || "a company"}`);

/** Anyone with the link can read it, signed in or not. */
export const loader = async ({ context, params }: Route.LoaderArgs) =>
  sharedData(await openShare(context.get(requestContext), params.token));

export const headers = shareHeaders;

export default function SharedAnalysis({ loaderData: { companyName, expiresAt, ...run } }: Route.ComponentProps) {
  return (
    <>
      <SharedHeader companyName={companyName} expiresAt={expiresAt} />
      <AnalysisPage companyName={companyName} {...run} />
    </>
  );
}

export const ErrorBoundary = SharedPageError;
