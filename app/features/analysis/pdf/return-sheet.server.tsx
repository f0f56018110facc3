import { View } from "@react-pdf/renderer";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { buildTime } from "#app/features/content/promises.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import { currentModel } from "#app/features/roi/inputs/parameters.ts";
import { wayNames, ways } from "#app/features/roi/wording/advice.ts";
import { formatDecimal, formatEstimate, formatMonths } from "#app/features/roi/wording/figures.ts";
import { formatUsd } from "#app/lib/money.ts";
import { PdfHead } from "#app/ui/pdf/blocks.server.tsx";
import { PdfTable } from "#app/ui/pdf/table.server.tsx";
import { costRows, wayFlow, wayLabels } from "../two-ways.ts";
import { PdfCashPath, PdfTornado } from "./drawings.server.tsx";

export function ReturnSheet({ result }: { result: Analysis }) {
  const { base, projectOnly, range, tornadoOf } = result;
  const rows = [
    {
      name: "Hours saved per week",
      range: range.hoursPerWeek,
      expected: result.hoursSavedPerWeek,
      print: formatDecimal,
    },
    { name: "Annual value", range: range.annualValue, expected: result.annualValue, print: formatEstimate },
  ];
  const parts = [
    ["Yearly value of the hours", result.annualLabourValue],
    ["Yearly saving on overlapping tools", result.annualStackSavings],
    ["Annual value", result.annualValue],
    ["Implementation, estimated price", result.implementationCost],
    ["Expected final quote", result.expectedImplementationCost],
    ["Your own hours for it", result.internalCost],
  ] as const;
  return (
    <View>
      <PdfHead
        tag={sheetCodes.returnModel}
        title="What the model expects, and how sure it is"
        lede={`Eight of ten runs fall between low and high. Payback of the project alone: ${formatMonths(projectOnly.payback)}; with the retainer: ${formatMonths(base.payback)}.`}
      />
      <PdfTable
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { label: "Range of 10,000 runs", share: 34, strong: true, cell: ({ name }) => name },
          { label: "Low (P10)", share: 16, numeric: true, cell: (row) => row.print(row.range[0]) },
          { label: "Expected", share: 16, numeric: true, strong: true, cell: (row) => row.print(row.expected) },
          { label: "High (P90)", share: 16, numeric: true, cell: (row) => row.print(row.range[2]) },
          { label: "Median (P50)", share: 16, numeric: true, cell: (row) => row.print(row.range[1]) },
        ]}
      />
      <View style={{ height: 14 }} />
      <View wrap={false} style={{ flexDirection: "row", gap: 24 }}>
        <View style={{ flexGrow: 2, flexBasis: 0 }}>
          <PdfTable
            rows={parts}
            rowKey={([name]) => name}
            total={([name]) => name === "Annual value"}
            columns={[
              { label: "Value and costs", share: 60, cell: ([name]) => name },
              { label: "USD", share: 40, numeric: true, cell: ([, usd]) => formatEstimate(usd) },
            ]}
          />
        </View>
        <View style={{ flexGrow: 3, flexBasis: 0 }}>
          <PdfTable
            rows={costRows(result, currentModel.retainerUsd)}
            rowKey={({ name }) => name}
            columns={[
              { label: "First year and upkeep", share: 40, cell: ({ name }) => name },
              ...ways.map((way) => ({
                label: wayLabels[way],
                share: 30,
                numeric: true,
                cell: ({ figures }: ReturnType<typeof costRows>[number]) => figures[way],
              })),
            ]}
          />
        </View>
      </View>
      <Working result={result} />
      <View wrap={false} break>
        <PdfHead
          tag={sheetCodes.returnModel}
          title="When it pays back"
          lede={`The running balance over three years: ${buildTime(result.buildMonths)}, full benefit from the fourth month after go-live.`}
        />
        <PdfCashPath result={result} />
      </View>
      <View wrap={false} style={{ marginTop: 26 }}>
        <PdfHead
          tag={sheetCodes.returnModel}
          title="What moves the first year most"
          lede={`For ${wayNames[tornadoOf]}. Each bar sets one assumption to its low and its high value. Centered on the expected first-year net of ${formatEstimate(wayFlow(result, tornadoOf).netY1)}, not on zero.`}
        />
        <PdfTornado result={result} />
      </View>
    </View>
  );
}

function Working({ result }: { result: Analysis }) {
  const { chain, price } = result.working;
  const realized = chain.adoption * chain.reportBias;
  const automatable = realized > 0 ? result.hoursSavedPerWeek / realized : 0;
  const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
  const rows = [
    ["Done by hand today", "as you described it", `${formatDecimal(result.manualHoursPerWeek)} h`],
    [
      "Covered by the automations in scope",
      "no hour is counted twice",
      `${formatDecimal(result.addressedHoursPerWeek)} h`,
    ],
    ["Automatable", "the share for each activity, less for infrequent work", `${formatDecimal(automatable)} h`],
    [
      "Saved in practice",
      `${percent(chain.adoption)} adopted, ${percent(chain.reportBias)} of the hours people report`,
      `${formatDecimal(result.hoursSavedPerWeek)} h`,
    ],
    [
      "Value of the hours",
      `× ${percent(chain.capture)} that becomes value × ${formatEstimate(chain.yearlyHourUsd)} for an hour a week, all year`,
      formatEstimate(result.annualLabourValue),
    ],
    [
      "Overlapping tools",
      `12 × ${formatEstimate(result.overlapMonthly)} a month × 30%`,
      formatEstimate(result.annualStackSavings),
    ],
    ["Annual value", "at run rate, from the fourth month after go-live", formatEstimate(result.annualValue)],
    [
      "Estimated price",
      `${formatEstimate(price.rawSum)} of builds × ${price.sizeFactor.toFixed(3)} for people × ${price.integrationFactor.toFixed(2)} for connections, kept between ${formatUsd(currentModel.price.leastUsd)} and ${formatUsd(currentModel.price.maxUsd)}`,
      formatEstimate(result.implementationCost),
    ],
  ] as const;
  return (
    <PdfTable
      title={`How ${formatDecimal(result.manualHoursPerWeek)} hours become ${formatEstimate(result.annualValue)}`}
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
