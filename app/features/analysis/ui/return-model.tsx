import { memo } from "react";
import type { Analysis, BaseAnalysis, Percentiles } from "#app/features/roi/analysis-shape.ts";
import { formatMonths, formatUsd } from "#app/features/roi/figures.ts";
import { Section } from "#app/ui/section.tsx";
import { Table } from "#app/ui/table.tsx";
import { exactMonths, exactNumber, exactPercent, exactUsd } from "../exact-figures.ts";
import { CashPath } from "./cash-path.tsx";
import css from "./return-model.module.css";
import { TornadoChart } from "./tornado-chart.tsx";

/** Sheet A-03, when there is a project to return anything: the range, what moves it, the way of the money over three years, and every figure to the cent. */
export const ReturnModel = memo(function ReturnModel({ result, base }: { result: Analysis; base: BaseAnalysis }) {
  return (
    <>
      <Section
        id="return"
        tag="A-03"
        title="What the model expects, and how sure it is"
        aside={<p>{rangeSentence(result)}</p>}
      >
        <div className={css.tables}>
          <RangeTable result={result} />
          <div className={css.pair}>
            <PartsTable result={result} />
            <MoneyTable result={result} />
          </div>
        </div>
      </Section>
      <Section
        id="sensitivity"
        surface="sheet"
        title="What moves the first year most"
        aside={
          <p>
            Each bar turns one assumption to its low and its high value and leaves the rest. Centred on the expected
            first-year net of {formatUsd(result.base.netY1)}, not on zero.
          </p>
        }
      >
        <TornadoChart bars={base.tornado} expected={base.base.netY1} />
      </Section>
      <Section
        id="payback"
        title="When the money is back"
        aside={
          <p>
            Built in {counted(result.buildMonths, "month")}, full benefit from the fourth month after. Paid back in{" "}
            {formatMonths(result.base.payback)} with the retainer, {formatMonths(result.projectOnly.payback)} without.
          </p>
        }
      >
        <CashPath result={base} />
      </Section>
    </>
  );
});

type RangeRow = {
  key: string;
  name: string;
  range: Percentiles;
  expected: string;
  print: (value: number | null) => string;
};

function RangeTable({ result }: { result: Analysis }) {
  const { base, flags, range } = result;
  const percent = (value: number | null) => exactPercent(value, flags);
  const rows: RangeRow[] = [
    {
      key: "hours",
      name: "Hours saved per week",
      range: range.hoursPerWeek,
      expected: exactNumber(result.hoursSavedPerWeek),
      print: exactNumber,
    },
    {
      key: "value",
      name: "Annual value",
      range: range.annualValue,
      expected: exactUsd(result.annualValue),
      print: exactUsd,
    },
    {
      key: "net",
      name: "First-year net, with retainer",
      range: range.netY1,
      expected: exactUsd(base.netY1),
      print: exactUsd,
    },
    {
      key: "return",
      name: "First-year return, with retainer",
      range: range.roiY1,
      expected: percent(base.roiY1),
      print: percent,
    },
    {
      key: "payback",
      name: "Payback in months, with retainer",
      range: range.payback,
      expected: exactMonths(base.payback),
      print: exactMonths,
    },
  ];
  return (
    <Table
      caption="Range of 10,000 draws"
      rows={rows}
      rowKey={(row) => row.key}
      columns={[
        { key: "name", label: "Figure", heads: true, cell: (row) => row.name },
        { key: "low", label: "Low (P10)", numeric: true, cell: (row) => row.print(row.range[0]) },
        { key: "expected", label: "Expected", numeric: true, cell: (row) => <b>{row.expected}</b> },
        { key: "high", label: "High (P90)", numeric: true, cell: (row) => row.print(row.range[2]) },
        { key: "median", label: "Median (P50)", numeric: true, cell: (row) => row.print(row.range[1]) },
      ]}
    />
  );
}

function MoneyTable({ result }: { result: Analysis }) {
  const { base, projectOnly, flags } = result;
  const rows = [
    { name: "First-year benefit", one: exactUsd(base.benefitY1), other: exactUsd(projectOnly.benefitY1) },
    { name: "First-year cost", one: exactUsd(base.costY1), other: exactUsd(projectOnly.costY1) },
    { name: "First-year net", one: exactUsd(base.netY1), other: exactUsd(projectOnly.netY1) },
    { name: "First-year return", one: exactPercent(base.roiY1, flags), other: exactPercent(projectOnly.roiY1, flags) },
    { name: "Payback in months", one: exactMonths(base.payback), other: exactMonths(projectOnly.payback) },
    { name: "Net present value, three years at 10%", one: exactUsd(base.npv3), other: exactUsd(projectOnly.npv3) },
    { name: "Three-year return", one: exactPercent(base.roi3, flags), other: exactPercent(projectOnly.roi3, flags) },
  ];
  return (
    <Table
      caption="With and without the retainer"
      rows={rows}
      rowKey={(row) => row.name}
      columns={[
        { key: "name", label: "Figure", heads: true, cell: (row) => row.name },
        { key: "one", label: "With the retainer", numeric: true, cell: (row) => row.one },
        { key: "other", label: "Project only", numeric: true, cell: (row) => row.other },
      ]}
    />
  );
}

function PartsTable({ result }: { result: Analysis }) {
  const rows = [
    { name: "Implementation, fixed price", usd: result.implementationCost },
    { name: "Your own hours for it", usd: result.internalCost },
    { name: "Yearly value of the hours", usd: result.annualLabourValue },
    { name: "Yearly saving on overlapping tools", usd: result.annualStackSavings },
    { name: "Annual value", usd: result.annualValue },
  ];
  return (
    <Table
      caption="What it costs and what it brings"
      rows={rows}
      rowKey={(row) => row.name}
      columns={[
        { key: "name", label: "Figure", heads: true, cell: (row) => row.name },
        { key: "usd", label: "USD", numeric: true, cell: (row) => exactUsd(row.usd) },
      ]}
    />
  );
}

function rangeSentence({ hoursSavedPerWeek, annualValue, range }: Analysis): string {
  const [hoursLow, , hoursHigh] = range.hoursPerWeek;
  const [valueLow, , valueHigh] = range.annualValue;
  return `Expected are ${exactNumber(hoursSavedPerWeek)} hours a week and ${exactUsd(annualValue)} a year. Eight of ten draws lie within ${exactNumber(hoursLow)}-${exactNumber(hoursHigh)} hours and ${exactUsd(valueLow)}-${exactUsd(valueHigh)}.`;
}

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;
