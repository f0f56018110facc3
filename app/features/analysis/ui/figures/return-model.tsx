import { memo } from "react";
import { costRows, wayFlow, wayLabels } from "#app/features/analysis/two-ways.ts";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { buildTime, capitalized } from "#app/features/content/promises.ts";
import type { Analysis, BaseAnalysis, Percentiles, TornadoBar } from "#app/features/roi/analysis-shape.ts";
import { currentModel } from "#app/features/roi/inputs/parameters.ts";
import { wayNames, ways } from "#app/features/roi/wording/advice.ts";
import { formatDecimal, formatEstimate, formatMonths } from "#app/features/roi/wording/figures.ts";
import { modelPriceNote } from "#app/features/roi/wording/model-prices.ts";
import { Table } from "#app/ui/lists/table.tsx";
import { Fold, Folds } from "#app/ui/sections/fold.tsx";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import { CashPath } from "./cash-path.tsx";
import css from "./return-model.module.css";
import { TornadoChart } from "./tornado-chart.tsx";
import { WorkingOut } from "./working-out.tsx";

/** Sheet A-03, for analyses with a project. */
export const ReturnModel = memo(function ReturnModel({ result, figures }: Figures) {
  const { buildMonths, projectOnly, base, tornado } = figures;
  const { tornadoOf } = result;
  const expected = wayFlow(figures, tornadoOf).netY1;
  const priceNote = modelPriceNote();
  return (
    <Section
      id="return"
      tag={sheetCodes.returnModel}
      title="What the model expects, and how sure it is"
      aside={<p>{rangeSentence(result)}</p>}
    >
      <div className={`grid start ${css.columns}`}>
        <PhoneDetails more="Range, costs and returns">
          <div className={css.tables}>
            <RangeTable result={result} />
            <PartsTable result={figures} />
            {priceNote && <p className="small">{priceNote}</p>}
          </div>
        </PhoneDetails>
        <div>
          <h3 className="t4">What moves the first year most</h3>
          <p className={`small ${css.lead}`}>
            {`For ${wayNames[tornadoOf]}. Each bar sets one assumption to its low and its high value and leaves the others unchanged. Centered on the expected first-year net of ${formatEstimate(expected)}, not on zero.`}
          </p>
          <TornadoChart bars={tornado} expected={expected} way={tornadoOf} />
        </div>
      </div>
      <Folds>
        {figures.hoursSavedPerWeek > 0 && <WorkingOut result={figures} />}
        <Fold title="When it pays back" note="36 months">
          <p className={`small ${css.lead}`}>
            {`${capitalized(buildTime(buildMonths))}, full benefit from the fourth month after go-live. Project alone: ${formatMonths(projectOnly.payback)}; with the retainer: ${formatMonths(base.payback)}.`}
          </p>
          <CashPath result={figures} />
        </Fold>
        <Fold title="First year and upkeep of both ways" note="table">
          <CostTable result={figures} />
        </Fold>
      </Folds>
    </Section>
  );
});

interface Figures {
  result: Analysis;
  /** Figures of the newest input; those of `result` unless its draws are pending. */
  figures: BaseAnalysis & { tornado: TornadoBar[] };
}

type RangeRow = {
  key: string;
  name: string;
  range: Percentiles;
  expected: number;
  print: (value: number | null) => string;
};

function RangeTable({ result }: { result: Analysis }) {
  const { range } = result;
  const rows: RangeRow[] = [
    {
      key: "hours",
      name: "Hours saved per week",
      range: range.hoursPerWeek,
      expected: result.hoursSavedPerWeek,
      print: formatDecimal,
    },
    {
      key: "value",
      name: "Annual value",
      range: range.annualValue,
      expected: result.annualValue,
      print: formatEstimate,
    },
  ];
  return (
    <Table
      caption="Range of 10,000 runs"
      className={css.compact}
      rows={rows}
      rowKey={(row) => row.key}
      columns={[
        { label: "Figure", heads: true, cell: (row) => row.name },
        { label: "Low (P10)", numeric: true, cell: (row) => row.print(row.range[0]) },
        { label: "Expected", numeric: true, cell: (row) => <b>{row.print(row.expected)}</b> },
        { label: "High (P90)", numeric: true, cell: (row) => row.print(row.range[2]) },
        { label: "Median (P50)", numeric: true, cell: (row) => row.print(row.range[1]) },
      ]}
    />
  );
}

function CostTable({ result }: { result: BaseAnalysis }) {
  return (
    <Table
      caption="First year and upkeep of both ways"
      quiet
      stays
      rows={costRows(result, currentModel.retainerUsd)}
      rowKey={(row) => row.name}
      columns={[
        { label: "Figure", heads: true, cell: (row) => row.name },
        ...ways.map((way) => ({
          key: way,
          label: wayLabels[way],
          numeric: true,
          cell: (row: ReturnType<typeof costRows>[number]) => row.figures[way],
        })),
      ]}
    />
  );
}

function PartsTable({ result }: { result: BaseAnalysis }) {
  const rows = [
    { name: "Implementation, estimated price", usd: result.implementationCost },
    { name: "Expected final quote", usd: result.expectedImplementationCost },
    { name: "Your own hours for it", usd: result.internalCost },
    { name: "Yearly value of the hours", usd: result.annualLabourValue },
    { name: "Yearly saving on overlapping tools", usd: result.annualStackSavings },
    { name: "Annual value", usd: result.annualValue },
  ];
  return (
    <Table
      caption="Costs and value"
      className={css.compact}
      rows={rows}
      rowKey={(row) => row.name}
      columns={[
        { label: "Figure", heads: true, cell: (row) => row.name },
        { label: "USD", numeric: true, cell: (row) => formatEstimate(row.usd) },
      ]}
    />
  );
}

function rangeSentence({ hoursSavedPerWeek, annualValue, range }: Analysis): string {
  const [hoursLow, , hoursHigh] = range.hoursPerWeek;
  const [valueLow, , valueHigh] = range.annualValue;
  return `Expected: ${formatDecimal(hoursSavedPerWeek)} hours a week and ${formatEstimate(annualValue)} a year. Eight of ten runs fall within ${formatDecimal(hoursLow)}-${formatDecimal(hoursHigh)} hours and ${formatEstimate(valueLow)}-${formatEstimate(valueHigh)}.`;
}
