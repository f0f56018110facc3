import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import {
  openFullBlueprintShare,
  type SharedFullBlueprint,
} from "#app/features/full-blueprint/comments/sharing.server.ts";
import { readable } from "#app/features/full-blueprint/drawing/readable.ts";
import { FullBlueprintView } from "#app/features/full-blueprint/ui/reader/full-blueprint-view.tsx";
import { ok } from "#app/lib/result.ts";
import { sharedData, shareHeaders, shareMeta } from "#app/shell/blueprint/shared-page.ts";
import { SharedHeader, SharedPageError } from "#app/shell/blueprint/shared-page-frame.tsx";
import { requestContext } from "#app/shell/request-context.ts";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/full-blueprint-share";

export const meta: Route.MetaFunction = ({ loaderData }) =>
  shareMeta(loaderData && `Full blueprint: ${loaderData.companyName || "a company"}`);

/** Anyone with the link can read the newest version, signed in or not. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const opened = await openFullBlueprintShare(context.get(requestContext), params.token);
  return sharedData(opened.ok ? ok(readableVersion(opened.value)) : opened);
}

const readableVersion = ({ content, ...version }: SharedFullBlueprint) => ({
  ...version,
  blueprint: readable(content),
});

export const headers = shareHeaders;

export default function SharedBlueprint({
  loaderData: { companyName, number, publishedAt, expiresAt, blueprint },
}: Route.ComponentProps) {
  return (
    <>
      <SharedHeader companyName={companyName} expiresAt={expiresAt} />
      <main id="main">
        <PageHead
          tag={`Sheet ${sheetCodes.fullBlueprint}`}
          title={`Full blueprint${companyName ? ` for ${companyName}` : ""}`}
          lede={`Version ${number} of ${useFirmDates().longDay(publishedAt)}.`}
        />
        <FullBlueprintView blueprint={blueprint} />
      </main>
    </>
  );
}

export const ErrorBoundary = SharedPageError;
