import type { KitTemplate } from "../../../features/content/starter-kit.ts";
import css from "./flow-drawing.module.css";

const glyphs = {
  trigger: <circle className={css.node} r="8" />,
  step: <rect className={css.node} x="-8" y="-8" width="16" height="16" />,
  decision: <path className={css.node} d="M0-10L10 0 0 10-10 0z" />,
  outcome: <circle className="mkf" r="7" />,
} as const;

/** The steps of a template in order. Drawn on wide screens, where the words fit under their signs; a line of words on narrow ones. */
export function FlowDrawing({ steps }: { steps: KitTemplate["steps"] }) {
  const middle = (index: number) => `${Math.round((1000 * (index + 0.5)) / steps.length) / 10}%`;
  return (
    <>
      <svg className={css.drawing} width="100%" height="62" aria-hidden="true">
        <line className={css.way} x1={middle(0)} x2={middle(steps.length - 1)} y1="18" y2="18" />
        {steps.map(({ kind, name }, index) => (
          <svg key={name} x={middle(index)} y="18" overflow="visible" aria-hidden="true">
            {glyphs[kind]}
            <text y="34" textAnchor="middle">
              {name}
            </text>
          </svg>
        ))}
      </svg>
      <span className={`small ${css.words}`}>{steps.map(({ name }) => name).join(" → ")}</span>
    </>
  );
}
