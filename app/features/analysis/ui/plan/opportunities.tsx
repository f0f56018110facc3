import { memo } from "react";
import { allocationSentence, ownPayback } from "#app/features/analysis/sheets/opportunity-labels.ts";
import { automationPath } from "#app/features/content/automations/automation-grid.ts";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import { isShown } from "#app/features/content/automations/hidden.ts";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { templateOf } from "#app/features/kit/starter-kit.ts";
import type { BaseAnalysis, Opportunity, Working } from "#app/features/roi/analysis-shape.ts";
import { formatEstimate, formatHours } from "#app/features/roi/wording/figures.ts";
import { kindLabels } from "#app/features/roi/wording/kind-labels.ts";
import { DrawingNumber } from "#app/ui/drawings/drawing-number.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Fold } from "#app/ui/sections/fold.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import { Quadrant } from "../figures/quadrant.tsx";
import { ScoreBar, ScoreKey } from "../figures/score-bar.tsx";
import css from "./opportunities.module.css";

/** Sheet A-02. */
export const Opportunities = memo(function Opportunities({ result }: { result: BaseAnalysis }) {
  const { opportunities, working } = result;
  const inScope = opportunities.filter((opportunity) => opportunity.inScope).length;
  const most = Math.max(...opportunities.map((opportunity) => opportunity.annualValue), 1);
  return (
    <Section
      id="opportunities"
      tag={sheetCodes.opportunities}
      surface="sheet"
      title={
        inScope === opportunities.length
          ? "Five automations in scope, in order"
          : inScope === 0
            ? "Nothing is in scope yet"
            : "The five best automations, in order"
      }
      aside={
        <p>
          {inScope === 0
            ? "These five come closest. None of them earns back its price within twelve months."
            : "Chosen one at a time: the best takes its hours, and the next is scored on what is left. No hour is counted twice."}
        </p>
      }
    >
      <div className={`grid start ${css.columns}`}>
        <ol className="ruled">
          {opportunities.map((opportunity, index) => (
            <Row
              key={opportunity.id}
              rank={index + 1}
              opportunity={opportunity}
              share={opportunity.annualValue / most}
            />
          ))}
        </ol>
        <div className={css.chart}>
          <Quadrant opportunities={opportunities} />
        </div>
      </div>
      <Fold title="Why these five" note="points of 100">
        <ScoreKey />
        <ol className={css.reasons}>
          {opportunities.map((opportunity, index) => (
            <Reasons key={opportunity.id} opportunity={opportunity} working={working.opportunities[index]} />
          ))}
        </ol>
      </Fold>
    </Section>
  );
});

function Row({ rank, opportunity, share }: { rank: number; opportunity: Opportunity; share: number }) {
  const automation = findAutomation(opportunity.id);
  return (
    <li className={css.row}>
      <p className={css.rank} aria-hidden="true">
        {rank}
      </p>
      <div className={`cluster baseline between ${css.what}`}>
        <h3 className="t4">
          <DrawingNumber>{opportunity.id}</DrawingNumber>{" "}
          {isShown(opportunity.id) ? (
            <a href={automationPath(opportunity.id)}>{automation?.title}</a>
          ) : (
            automation?.title
          )}
        </h3>
        <p className={`line middle ${css.kind}`}>
          <Badge kind={opportunity.inScope ? "plain" : "sunk"}>{kindLabels[opportunity.kind]}</Badge>
          <span className="small">{`effort ${opportunity.effort} of 5`}</span>
        </p>
      </div>
      <dl className={`num grid gap-75 ${css.figures}`}>
        <div>
          <dt>Hours saved</dt>
          <dd>{formatHours(opportunity.hoursSaved)}</dd>
        </div>
        <div>
          <dt>Yearly value</dt>
          <dd>{formatEstimate(opportunity.annualValue)}</dd>
        </div>
        <div>
          <dt>{opportunity.inScope ? "Share of price" : "Price alone"}</dt>
          <dd>{formatEstimate(opportunity.cost)}</dd>
        </div>
        <div>
          <dt>Own payback</dt>
          <dd>{ownPayback(opportunity)}</dd>
        </div>
      </dl>
      <svg className={css.bar} width="100%" height="6" aria-hidden="true">
        <rect className={css.scale} y="2.5" width="100%" height="1" />
        <rect className={rank === 1 ? css.first : css.value} width={`${Math.round(share * 1000) / 10}%`} height="6" />
      </svg>
    </li>
  );
}

function Reasons({
  opportunity,
  working,
}: {
  opportunity: Opportunity;
  working: Working["opportunities"][number] | undefined;
}) {
  const template = opportunity.hoursSaved > 0 ? templateOf(opportunity.id) : null;
  if (!working) return null;
  return (
    <li>
      <p className={`line baseline gap-60 ${css.reason}`}>
        <DrawingNumber>{opportunity.id}</DrawingNumber>
        {` ${findAutomation(opportunity.id)?.title ?? ""}`}
      </p>
      <ScoreBar score={opportunity.score} points={working.points} />
      <p className="small">
        {`${allocationSentence(working)}${template ? " To try it yourself: " : ""}`}
        {template && (
          <>
            <a href={template.href}>{`“${template.name}”`}</a> in the free starter kit.
          </>
        )}
      </p>
    </li>
  );
}
