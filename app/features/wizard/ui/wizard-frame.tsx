import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { ProgressSteps } from "#app/ui/feedback/progress-steps.tsx";
import type { AccountEntry } from "#app/ui/frames/account-menu.tsx";
import { type WizardStep, wizardSteps } from "../blueprint.ts";
import { minutesLeft, stepAddress, stepLabels, stepMinutes, stepsDone } from "../wizard-steps.ts";
import { DraftTop } from "./draft-top.tsx";
import type { WizardDraft } from "./use-draft.ts";
import css from "./wizard-frame.module.css";

/** The bar above the three steps: the draft, its save state, the current step, and problems with saving. */
export function WizardFrame({
  step,
  draft,
  account,
  onFollow,
  children,
}: {
  step: WizardStep;
  draft: WizardDraft;
  account: AccountEntry | null;
  /** Called with the URL of a clicked link instead of leaving at once, so that saving comes first. */
  onFollow: (href: string) => void;
  children: ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  // A new step moves focus and scroll position to its heading; the first page keeps the browser's default.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `step` is when, not what
  useEffect(() => {
    if (!isFirst.current) {
      const heading = frame.current?.querySelector<HTMLElement>("h1");
      heading?.setAttribute("tabindex", "-1");
      heading?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [step]);
  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const link = (event.target as Element).closest?.("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const href = link?.getAttribute("href");
    if (event.defaultPrevented || !plain || !href?.startsWith("/") || link?.target) return;
    event.preventDefault();
    onFollow(href);
  };
  const done = stepsDone(draft.inputs);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of clicks on the links inside, which keyboards make too
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div ref={frame} className={`line ${css.frame}`} onClick={follow} onBlur={() => void draft.flush()}>
      <DraftTop title={draft.about.companyName || "New blueprint"} draft={draft} account={account} />
      <ProgressSteps
        steps={wizardSteps.map((name, index) => {
          const current = wizardSteps.indexOf(step);
          const isDone = index < current || (index !== current && done[name]);
          const left = minutesLeft(draft.inputs, name);
          return {
            label: stepLabels[name],
            state: index === current ? "now" : isDone ? "done" : "next",
            share: Math.max(0.06, 1 - left / stepMinutes),
            note: isDone ? "Done" : index !== current ? `${left} min` : left === 0 ? "Complete" : `${left} min left`,
            ...(isDone && { href: stepAddress(name, draft.id) }),
          };
        })}
      />
      {children}
    </div>
  );
}
