import { Text, View } from "@react-pdf/renderer";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import type { AssumptionRow } from "#app/features/roi/inputs/assumptions-table.ts";
import {
  activityLabels,
  focusLabels,
  frequencyLabels,
  outcomeLabels,
  revenueBandLabels,
} from "#app/features/roi/inputs/input-labels.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { formatUsd } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { PdfHead, PdfLink } from "#app/ui/pdf/blocks.server.tsx";
import { type } from "#app/ui/pdf/ink.server.ts";
import { PdfTable } from "#app/ui/pdf/table.server.tsx";

export function AnswerSheet({ inputs: { company, processes } }: { inputs: ModelInput }) {
  return (
    <View style={{ marginBottom: 24 }}>
      <PdfHead
        tag={sheetCodes.assumptions}
        title="What these figures are based on"
        lede={`${formatNumber(company.employees)} people, ${revenueBandLabels[company.revenueBand]} of revenue, ${company.industry}. Focus: ${focusLabels[company.focus]}. Wanted most: ${outcomeLabels[company.topOutcome].toLowerCase()}. An hour costs ${formatUsd(company.hourlyCost)}.`}
      />
      {processes.length > 0 && (
        <PdfTable
          rows={processes.map((process, index) => ({ process, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            { label: "Process, as you described it", share: 32, strong: true, cell: ({ process }) => process.name },
            { label: "Activity", share: 24, cell: ({ process }) => activityLabels[process.activity] },
            { label: "Hours each", share: 11, numeric: true, cell: ({ process }) => String(process.hours) },
            { label: "People", share: 9, numeric: true, cell: ({ process }) => String(process.people) },
            { label: "", share: 3, cell: () => "" },
            { label: "Frequency", share: 13, cell: ({ process }) => frequencyLabels[process.frequency] },
            { label: "Pain", share: 8, numeric: true, cell: ({ process }) => `${process.pain} of 5` },
          ]}
        />
      )}
    </View>
  );
}

/** Tables have no boxes: a box that begins at the foot of a page separates its heading from its rows. */
export function AssumptionSheet({ rows, siteUrl }: { rows: readonly AssumptionRow[]; siteUrl: string }) {
  const sourced = rows.filter(({ source }) => source === "source").length;
  return (
    <>
      <PdfHead
        title="Every number in the model, and where it comes from"
        ahead={220}
        lede={`${rows.length} numbers: ${sourced} have a source, ${rows.length - sourced} are our own judgment and say so. Changed ones are highlighted.`}
      />
      {[...Map.groupBy(rows, ({ group }) => group)].map(([group, members]) => (
        <PdfTable
          key={group}
          title={group}
          dense
          rows={members}
          rowKey={({ key }) => key}
          marked={({ edited }) => edited}
          columns={[
            {
              label: "Number",
              share: 60,
              cell: (row) => (
                <View>
                  <Text style={{ ...type.strong, fontSize: 8.2 }}>{row.label}</Text>
                  <Text style={{ ...type.small, fontSize: 7 }}>
                    {row.citation}
                    {row.url && (
                      <>
                        {" "}
                        <PdfLink href={row.url.startsWith("/") ? siteUrl + row.url : row.url}>read it</PdfLink>
                      </>
                    )}
                  </Text>
                </View>
              ),
            },
            {
              label: "Value, or low / likely / high",
              share: 20,
              numeric: true,
              cell: ({ value }) => valueText(value),
            },
            { label: "", share: 2, cell: () => "" },
            {
              label: "Unit and origin",
              share: 22,
              cell: (row) => (
                <View>
                  <Text style={{ ...type.small, fontSize: 7.4 }}>{row.unit}</Text>
                  <Text style={{ ...type.note, fontSize: 6.2 }}>{row.edited ? "your answer" : row.source}</Text>
                </View>
              ),
            },
          ]}
        />
      ))}
    </>
  );
}

const valueText = (value: AssumptionRow["value"]): string =>
  typeof value === "number" ? formatNumber(value) : value.join(" / ");
