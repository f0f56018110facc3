import { useMemo } from "react";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import { ModelInput, type Process } from "#app/features/roi/inputs/model-input.ts";
import { modelVersion } from "#app/features/roi/inputs/parameters.ts";
import { analyzeBase } from "#app/features/roi/roi.ts";
import { formatEstimate, formatHours, formatMonths } from "#app/features/roi/wording/figures.ts";
import { DrawingNumber } from "#app/ui/drawings/drawing-number.tsx";
import { RangeBar } from "#app/ui/drawings/range-bar.tsx";
import { stepAddress } from "../wizard-steps.ts";
import css from "./estimate.module.css";
import type { WizardDraft } from "./use-draft.ts";

/** The model's result for the complete rows so far, computed in the browser. Shows money only once the profile is complete. */
export function Estimate({ draft, processes }: { draft: WizardDraft; processes: readonly Process[] }) {
  const { company, stack, assumptions } = draft.inputs;
  const manual = processes.reduce((sum, process) => sum + process.hours * process.people, 0);
  const figures = useMemo(() => {
    const tools = (stack ?? []).filter((tool) => tool.id !== undefined && tool.monthlyUsd !== undefined);
    const input = ModelInput.safeParse({ company, stack: tools, processes, assumptions });
    return input.success ? analyzeBase(input.data) : undefined;
  }, [company, stack, assumptions, processes]);
  return (
    <aside className={`card ${css.estimate}`} aria-labelledby="estimate">
      <h2 className="t4" id="estimate">
        So far
      </h2>
      <dl>
        <div>
          <dt>Done by hand</dt>
          <dd className={css.big}>{formatHours(manual)}</dd>
        </div>
        {figures && (
          <>
            <div>
              <dt>Hours saved</dt>
              <dd className={css.big}>{formatHours(figures.hoursSavedPerWeek)}</dd>
            </div>
            <div>
              <dt>Worth a year</dt>
              <dd className={css.big}>{formatEstimate(figures.annualValue)}</dd>
              {figures.analyticLabour && <Spread figures={figures} />}
            </div>
            {figures.implementationCost > 0 && (
              <div>
                <dt>To build</dt>
                <dd>
                  {formatEstimate(figures.implementationCost)}
                  <span className="small">
                    {" "}
                    {figures.projectOnly.payback === null
                      ? "does not pay back within 36 months"
                      : `pays back in ${formatMonths(figures.projectOnly.payback)} without the retainer`}
                  </span>
                </dd>
              </div>
            )}
            <First figures={figures} />
          </>
        )}
      </dl>
      {!figures && (
        <p className={`small ${css.wait}`}>
          Hours and money appear as soon as the <a href={stepAddress("profile", draft.id)}>profile</a> is complete.
        </p>
      )}
      <p className={`note ${css.source}`}>
        Model {modelVersion}, calculated in your browser. The analysis adds 10,000 runs and advice.
      </p>
    </aside>
  );
}

type Figures = ReturnType<typeof analyzeBase>;

function Spread({ figures }: { figures: Figures }) {
  const { p10, p90 } = figures.analyticLabour!;
  const [low, high] = [p10 + figures.annualStackSavings, p90 + figures.annualStackSavings];
  const ends = [`${formatEstimate(low)} low`, `${formatEstimate(high)} high`] as const;
  return (
    <dd className={css.range}>
      <RangeBar
        low={low}
        expected={figures.annualValue}
        high={high}
        to={high * 1.15}
        label={`Yearly value: ${ends[0]}, ${formatEstimate(figures.annualValue)} expected, ${ends[1]}`}
        ends={ends}
      />
    </dd>
  );
}

function First({ figures }: { figures: Figures }) {
  const first = figures.opportunities.find((opportunity) => opportunity.inScope);
  return (
    <div>
      <dt>First to build</dt>
      {first ? (
        <dd className="line baseline gap-60 weight-560">
          <DrawingNumber>{first.id}</DrawingNumber> {findAutomation(first.id)?.title}
        </dd>
      ) : (
        <dd>Nothing pays back within a year yet.</dd>
      )}
    </div>
  );
}
