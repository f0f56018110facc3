import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import type { AccountEntry } from "../../../ui/account-menu.tsx";
import { AppHeader } from "../../../ui/app-header.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ProgressSteps } from "../../../ui/progress-steps.tsx";
import { SaveState } from "../../../ui/save-state.tsx";
import { type WizardStep, wizardSteps } from "../blueprint.ts";
import { stepAddress, stepMinutes, stepWords } from "../wizard-steps.ts";
import type { WizardDraft } from "./use-draft.ts";
import css from "./wizard-frame.module.css";

/** The strip over the three steps: what is open, whether it is saved, where one is; and the choice after a conflict. */
export function WizardFrame({
  step,
  shares,
  draft,
  account,
  onFollow,
  children,
}: {
  step: WizardStep;
  /** How complete each step is, 0 to 1. */
  shares: Record<WizardStep, number>;
  draft: WizardDraft;
  account: AccountEntry | null;
  /** A link was clicked: called with its address instead of leaving at once, so that saving comes first. */
  onFollow: (href: string) => void;
  children: ReactNode;
}) {
  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const link = (event.target as Element).closest?.("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const href = link?.getAttribute("href");
    if (event.defaultPrevented || !plain || !href?.startsWith("/") || link?.target) return;
    event.preventDefault();
    onFollow(href);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of clicks on the links inside, which keyboards make too
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div className={css.frame} onClick={follow} onBlur={() => void draft.flush()}>
      <AppHeader title={draft.about.companyName || "New blueprint"} account={account}>
        <SaveState status={draft.status} at={timeOf(draft.savedAt)} />
        <ButtonLink variant="tertiary" size={40} href="/blueprint/wizard/mode" className={css.leave}>
          Save and leave
        </ButtonLink>
      </AppHeader>
      <ProgressSteps
        steps={wizardSteps.map((name, index) => {
          const current = wizardSteps.indexOf(step);
          const state = index === current ? "now" : index < current ? "done" : "next";
          const left = Math.max(1, Math.ceil(stepMinutes * (1 - shares[name])));
          return {
            label: stepWords[name],
            state,
            share: Math.max(0.06, shares[name]),
            note: state === "done" ? "Done" : state === "now" ? `${left} min left` : `${stepMinutes} min`,
            ...(state === "done" && { href: stepAddress(name, draft.id) }),
          };
        })}
      />
      <Alerts draft={draft} />
      {children}
    </div>
  );
}

function Alerts({ draft }: { draft: WizardDraft }) {
  const box = useRef<HTMLDivElement>(null);
  const isOpen = draft.conflict !== null;
  useEffect(() => {
    if (isOpen) box.current?.focus();
  }, [isOpen]);
  if (!isOpen && !draft.problem) return null;
  return (
    <div className={`wrap ${css.alerts}`} ref={box} tabIndex={-1}>
      {isOpen && (
        <Notice kind="caution" title="This blueprint was changed in another tab" live>
          <p>What you typed here is not saved yet. Which of the two should stay?</p>
          <div className={`row ${css.choice}`}>
            <Button size={40} onClick={draft.takeTheirs}>
              Load the newer one
            </Button>
            <Button size={40} onClick={() => void draft.keepMine()}>
              Keep what I typed
            </Button>
          </div>
        </Notice>
      )}
      {draft.problem && (
        <Notice kind="critical" title="This could not be saved" live>
          {draft.problem} What you typed is kept on this device.
        </Notice>
      )}
    </div>
  );
}

const timeOf = (instant: Date | null) =>
  instant ? instant.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" }) : undefined;
