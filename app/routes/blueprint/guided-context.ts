import { useOutletContext } from "react-router";
import type { WizardStep } from "../../features/blueprint/blueprint.ts";
import type { WizardDraft } from "../../features/blueprint/ui/use-draft.ts";

/** What the three steps share: one draft, and the way to other pages, which saves first. */
export interface Guided {
  draft: WizardDraft;
  /** Opens a step of this blueprint; with `needsAll` only when everything is saved. */
  goToStep: (step: WizardStep, needsAll?: boolean) => Promise<void>;
  /** Opens any other page of this site. */
  leave: (href: string) => Promise<void>;
}

export const useGuided = () => useOutletContext<Guided>();
