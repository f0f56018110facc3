import type { KitTemplate } from "#app/features/kit/files/template-shape.ts";
import css from "./flow-drawing.module.css";

const glyphs = {
  trigger: <circle className={css.node} cx="12" cy="12" r="8" />,
  step: <rect className={css.node} x="4" y="4" width="16" height="16" />,
  decision: <path className={css.node} d="M12 2l10 10-10 10L2 12z" />,
  outcome: <circle className="mkf" cx="12" cy="12" r="7" />,
} as const;

/** The steps of a template in order, each with the sign of its kind: in a row on wide screens, one under the other on narrow ones. */
export const FlowDrawing = ({ steps }: { steps: KitTemplate["steps"] }) => (
  <ol className={`grid ${css.flow}`}>
    {steps.map(({ kind, name }) => (
      <li className="grid middle" key={name}>
        <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
          {glyphs[kind]}
        </svg>
        <span className="note">{name}</span>
      </li>
    ))}
  </ol>
);
