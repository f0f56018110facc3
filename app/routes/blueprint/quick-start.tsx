import { useEffect } from "react";
import { redirect, useNavigate } from "react-router";
import { trackFunnel } from "#app/features/analytics/steps/funnel-client.ts";
import { getBlueprint } from "#app/features/wizard/drafts.server.ts";
import { DraftTop } from "#app/features/wizard/ui/draft-top.tsx";
import { QuickForm } from "#app/features/wizard/ui/quick-form.tsx";
import { useDraft } from "#app/features/wizard/ui/use-draft.ts";
import { prefillFor } from "#app/features/wizard/wizard.server.ts";
import { stepAddress } from "#app/features/wizard/wizard-steps.ts";
import { unlisted } from "#app/lib/firm.ts";
import { accountEntry } from "#app/shell/account-entry.tsx";
import { draftTransport } from "#app/shell/blueprint/draft-transport.ts";
import { generateAnalysis } from "#app/shell/blueprint/generate.ts";
import { turnAway, wizardMember } from "#app/shell/blueprint/member.server.ts";
import { visibleAccount } from "#app/shell/visible-account.server.ts";
import type { Route } from "./+types/quick-start";

export const meta = () => unlisted("Quick start");

/** `?blueprint=` continues a quick draft; a guided one redirects to its own page. */
export async function loader(asking: Route.LoaderArgs) {
  const ctx = await wizardMember(asking);
  const account = await visibleAccount(ctx);
  const wanted = new URL(asking.request.url).searchParams.get("blueprint");
  if (!wanted) {
    const { inputs, about } = await prefillFor(ctx);
    return { account, draft: { id: null, version: 0, inputs, about, assumed: [] } };
  }
  const found = await getBlueprint(ctx, wanted);
  if (!found.ok) return turnAway(found.reason);
  const { id, version, inputs, about, assumed, mode, step } = found.value;
  if (mode !== "quick") throw redirect(stepAddress(step, id));
  return { account, draft: { id, version, inputs, about, assumed } };
}

/** The page owns the draft. */
export const shouldRevalidate = () => false;

/** One page, about five minutes: the same drafts, endpoints and model as the guided wizard. */
export default function QuickStart({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const draft = useDraft(loaderData.draft, draftTransport("quick"), (id) => {
    window.history.replaceState(window.history.state, "", `/quick-start?blueprint=${id}`);
    trackFunnel("quick_start", "started", { blueprintId: id });
  });
  useEffect(() => trackFunnel("quick_start", "viewed"), []);
  const generate = async () => {
    const refusal = await generateAnalysis(draft, "quick");
    if (refusal !== undefined) return refusal;
    const { id } = draft.latest();
    trackFunnel("quick_start", "completed", { blueprintId: id });
    await navigate(`/quick-start/results?blueprint=${id}`);
  };
  return (
    <>
      <DraftTop
        title={draft.about.companyName || "Quick start"}
        draft={draft}
        account={loaderData.account && accountEntry(loaderData.account)}
      />
      <QuickForm draft={draft} onBack={() => window.location.assign("/blueprint/wizard/mode")} onGenerate={generate} />
    </>
  );
}
