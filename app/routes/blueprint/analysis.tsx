import { redirect } from "react-router";
import { getAnalysis } from "../../features/blueprint/analyses.server.ts";
import { getBlueprint } from "../../features/blueprint/drafts.server.ts";
import { AnalysisPage } from "../../features/blueprint/ui/analysis/analysis-page.tsx";
import { stepAddress } from "../../features/blueprint/wizard-steps.ts";
import { AppHeader } from "../../ui/app-header.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { accountEntry } from "../account-entry.tsx";
import { visibleAccount } from "../visible-account.server.ts";
import type { Route } from "./+types/analysis";
import css from "./analysis.module.css";
import { memberOf, turnAway } from "./member.server.ts";
import { Refused } from "./refused.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData
      ? `Automation analysis: ${loaderData.about.companyName || "your company"} | GTMarc`
      : "Page not found | GTMarc",
  },
  { name: "robots", content: "noindex" },
];

/** `?revision=1` shows an earlier run. A blueprint that was never analysed opens where it was left. */
export async function loader(asking: Route.LoaderArgs) {
  const ctx = memberOf(asking);
  const { id } = asking.params;
  const wanted = new URL(asking.request.url).searchParams.get("revision");
  const found = await getAnalysis(ctx, id, wanted === null ? undefined : Number(wanted));
  if (found.ok) return { ...found.value, account: await visibleAccount(ctx) };
  if (found.reason === "not-found" || wanted !== null) return turnAway("not-found");
  const draft = await getBlueprint(ctx, id);
  if (!draft.ok) return turnAway(draft.reason);
  throw redirect(stepAddress(draft.value.step, id));
}

export default function AnalysisOfBlueprint({ loaderData }: Route.ComponentProps) {
  const { about, account, revisions, ...run } = loaderData;
  return (
    <>
      <AppHeader title={about.companyName} account={account && accountEntry(account)}>
        <ButtonLink size={40} href="/blueprint/wizard/mode">
          All blueprints
        </ButtonLink>
        <ButtonLink size={40} variant="primary" href="/schedule/strategy-session" className={css.book}>
          Book a strategy call
        </ButtonLink>
      </AppHeader>
      <AnalysisPage {...run} companyName={about.companyName} newestRevision={revisions[0]?.revision ?? run.revision} />
    </>
  );
}

export const ErrorBoundary = Refused;
