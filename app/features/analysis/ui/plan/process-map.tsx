import { memo } from "react";
import { takenOnSentence } from "#app/features/analysis/sheets/opportunity-labels.ts";
import {
  type MapStep,
  mapNote,
  peopleLabel,
  processMap,
  toolNames,
} from "#app/features/analysis/sheets/process-map.ts";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import type { BaseAnalysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { formatDecimal, formatHours } from "#app/features/roi/wording/figures.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import { hatching } from "../figures/hatch-pattern.tsx";
import css from "./process-map.module.css";

/** Sheet A-01. A bar is hatched for hours that automations take on, and solid for hours saved. */
export const ProcessMap = memo(function ProcessMap({ input, result }: { input: ModelInput; result: BaseAnalysis }) {
  const steps = processMap(input, result.working.processes);
  if (steps.length === 0) return null;
  const most = Math.max(...steps.map(({ manualHours }) => manualHours), 1);
  return (
    <Section
      id="map"
      tag={sheetCodes.map}
      title={`Where ${formatDecimal(result.manualHoursPerWeek)} hours a week go today`}
      aside={
        <p>
          {result.addressedHoursPerWeek > 0
            ? `The automations cover ${formatHours(result.addressedHoursPerWeek)} of them. Not all of that can be automated, and not everyone adopts it: ${formatHours(result.hoursSavedPerWeek)} are saved.`
            : "No automation is in scope at these hours, so none of them is saved yet."}
        </p>
      }
    >
      <ol className={css.map}>
        {steps.map((step) => (
          <Step key={step.process} step={step} most={most} isLast={step.number === steps.length} />
        ))}
      </ol>
      <p className="note top-100">{mapNote}</p>
    </Section>
  );
});

function Step({ step, most, isLast }: { step: MapStep; most: number; isLast: boolean }) {
  return (
    <li className={css.step}>
      <Line number={step.number} isLast={isLast} />
      <div className={css.body}>
        <p className="note">{step.stage}</p>
        <h3 className={`ui-size strong breaks ${css.name}`}>{step.name}</h3>
        <HoursBar step={step} most={most} />
        <p className={`num ${css.words}`}>
          <b>{formatHours(step.manualHours)}</b>
          {`, ${takenOnSentence(step)} `}
          {step.isAssumed && <Badge kind="trace">Assumed hours</Badge>}
        </p>
        <dl className={css.facts}>
          <div>
            <dt>People</dt>
            <dd className="num">{peopleLabel(step)}</dd>
          </div>
          <div>
            <dt>Tools</dt>
            <dd>{toolNames(step.tools)}</dd>
          </div>
        </dl>
      </div>
    </li>
  );
}

/** Horizontal on wide screens, vertical on narrow ones. */
function Line({ number, isLast }: { number: number; isLast: boolean }) {
  return (
    <>
      <svg className={css.across} width="100%" height="28" aria-hidden="true">
        {!isLast && (
          <>
            <line className={css.way} x1="14" x2="100%" y1="14" y2="14" />
            <svg x="100%" y="0" width="1" height="28" overflow="visible" aria-hidden="true">
              <path className={css.way} d="M-16 9l6 5-6 5" />
            </svg>
          </>
        )}
        <Node number={number} />
      </svg>
      <svg className={css.down} width="28" height="100%" aria-hidden="true">
        {!isLast && (
          <>
            <line className={css.way} x1="14" x2="14" y1="14" y2="100%" />
            <svg x="0" y="100%" width="28" height="1" overflow="visible" aria-hidden="true">
              <path className={css.way} d="M9 -14l5 6 5-6" />
            </svg>
          </>
        )}
        <Node number={number} />
      </svg>
    </>
  );
}

const Node = ({ number }: { number: number }) => (
  <>
    <circle className={css.node} cx="14" cy="14" r="13" />
    <text className={css.number} x="14" y="18">
      {number}
    </text>
  </>
);

function HoursBar({ step, most }: { step: MapStep; most: number }) {
  const percent = (hours: number) => `${Math.round((1000 * hours) / most) / 10}%`;
  return (
    <svg className={css.bar} width="100%" height="16" aria-hidden="true">
      <rect className={css.manual} y="0.5" width={percent(step.manualHours)} height="15" />
      <rect className={css.taken} y="0.5" width={percent(step.addressedHours)} height="15" fill={hatching} />
      <rect className={css.back} y="0.5" width={percent(step.savedHours)} height="15" />
    </svg>
  );
}
