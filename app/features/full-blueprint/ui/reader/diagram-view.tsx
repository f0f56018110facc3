import type { DiagramStep } from "#app/features/full-blueprint/drawing/diagram.ts";
import css from "./diagram-view.module.css";

const pitch = 72;
const axis = 22;

/** The text beside the symbols is the list that assistive technology reads. */
export function DiagramView({
  steps,
  label,
  number,
}: {
  steps: readonly DiagramStep[];
  label: string;
  number: string;
}) {
  const height = steps.length * pitch;
  const at = (place: number) => place * pitch + 30;
  return (
    <figure className={`band-bp top-175 max-46 ${css.figure}`} aria-label={label}>
      <figcaption className="note">
        {number} {label}
      </figcaption>
      <div className="line gap-100 top-75">
        <svg className="rigid" width={44} height={height} viewBox={`0 0 44 ${height}`} aria-hidden="true">
          {steps.slice(1).map((step, index) => (
            <path
              key={`${step.tool} ${step.action}`}
              className="ln"
              d={`M${axis} ${at(index) + 11}V${at(index + 1) - 13}m-3.5 -5 3.5 5 3.5-5`}
            />
          ))}
          {steps.map((step, place) => (
            <Sign key={`${step.tool} ${step.action}`} kind={step.kind} y={at(place)} />
          ))}
        </svg>
        <ol className={`shrinks ${css.steps}`}>
          {steps.map(({ tool, action, otherwise }) => (
            <li key={`${tool} ${action}`}>
              <p className={`ui-size ${css.action}`}>{action}</p>
              <p className="note">
                {tool}
                {otherwise && <span className={css.otherwise}> If not: {otherwise}</span>}
              </p>
            </li>
          ))}
        </ol>
      </div>
    </figure>
  );
}

function Sign({ kind, y }: { kind: DiagramStep["kind"]; y: number }) {
  switch (kind) {
    case "trigger":
      return <circle className="ln" cx={axis} cy={y} r="8" />;
    case "step":
      return <path className="ln" d={`M${axis - 8} ${y - 8}h16v16h-16z`} />;
    case "decision":
      return (
        <>
          <path className="ln" d={`M${axis} ${y - 10}l10 10-10 10-10-10z`} />
          <path className="hl" d={`M${axis + 10} ${y}h9m0-4v8`} />
        </>
      );
    case "outcome":
      return <circle className="mkf" cx={axis} cy={y} r="8" />;
  }
}
