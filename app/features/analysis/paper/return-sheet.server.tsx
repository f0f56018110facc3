import { View } from "@react-pdf/renderer";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import { formatMonths, formatUsd } from "#app/features/roi/figures.ts";
import { PaperHead } from "#app/ui/paper/blocks.server.tsx";
import { PaperTable } from "#app/ui/paper/table.server.tsx";
import { exactMonths, exactNumber, exactPercent, exactUsd, oneDecimal } from "../exact-figures.ts";
import { PaperCashPath, PaperTornado } from "./drawings.server.tsx";

/** Every figure of the return to the cent, with its range, what moves it, and the way of the money over three years. */
export function ReturnSheet({ result }: { result: Analysis }) {
  const { base, projectOnly, range, flags } = result;
  const percent = (value: number | null) => exactPercent(value, flags);
  const rows = [
    {
      name: "Hours saved per week",
      range: range.hoursPerWeek,
      expected: exactNumber(result.hoursSavedPerWeek),
      print: exactNumber,
    },
    { name: "Annual value", range: range.annualValue, expected: exactUsd(result.annualValue), print: exactUsd },
    { name: "First-year net, with retainer", range: range.netY1, expected: exactUsd(base.netY1), print: exactUsd },
    { name: "First-year return, with retainer", range: range.roiY1, expected: percent(base.roiY1), print: percent },
    {
      name: "Payback in months, with retainer",
      range: range.payback,
      expected: exactMonths(base.payback),
      print: exactMonths,
    },
  ];
  const money = [
    ["First-year benefit", exactUsd(base.benefitY1), exactUsd(projectOnly.benefitY1)],
    ["First-year cost", exactUsd(base.costY1), exactUsd(projectOnly.costY1)],
    ["First-year net", exactUsd(base.netY1), exactUsd(projectOnly.netY1)],
    ["First-year return", percent(base.roiY1), percent(projectOnly.roiY1)],
    ["Payback in months", exactMonths(base.payback), exactMonths(projectOnly.payback)],
    ["Net present value, three years at 10%", exactUsd(base.npv3), exactUsd(projectOnly.npv3)],
    ["Three-year return", percent(base.roi3), percent(projectOnly.roi3)],
  ] as const;
  const parts = [
    ["Yearly value of the hours", exactUsd(result.annualLabourValue)],
    ["Yearly saving on overlapping tools", exactUsd(result.annualStackSavings)],
    ["Annual value", exactUsd(result.annualValue)],
    ["Implementation, fixed price", exactUsd(result.implementationCost)],
    ["Your own hours for it", exactUsd(result.internalCost)],
  ] as const;
  return (
    <View>
      <PaperHead
        tag="A-03"
        title="What the model expects, and how sure it is"
        lede={`Eight of ten draws lie between low and high. Paid back in ${formatMonths(base.payback)} with the retainer, ${formatMonths(projectOnly.payback)} without.`}
      />
      <PaperTable
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { label: "Range of 10,000 draws", share: 34, strong: true, cell: ({ name }) => name },
          { label: "Low (P10)", share: 16, numeric: true, cell: (row) => row.print(row.range[0]) },
          { label: "Expected", share: 16, numeric: true, strong: true, cell: (row) => row.expected },
          { label: "High (P90)", share: 16, numeric: true, cell: (row) => row.print(row.range[2]) },
          { label: "Median (P50)", share: 16, numeric: true, cell: (row) => row.print(row.range[1]) },
        ]}
      />
      <View style={{ height: 14 }} />
      <View wrap={false} style={{ flexDirection: "row", gap: 24 }}>
        <View style={{ flexGrow: 2, flexBasis: 0 }}>
          <PaperTable
            rows={parts}
            rowKey={([name]) => name}
            total={([name]) => name === "Annual value"}
            columns={[
              { label: "What it brings and costs", share: 60, cell: ([name]) => name },
              { label: "USD", share: 40, numeric: true, cell: ([, usd]) => usd },
            ]}
          />
        </View>
        <View style={{ flexGrow: 3, flexBasis: 0 }}>
          <PaperTable
            rows={money}
            rowKey={([name]) => name}
            columns={[
              { label: "Two ways to buy it", share: 46, cell: ([name]) => name },
              { label: "With the retainer", share: 27, numeric: true, cell: ([, one]) => one },
              { label: "Project only", share: 27, numeric: true, cell: ([, , other]) => other },
            ]}
          />
        </View>
      </View>
      <Working result={result} />
      <View wrap={false} break>
        <PaperHead
          tag="A-03"
          title="When the money is back"
          lede={`The running balance over three years: built in ${result.buildMonths} ${result.buildMonths === 1 ? "month" : "months"}, full benefit from the fourth month after.`}
        />
        <PaperCashPath result={result} />
      </View>
      <View wrap={false} style={{ marginTop: 26 }}>
        <PaperHead
          tag="A-03"
          title="What moves the first year most"
          lede={`Each bar turns one assumption to its low and its high value. Centred on the expected first-year net of ${formatUsd(base.netY1)}, not on zero.`}
        />
        <PaperTornado result={result} />
      </View>
    </View>
  );
}

/** How hours become dollars, a step a line. */
function Working({ result }: { result: Analysis }) {
  const { chain, price } = result.working;
  const realised = chain.adoption * chain.reportBias;
  const automatable = realised > 0 ? result.hoursSavedPerWeek / realised : 0;
  const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
  const rows = [
    ["Done by hand today", "as you described it", `${exactNumber(result.manualHoursPerWeek)} h`],
    ["Taken on by what is in scope", "no hour twice", `${exactNumber(result.addressedHoursPerWeek)} h`],
    ["Can be automated of that", "the share of each activity, less for rare work", `${exactNumber(automatable)} h`],
    [
      "Comes back",
      `${percent(chain.adoption)} adopted, ${percent(chain.reportBias)} of the hours people report`,
      `${exactNumber(result.hoursSavedPerWeek)} h`,
    ],
    [
      "Value of the hours",
      `× ${percent(chain.capture)} that becomes value × ${exactUsd(chain.yearlyHourUsd)} for an hour a week, all year`,
      exactUsd(result.annualLabourValue),
    ],
    ["Overlapping tools", `12 × ${exactUsd(result.overlapMonthly)} a month × 30%`, exactUsd(result.annualStackSavings)],
    ["Annual value", "at run rate, four months after go-live", exactUsd(result.annualValue)],
    [
      "Fixed price",
      `${exactUsd(price.rawSum)} of builds × ${price.sizeFactor.toFixed(3)} for people × ${price.integrationFactor.toFixed(2)} for connections, within our price list`,
      exactUsd(result.implementationCost),
    ],
  ] as const;
  return (
    <PaperTable
      title={`How ${oneDecimal(result.manualHoursPerWeek)} hours become ${formatUsd(result.annualValue)}`}
      rows={rows}
      rowKey={([name]) => name}
      total={([name]) => name === "Annual value"}
      columns={[
        { label: "Step", share: 30, strong: true, cell: ([name]) => name },
        { label: "How", share: 50, cell: ([, how]) => how },
        { label: "Result", share: 20, numeric: true, cell: ([, , value]) => value },
      ]}
    />
  );
}
