import { Outlet, redirect, useLocation, useNavigate } from "react-router";
import { prefillFor } from "../../features/blueprint/blueprint.server.ts";
import { type WizardStep, wizardSteps } from "../../features/blueprint/blueprint.ts";
import { findOpenDraft, getBlueprint, type MemberCtx } from "../../features/blueprint/drafts.server.ts";
import { useDraft } from "../../features/blueprint/ui/use-draft.ts";
import { WizardFrame } from "../../features/blueprint/ui/wizard-frame.tsx";
import { stepAddress, stepShares } from "../../features/blueprint/wizard-steps.ts";
import { accountEntry } from "../account-entry.tsx";
import { visibleAccount } from "../visible-account.server.ts";
import type { Route } from "./+types/guided";
import { draftTransport } from "./draft-transport.ts";
import type { Guided } from "./guided-context.ts";
import { turnAway, wizardMember } from "./member.server.ts";

export async function loader(asking: Route.LoaderArgs) {
  const ctx = await wizardMember(asking);
  const url = new URL(asking.request.url);
  return {
    account: await visibleAccount(ctx),
    draft: await draftFor(ctx, stepOf(url.pathname), url.searchParams.get("blueprint")),
  };
}

/** The blueprint that the address names; without a name the newest open draft, or a new one, which begins with step 1. */
async function draftFor(ctx: MemberCtx, step: WizardStep, wanted: string | null) {
  if (wanted && wanted !== "new") {
    const found = await getBlueprint(ctx, wanted);
    if (!found.ok) return turnAway(found.reason);
    const { id, version, inputs, about } = found.value;
    return { id, version, inputs, about };
  }
  if (!wanted) {
    const open = await findOpenDraft(ctx);
    if (!open.ok) return turnAway(open.reason);
    if (open.value) throw redirect(stepAddress(step, open.value.id));
  }
  if (step !== "profile") throw redirect(stepAddress("profile", null));
  const { inputs, about } = await prefillFor(ctx);
  return { id: null, version: 0, inputs, about };
}

const stepOf = (pathname: string): WizardStep => wizardSteps.find((step) => pathname.endsWith(`/${step}`)) ?? "profile";

/** The three steps. Going back and forth between them needs no server; the draft lives here. */
export default function GuidedBlueprint({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const draft = useDraft(loaderData.draft, draftTransport, (id) => {
    window.history.replaceState(window.history.state, "", stepAddress(stepOf(window.location.pathname), id));
  });
  const save = async (needsAll: boolean) => {
    const isSaved = await draft.flush();
    return isSaved || !(needsAll || draft.latest().status === "offline");
  };
  const goToStep = async (step: WizardStep, needsAll = false) => {
    if (await save(needsAll)) await navigate(stepAddress(step, draft.latest().id));
  };
  const leave = async (href: string) => {
    if (!(await save(false))) return;
    if (href.startsWith("/blueprint/")) await navigate(href);
    else window.location.assign(href);
  };
  return (
    <WizardFrame
      step={stepOf(pathname)}
      shares={stepShares(draft.inputs)}
      draft={draft}
      account={loaderData.account && accountEntry(loaderData.account)}
      onFollow={(href) => void leave(href)}
    >
      <Outlet key={draft.epoch} context={{ draft, goToStep, leave } satisfies Guided} />
    </WizardFrame>
  );
}
