import { useEffect } from "react";
import { getAnalysis, listAnalyses } from "#app/features/analysis/analysis.server.ts";
import { analysisAddress, readAnalysisAddress } from "#app/features/analysis/revisions/comparison.ts";
import { inputChanges } from "#app/features/analysis/revisions/input-changes.ts";
import { ComparisonPage, type Side } from "#app/features/analysis/ui/revisions/comparison-page.tsx";
import { trackFunnel } from "#app/features/analytics/steps/funnel-client.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { unlisted } from "#app/lib/firm.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { accountEntry } from "#app/shell/account-entry.tsx";
import { memberOf, turnAway } from "#app/shell/blueprint/member.server.ts";
import { Refused } from "#app/shell/blueprint/refused.tsx";
import { visibleAccount } from "#app/shell/visible-account.server.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import type { Route } from "./+types/compare";

export const meta = () => unlisted("Compare analyses");

/**
 * `?a=` and `?b=` are two of the user's own analyses: a blueprint id with an optional `.revision`. Defaults to the two newest;
 * other users' analyses return 404.
 */
export async function loader(asking: Route.LoaderArgs) {
  const ctx = memberOf(asking);
  const { searchParams } = new URL(asking.request.url);
  const [account, choices] = await Promise.all([visibleAccount(ctx), listAnalyses(ctx)]);
  const address = ({ blueprintId, revision }: (typeof choices)[number]) => analysisAddress(blueprintId, revision);
  const wanted = [searchParams.get("a") || choices[1], searchParams.get("b") || choices[0]].map((choice) =>
    typeof choice === "string" ? choice : choice && address(choice),
  );
  const sides = await Promise.all(wanted.map((text) => (text === undefined ? undefined : sideAt(ctx, text))));
  const [before, after] = sides;
  return {
    account,
    choices: choices.map((choice) => ({ ...choice, address: address(choice) })),
    pair:
      before && after
        ? { before: before.side, after: after.side, changes: inputChanges(before.inputs, after.inputs) }
        : null,
  };
}

async function sideAt(ctx: SignedInCtx, text: string): Promise<{ side: Side; inputs: ModelInput }> {
  const asked = readAnalysisAddress(text);
  if (!asked) return turnAway({ kind: "not_found" });
  const found = await getAnalysis(ctx, asked.blueprintId, asked.revision);
  if (!found.ok) return turnAway({ kind: "not_found" });
  const { blueprintId, about, revision, createdAt, inputs, result } = found.value;
  const address = analysisAddress(blueprintId, revision);
  return {
    side: { address, blueprintId, companyName: about.companyName, revision, createdAt, result },
    inputs,
  };
}

export default function Compare({ loaderData: { account, ...rest } }: Route.ComponentProps) {
  const shown = rest.pair && `${rest.pair.before.address} ${rest.pair.after.address}`;
  useEffect(() => {
    if (shown) trackFunnel("analysis", "compared");
  }, [shown]);
  return (
    <>
      <AppHeader account={account && accountEntry(account)}>
        <ButtonLink size={40} href="/blueprint/wizard/mode">
          All blueprints
        </ButtonLink>
      </AppHeader>
      <ComparisonPage {...rest} />
    </>
  );
}

export const ErrorBoundary = Refused;
