import { classNames } from "#app/ui/class-names.ts";
import css from "./progress-steps.module.css";

export type ProgressStep = {
  label: string;
  /** At the right: "Done", "5 min". */
  note?: string;
  state: "done" | "now" | "next";
  /** Progress of the current step, 0 to 1. */
  share?: number;
  href?: string;
};

/** The strip of steps below the header: done, current and remaining ones. */
export function ProgressSteps({ steps }: { steps: readonly ProgressStep[] }) {
  return (
    <nav className={css.strip} aria-label="Progress">
      <ol className="wrap">
        {steps.map(({ label, note, state, share = 0.06, href }, index) => (
          <li
            key={label}
            className={classNames(css.step, css[state])}
            aria-current={state === "now" ? "step" : undefined}
          >
            <span className={css.name}>
              <span className="note">{index + 1}</span> {href ? <a href={href}>{label}</a> : <b>{label}</b>}
            </span>
            {note && <span className="note">{note}</span>}
            {state !== "next" && (
              <svg className={css.line} width="100%" height="3" aria-hidden="true">
                <rect width={state === "done" ? "100%" : `${Math.round(share * 100)}%`} height="3" />
              </svg>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
