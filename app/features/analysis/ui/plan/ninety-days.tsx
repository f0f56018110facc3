import { memo } from "react";
import type { PlanText } from "#app/features/analysis/sheets/plan-text.ts";
import { areaHatch } from "#app/features/content/automations/automation-terms.ts";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { categoryInSentence } from "#app/features/content/tools/tool-labels.ts";
import type { Plan, PlanItem, PlanPhase } from "#app/features/roi/analysis-shape.ts";
import { formatEstimate, formatMonths } from "#app/features/roi/wording/figures.ts";
import { DrawingNumber } from "#app/ui/drawings/drawing-number.tsx";
import { Hatch, type HatchPattern } from "#app/ui/drawings/hatch.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./ninety-days.module.css";

/** Sheet A-04. */
export const NinetyDays = memo(function NinetyDays({ plan, hasBuilds, title, intro }: { plan: Plan } & PlanText) {
  const phases = plan.phases.map((phase, index) => ({ ...phase, month: index + 1 }));
  const shown = phases.filter((phase) => hasBuilds || phase.items.length > 0);
  return (
    <Section id="plan" tag={sheetCodes.plan} surface="sheet" title={title} aside={intro && <p>{intro}</p>}>
      {shown.length > 0 && (
        <div className={css.chart}>
          <p className={`note ${css.scale}`} aria-hidden="true">
            {plan.phases.map((phase) => (
              <span key={phase.fromDay}>{`Day ${phase.fromDay}-${phase.toDay}`}</span>
            ))}
          </p>
          {shown.map((phase) => (
            <Phase key={phase.fromDay} phase={phase} month={phase.month} />
          ))}
        </div>
      )}
      {plan.later.length > 0 && (
        <div className={css.later}>
          <h3 className="t4">Later</h3>
          <ul>
            {plan.later.map((item) => (
              <li key={item.id}>
                <DrawingNumber>{item.id}</DrawingNumber>
                <div>
                  <b>{item.title}</b>
                  <p className="small">{item.sentence}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
});

function Phase({ phase, month }: { phase: PlanPhase; month: number }) {
  return (
    <section className={css.phase} aria-label={`Day ${phase.fromDay} to ${phase.toDay}: ${phase.title}`}>
      <h3 className={css.title}>
        {`${phase.title} `}
        <span className="note">{`day ${phase.fromDay}-${phase.toDay}`}</span>
      </h3>
      {phase.items.length === 0 && (
        <p className={`small ${css.free}`}>None of this kind; the time goes to the others.</p>
      )}
      <ul>
        {phase.items.map((item) => (
          <li key={item.kind === "automation" ? item.id : item.kind} className={css.item}>
            <div className={css.label}>
              {item.kind === "automation" && <DrawingNumber>{item.id}</DrawingNumber>}
              <span>{item.kind === "automation" ? item.title : "Consolidate the stack"}</span>
            </div>
            <div className={`${css.bar} ${css[`month${month}`]}`}>
              <Hatch pattern={patternOf(item)} shape="wide" />
            </div>
            <p className={`num ${css.note}`}>{noteOf(item)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const patternOf = (item: PlanItem): HatchPattern =>
  item.kind === "automation" ? areaHatch[findAutomation(item.id)?.area ?? "revenue"] : areaHatch.operations;

const noteOf = (item: PlanItem): string =>
  item.kind === "automation"
    ? `${formatEstimate(item.annualValue)} a year, paid back in ${formatMonths(item.paybackMonths)}`
    : `${formatEstimate(item.annualSavings)} a year on ${item.categories.map(categoryInSentence).join(" and ")}`;
