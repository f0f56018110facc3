import type { ReactNode } from "react";
import { leadingWay, otherWay, wayFlow, wayLabels } from "#app/features/analysis/two-ways.ts";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import { buildTime } from "#app/features/content/promises.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import { adviceOf } from "#app/features/roi/wording/advice.ts";
import { formatDecimal, formatEstimate, formatMonths, formatReturn } from "#app/features/roi/wording/figures.ts";
import { counted, formatNumber } from "#app/lib/numbers.ts";
import { beforeFigures } from "#app/lib/people/name-direction.ts";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { ValueRange } from "../figures/value-range.tsx";
import css from "./analysis-head.module.css";

export function AnalysisHead({
  company,
  team,
  employees,
  about,
  result,
  isChanged = false,
  isPending = false,
  assumed = 0,
}: {
  company: string;
  team: string;
  employees: number;
  /** `November 21, 2026, rev. 1` */
  about: string;
  result: Analysis;
  /** Values are adjusted: these are not the figures of the revision. */
  isChanged?: boolean;
  /** The ranges belong to earlier values than the other figures. */
  isPending?: boolean;
  assumed?: number;
}) {
  return (
    <BlueprintBand plain className={css.band}>
      <div className="wrap">
        <div className={css.top}>
          <h1 className={`t1 ${css.title}`}>
            {headline(result, team)}
            {result.flags.includes("hours_assumed") && (
              <>
                {" "}
                <Badge kind="trace">Assumed hours</Badge>
              </>
            )}
          </h1>
          <p className={`note ${css.meta}`}>
            Automation analysis
            <br />
            {`${beforeFigures(company)}, ${formatNumber(employees)} people`}
            <br />
            {about}
            {assumed > 0 && (
              <>
                <br />
                <a href="#assumed">{counted(assumed, "answer is", "answers are")} assumed</a>
              </>
            )}
            {isChanged && (
              <>
                <br />
                <span className={css.changed}>with changed numbers, not saved</span>
              </>
            )}
          </p>
        </div>
        {result.implementationCost > 0 ? (
          <ProjectFigures result={result} isPending={isPending} />
        ) : (
          <CandidateFigures result={result} />
        )}
      </div>
    </BlueprintBand>
  );
}

function Figure({ name, value, unit, children }: { name: string; value: string; unit?: string; children?: ReactNode }) {
  return (
    <div className={css.figure}>
      <p className="note">{name}</p>
      <p className={value.length > 8 ? `${css.number} ${css.words}` : css.number}>
        {value}
        {unit && <span className={css.unit}>{` ${unit}`}</span>}
      </p>
      {children && <p className="small">{children}</p>}
    </div>
  );
}

function ProjectFigures({ result, isPending }: { result: Analysis; isPending: boolean }) {
  const { flags, range } = result;
  const [low, , high] = range.hoursPerWeek;
  const [valueLow, , valueHigh] = range.annualValue;
  const way = leadingWay(result);
  const [flow, other] = [wayFlow(result, way), wayFlow(result, otherWay(way))];
  const otherName = way === "project" ? "with the retainer" : "without the retainer";
  return (
    <div className={css.figures}>
      <Figure name="Hours saved" value={formatDecimal(result.hoursSavedPerWeek)} unit="per week">
        {isPending
          ? "calculating the range"
          : low !== null && high !== null && `${formatDecimal(low)}-${formatDecimal(high)} in eight of ten runs`}
      </Figure>
      <div className={css.value}>
        <p className="note">{isPending ? "Annual value, calculating the range" : "Annual value"}</p>
        <div className={isPending ? css.earlier : undefined} aria-hidden={isPending || undefined}>
          <ValueRange low={valueLow ?? 0} expected={result.annualValue} high={valueHigh ?? 0} />
        </div>
      </div>
      <Figure name="Payback" value={flow.payback === null ? "Over 36" : formatDecimal(flow.payback)} unit="months">
        {`${wayLabels[way].toLowerCase()}; ${formatMonths(other.payback)} ${otherName}`}
      </Figure>
      <Figure name="Implementation" value={formatEstimate(result.implementationCost)}>
        {`estimated price, ${buildTime(result.buildMonths)}`}
      </Figure>
      <Figure name="First-year return" value={formatReturn(flow.roiY1, way, flags)}>
        {`${wayLabels[way].toLowerCase()}; ${formatReturn(other.roiY1, otherWay(way), flags)} ${otherName}`}
      </Figure>
    </div>
  );
}

function CandidateFigures({ result }: { result: Analysis }) {
  const best = result.opportunities[0];
  const later = result.plan.later[0];
  return (
    <div className={`${css.figures} ${css.even}`}>
      <Figure name="Done by hand" value={formatDecimal(result.manualHoursPerWeek)} unit="h/wk" />
      {best && (
        <>
          <Figure name="Best candidate" value={best.id}>
            {findAutomation(best.id)?.title}
          </Figure>
          <Figure name="Its yearly value" value={formatEstimate(best.annualValue)}>
            {later && `in scope from ${formatEstimate(later.valueNeeded)}`}
          </Figure>
          <Figure name="Its price alone" value={formatEstimate(best.cost)} />
        </>
      )}
    </div>
  );
}

function headline(result: Analysis, team: string): ReactNode {
  if (result.manualHoursPerWeek === 0) return "There are no manual hours to save yet.";
  if (result.hoursSavedPerWeek === 0)
    return (
      <>
        <em>{formatDecimal(result.manualHoursPerWeek)} manual hours a week</em> do not justify an automation project
        yet.
      </>
    );
  const found = (
    <>
      {`${team} could get back `}
      <em>{`${formatDecimal(result.hoursSavedPerWeek)} hours a week`}</em>
      {", worth "}
      <em>{`${formatEstimate(result.annualValue)} a year`}</em>.
    </>
  );
  const { kind } = adviceOf(result);
  if (kind === "starter-kit") return <>{found} That does not justify a project yet.</>;
  if (kind === "not-clear") return <>{found} Whether that justifies a project is not clear yet.</>;
  return found;
}
