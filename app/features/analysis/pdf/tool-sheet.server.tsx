import { View } from "@react-pdf/renderer";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { categoryLabel } from "#app/features/content/tools/tool-labels.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { formatUsd } from "#app/lib/money.ts";
import { PdfHead } from "#app/ui/pdf/blocks.server.tsx";
import { PdfTable } from "#app/ui/pdf/table.server.tsx";
import { pricedTool, toolKinds, toolSentences, toolTitle } from "../sheets/tool-specification.ts";

/** With more kinds the sheet can break across pages. */
const maxOnOnePage = 18;

export function ToolSheet({ inputs, result }: { inputs: ModelInput; result: Analysis }) {
  const kinds = toolKinds(inputs, result);
  return (
    <View wrap={kinds.length > maxOnOnePage} style={{ marginTop: 18 }}>
      <PdfHead tag={sheetCodes.tools} title={toolTitle(inputs, result)} lede={toolSentences(inputs, result, kinds)} />
      {kinds.length > 0 && (
        <PdfTable
          rows={kinds}
          rowKey={({ category }) => category}
          columns={[
            { label: "Kind", share: 21, strong: true, cell: ({ category }) => categoryLabel(category) },
            {
              label: "Your tools",
              share: 38,
              cell: ({ tools }) => (tools.length > 0 ? tools.map(pricedTool).join(", ") : "Not in your stack"),
            },
            {
              label: "Needed by",
              share: 25,
              cell: ({ neededBy }) => neededBy.join(", "),
            },
            {
              label: "Duplicate cost",
              share: 16,
              numeric: true,
              cell: ({ overlapUsd }) => (overlapUsd > 0 ? formatUsd(overlapUsd) : ""),
            },
          ]}
        />
      )}
    </View>
  );
}
