import { useEffect } from "react";
import { data, redirect, useLocation, useNavigate } from "react-router";
import { trackFunnel } from "#app/features/analytics/steps/funnel-client.ts";
import { type WizardStep, wizardSteps } from "#app/features/wizard/blueprint.ts";
import { getBlueprint } from "#app/features/wizard/drafts.server.ts";
import type { ColleagueEndpoints } from "#app/features/wizard/ui/colleagues/colleague-dialog.tsx";
import { draftAlertsId } from "#app/features/wizard/ui/draft-alerts.tsx";
import { ProcessForm } from "#app/features/wizard/ui/processes/process-form.tsx";
import { ProfileForm } from "#app/features/wizard/ui/profile/profile-form.tsx";
import { ToolPicker } from "#app/features/wizard/ui/tools/tool-picker.tsx";
import { useDraft } from "#app/features/wizard/ui/use-draft.ts";
import { WizardFrame } from "#app/features/wizard/ui/wizard-frame.tsx";
import { findOpenDraft, type Prefill, prefillFor } from "#app/features/wizard/wizard.server.ts";
import { stepAddress, stepLabels } from "#app/features/wizard/wizard-steps.ts";
import { titled } from "#app/lib/firm.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import type { colleaguesEndpoints } from "#app/routes/api/blueprint/colleagues.server.ts";
import { accountEntry } from "#app/shell/account-entry.tsx";
import { client } from "#app/shell/api-client.ts";
import { draftTransport } from "#app/shell/blueprint/draft-transport.ts";
import { generateAnalysis } from "#app/shell/blueprint/generate.ts";
import { turnAway, wizardMember } from "#app/shell/blueprint/member.server.ts";
import { visibleAccount } from "#app/shell/visible-account.server.ts";
import type { Route } from "./+types/guided";

export const meta: Route.MetaFunction = ({ params }) => {
  const index = wizardSteps.indexOf(params.step as WizardStep);
  const step = wizardSteps[index];
  if (!step) return [titled("Page not found")];
  return [titled(`Step ${index + 1} of ${wizardSteps.length}: ${stepLabels[step].toLowerCase()}`)];
};

export async function loader(asking: Route.LoaderArgs) {
  const ctx = await wizardMember(asking);
  const step = wizardSteps.find((name) => name === asking.params.step);
  if (!step) throw data(null, { status: 404 });
  const wanted = new URL(asking.request.url).searchParams.get("blueprint");
  return { account: await visibleAccount(ctx), draft: await draftFor(ctx, step, wanted) };
}

/** The page owns the draft; moving between steps needs no request and works offline. */
export const shouldRevalidate = () => false;

/** Returns the blueprint in the URL, otherwise the newest open draft or a new one, which starts at step 1. */
async function draftFor(ctx: SignedInCtx, step: WizardStep, wanted: string | null) {
  if (wanted && wanted !== "new") {
    const found = await getBlueprint(ctx, wanted);
    if (!found.ok) return turnAway(found.reason);
    const { id, version, inputs, about, assumed } = found.value;
    return { id, version, inputs, about, assumed };
  }
  if (wanted) return newDraft(step, await prefillFor(ctx));
  const open = await findOpenDraft(ctx);
  if (!open.ok) return turnAway(open.reason);
  if (open.value.draft) throw redirect(stepAddress(step, open.value.draft.id));
  return newDraft(step, open.value.prefill);
}

function newDraft(step: WizardStep, { inputs, about }: Prefill) {
  if (step !== "profile") throw redirect(stepAddress("profile", null));
  return { id: null, version: 0, inputs, about };
}

const funnelLabels = { profile: "profile", "tech-stack": "tech_stack", processes: "processes" } as const;

/**
 * The router fetches the manifest for each new URL. These links make it prefetch them, so that moving between steps works
 * offline.
 */
const StepsKnownAhead = () => (
  <div hidden>
    {wizardSteps.map((step) => (
      <a key={step} data-discover="true" href={`/blueprint/wizard/${step}`}>
        {stepLabels[step]}
      </a>
    ))}
  </div>
);

/** The three steps of one draft: one page at three URLs, so that Back, Forward and lost connections lose no input. */
export default function GuidedBlueprint({ loaderData, params }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const step = params.step as WizardStep;
  const draft = useDraft(loaderData.draft, draftTransport("guided"), (id) => {
    const now = wizardSteps.find((name) => window.location.pathname.endsWith(`/${name}`)) ?? "profile";
    window.history.replaceState(window.history.state, "", stepAddress(now, id));
    trackFunnel("wizard", "guided_started", { blueprintId: id });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per displayed step
  useEffect(() => {
    trackFunnel("wizard", `${funnelLabels[step]}_viewed`, { blueprintId: draft.latest().id });
  }, [pathname]);

  /** Whether the page may be left: unsaved input is kept on this device, but an open question must be answered. */
  const settle = async () => {
    await draft.flush();
    const { conflict, problem } = draft.latest();
    if (!conflict && !problem) return true;
    document.getElementById(draftAlertsId)?.focus();
    return false;
  };
  const goToStep = async (next: WizardStep) => {
    if (!(await settle())) return;
    if (wizardSteps.indexOf(next) > wizardSteps.indexOf(step))
      trackFunnel("wizard", `${funnelLabels[step]}_completed`, { blueprintId: draft.latest().id });
    await navigate(stepAddress(next, draft.latest().id));
  };
  const leave = async (href: string) => {
    await draft.flush();
    const isStep = wizardSteps.some((name) => href.startsWith(stepAddress(name, null).split("?")[0]!));
    if (isStep) return navigate(href);
    window.location.assign(href);
  };
  const generate = async () => {
    const refusal = await generateAnalysis(draft, "processes");
    if (refusal !== undefined) return refusal;
    const { id } = draft.latest();
    trackFunnel("wizard", "processes_completed", { blueprintId: id });
    await navigate(`/blueprint/${id}`);
  };

  return (
    <WizardFrame
      step={step}
      draft={draft}
      account={loaderData.account && accountEntry(loaderData.account)}
      onFollow={(href) => void leave(href)}
    >
      <StepsKnownAhead />
      {step === "profile" && (
        <ProfileForm
          draft={draft}
          onGo={(to) => (to === "back" ? leave("/blueprint/wizard/mode") : goToStep("tech-stack"))}
        />
      )}
      {step === "tech-stack" && (
        <ToolPicker
          draft={draft}
          colleagues={colleagueEndpoints}
          onGo={(to) => goToStep(to === "back" ? "profile" : "processes")}
        />
      )}
      {step === "processes" && (
        <ProcessForm
          draft={draft}
          colleagues={colleagueEndpoints}
          onBack={() => void goToStep("tech-stack")}
          onGenerate={generate}
        />
      )}
    </WizardFrame>
  );
}

const call = client<typeof colleaguesEndpoints>();

const colleagueEndpoints: ColleagueEndpoints = {
  list: (id) => call("GET /blueprints/{id}/colleagues", { id }),
  add: (id, wish) => call("POST /blueprints/{id}/colleagues", { id, ...wish }),
  end: (id, colleague) => call("DELETE /blueprints/{id}/colleagues/{colleague}", { id, colleague }),
};
