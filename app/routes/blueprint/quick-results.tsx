import { useEffect } from "react";
import { redirect } from "react-router";
import { getAnalysis } from "#app/features/analysis/analysis.server.ts";
import { listBlueprints } from "#app/features/analysis/revisions/blueprint-list.server.ts";
import { HatchPattern } from "#app/features/analysis/ui/figures/hatch-pattern.tsx";
import { Verdict } from "#app/features/analysis/ui/figures/verdict.tsx";
import { AnalysisHead } from "#app/features/analysis/ui/page/analysis-head.tsx";
import { AssumedAnswers } from "#app/features/analysis/ui/page/assumed-answers.tsx";
import { Opportunities } from "#app/features/analysis/ui/plan/opportunities.tsx";
import { trackFunnel } from "#app/features/analytics/steps/funnel-client.ts";
import { getBlueprint } from "#app/features/wizard/drafts.server.ts";
import { stepAddress } from "#app/features/wizard/wizard-steps.ts";
import { unlisted } from "#app/lib/firm.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { accountEntry } from "#app/shell/account-entry.tsx";
import { turnAway, wizardMember } from "#app/shell/blueprint/member.server.ts";
import { useArrivalFocus } from "#app/shell/pages/use-arrival-focus.ts";
import { visibleAccount } from "#app/shell/visible-account.server.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/quick-results";

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`Quick start results: ${loaderData?.about.companyName || "your company"}`);

/** Shows the blueprint in the URL, else the newest quick start; redirects to the quick start without an analysis. */
export async function loader(asking: Route.LoaderArgs) {
  const ctx = await wizardMember(asking);
  const id = new URL(asking.request.url).searchParams.get("blueprint") ?? (await newestQuick(ctx));
  if (!id) throw redirect("/quick-start");
  const found = await getBlueprint(ctx, id);
  if (!found.ok) return turnAway(found.reason);
  const run = await getAnalysis(ctx, id);
  if (!run.ok) throw redirect(`/quick-start?blueprint=${id}`);
  const { about, revision, createdAt, inputs, result } = run.value;
  return {
    account: await visibleAccount(ctx),
    id,
    assumed: found.value.assumed,
    about,
    revision,
    createdAt,
    inputs,
    result,
  };
}

async function newestQuick(ctx: SignedInCtx): Promise<string | undefined> {
  const list = await listBlueprints(ctx);
  if (!list.ok) return turnAway(list.reason);
  return list.value.find(({ mode, latest }) => mode === "quick" && latest)?.id;
}

/** The analysis in short, with its assumptions listed before the details. */
export default function QuickResults({ loaderData }: Route.ComponentProps) {
  const { account, id, assumed, about, revision, createdAt, inputs, result } = loaderData;
  const dates = useFirmDates();
  useArrivalFocus();
  useEffect(() => trackFunnel("analysis", "viewed", { blueprintId: id, metadata: { mode: "quick" } }), [id]);
  return (
    <>
      <AppHeader scripted title={about.companyName || "Quick start"} account={account && accountEntry(account)}>
        <ButtonLink size={40} href="/blueprint/wizard/mode">
          All blueprints
        </ButtonLink>
      </AppHeader>
      <main id="main">
        <AnalysisHead
          company={about.companyName || "Your company"}
          team="Your team"
          employees={inputs.company.employees}
          about={`${dates.longDay(createdAt)}, rev. ${revision}`}
          result={result}
        />
        <AssumedAnswers blueprintId={id} assumed={assumed} inputs={inputs}>
          <ButtonLink
            variant="primary"
            forward
            href={stepAddress("profile", id)}
            onClick={() => trackFunnel("quick_start", "refined", { blueprintId: id })}
          >
            Refine in the guided blueprint
          </ButtonLink>
          <ButtonLink href={`/blueprint/${id}`}>See all five sheets</ButtonLink>
          <p className="small">Everything you selected is already there. It takes about ten minutes more.</p>
        </AssumedAnswers>
        <HatchPattern />
        <Verdict result={result} hoursHref={stepAddress("processes", id)} />
        <Opportunities result={result} />
      </main>
    </>
  );
}
