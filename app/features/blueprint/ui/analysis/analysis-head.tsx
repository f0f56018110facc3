import type { ReactNode } from "react";
import { BlueprintBand } from "../../../../ui/blueprint-band.tsx";
import type { Analysis } from "../../../roi/analysis-shape.ts";
import {
  formatHours,
  formatMonths,
  formatPercent,
  formatReturn,
  formatUsd,
  overTenfold,
} from "../../../roi/figures.ts";
import { oneDecimal } from "../../exact-figures.ts";
import css from "./analysis-head.module.css";
import { ValueRange } from "./value-range.tsx";

/** The opening: what the analysis found, in one sentence and four figures with their ranges. */
export function AnalysisHead({
  company,
  employees,
  madeOn,
  revision,
  result,
}: {
  company: string;
  employees: number;
  /** Already written: 21 November 2026. */
  madeOn: string;
  revision: number;
  result: Analysis;
}) {
  const { base, projectOnly, range } = result;
  const [low, , high] = range.hoursPerWeek;
  const [valueLow, , valueHigh] = range.annualValue;
  return (
    <BlueprintBand plain className={css.band}>
      <div className="wrap">
        <div className={css.top}>
          <h1 className={`t1 ${css.title}`}>{headline(result)}</h1>
          <p className={`note ${css.meta}`}>
            Automation analysis
            <br />
            {company}, {employees.toLocaleString("en-US")} people
            <br />
            {madeOn}, rev. {revision}
          </p>
        </div>
        <div className={css.figures}>
          <Figure name="Hours returned" value={oneDecimal(result.hoursSavedPerWeek)} unit="per week">
            {low !== null && high !== null && `${oneDecimal(low)}-${oneDecimal(high)} in eight of ten draws`}
          </Figure>
          <div className={css.value}>
            <p className="note">Annual value</p>
            <ValueRange low={valueLow ?? 0} expected={result.annualValue} high={valueHigh ?? 0} />
          </div>
          <Figure name="Payback, with retainer" {...months(base.payback, result.implementationCost)}>
            {result.implementationCost > 0 && `${formatMonths(projectOnly.payback)} without it`}
          </Figure>
          <Figure name="Implementation" {...dollars(result.implementationCost)}>
            {result.implementationCost > 0 && `fixed price, ${counted(result.buildMonths, "month")} to build`}
          </Figure>
          <Figure name="First-year return" {...percent(result)}>
            {result.implementationCost > 0 &&
              !result.flags.includes("show_as_over_10x") &&
              `with the retainer, ${formatReturn(projectOnly.roiY1, result.flags)} without`}
          </Figure>
        </div>
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
        {unit && <span className={css.unit}> {unit}</span>}
      </p>
      {children && <p className="small">{children}</p>}
    </div>
  );
}

function headline(result: Analysis): ReactNode {
  if (result.hoursSavedPerWeek === 0) return "There is nothing to automate here yet.";
  const found = (
    <>
      Your team could get back <em>{formatHours(result.hoursSavedPerWeek).replace("h/wk", "hours a week")}</em>, worth{" "}
      <em>{formatUsd(result.annualValue)} a year</em>.
    </>
  );
  return result.recommendation === "starter-kit" ? <>{found} That does not carry a project yet.</> : found;
}

function months(payback: number | null, cost: number): { value: string; unit?: string } {
  if (cost === 0) return { value: "Nothing to build" };
  return payback === null ? { value: "Over 36", unit: "months" } : { value: oneDecimal(payback), unit: "months" };
}

const dollars = (cost: number) => (cost === 0 ? { value: "None yet" } : { value: formatUsd(cost) });

function percent({ base, flags }: Analysis): { value: string; unit?: string } {
  if (flags.includes("show_as_over_10x")) return { value: overTenfold };
  return base.roiY1 === null
    ? { value: "No outlay" }
    : { value: formatPercent(base.roiY1).replace("%", ""), unit: "%" };
}

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;
