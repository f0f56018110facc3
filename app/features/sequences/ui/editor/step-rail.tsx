import { useLayoutEffect, useRef } from "react";
import type { Step } from "#app/features/sequences/definitions/definition.ts";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { conditionText, delayText, stepLabel } from "../sequence-labels.ts";
import { type DraftErrors, rulesHaveError, stepHasError } from "./editor-fields.ts";
import css from "./step-rail.module.css";

/** The rules and the steps of a sequence in order, with the delays between them; one of them is open. */
export function StepRail({
  steps,
  open,
  errors,
  isEdited,
  onOpen,
}: {
  steps: readonly Step[];
  open: string | null;
  errors: DraftErrors;
  isEdited: (key: string) => boolean;
  onOpen: (key: string | null) => void;
}) {
  const list = useRef<HTMLElement>(null);
  const focused = useRef<string | null>(null);
  // Moving a step moves its element, which loses the focus.
  useLayoutEffect(() => {
    const key = focused.current;
    if (key && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(`[data-step="${key}"]`)?.focus();
  });
  return (
    <nav
      ref={list}
      aria-label="Steps"
      onFocus={({ target }) => {
        focused.current = (target as HTMLElement).dataset.step ?? null;
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) focused.current = null;
      }}
    >
      <button
        data-reads
        type="button"
        className={`card grid middle full-width rounded ${css.item}`}
        aria-current={open === null ? "step" : undefined}
        onClick={() => onOpen(null)}
      >
        <span className={`grid soft ${css.mark}`}>
          <Icon name="filter" size={16} />
        </span>
        <span className="grid shrinks">
          <span className={`ui-size strong breaks ${css.name}`}>Rules</span>
          <span className={`muted breaks size-81 ${css.note}`}>Enrollment, goal, window, exits</span>
        </span>
        {rulesHaveError(errors) && <Fault />}
      </button>
      <ol className={css.steps}>
        {steps.map((step, place) => (
          <li key={step.key}>
            <span className={`block muted ${css.delay}`}>{delayText(step.delay, place === 0)}</span>
            <button
              data-reads
              type="button"
              className={`card grid middle full-width rounded ${css.item}`}
              data-step={step.key}
              aria-current={open === step.key ? "step" : undefined}
              onClick={() => onOpen(step.key)}
            >
              <span className={classNames(`grid soft ${css.mark}`, css.framed)}>
                <Icon name={step.kind === "mail" ? "mail" : "check"} size={16} />
              </span>
              <span className="grid shrinks">
                <span className={`ui-size strong breaks ${css.name}`}>
                  {place + 1}. {stepLabel(step)}
                </span>
                <span className={`muted breaks size-81 ${css.note}`}>
                  {[step.kind === "mail" ? "Email" : "Task", ...step.conditions.map(conditionText)].join(" · ")}
                  {isEdited(step.key) && " · not saved"}
                </span>
              </span>
              {stepHasError(errors, step.key) && <Fault />}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const Fault = () => (
  <span className="critical">
    <Icon name="warning" size={16} />
    <span className="vh">Needs attention</span>
  </span>
);
