import { Circle, Path, Svg, Text, View } from "@react-pdf/renderer";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { formatDecimal, formatHours } from "#app/features/roi/wording/figures.ts";
import { PdfHead } from "#app/ui/pdf/blocks.server.tsx";
import { faces, ink, measure, type } from "#app/ui/pdf/ink.server.ts";
import { takenOnSentence } from "../sheets/opportunity-labels.ts";
import { type MapStep, mapNote, peopleLabel, processMap, toolNames } from "../sheets/process-map.ts";
import { PdfHours } from "./drawings.server.tsx";

const perRow = 3;
const stepWidth = measure / perRow;
const inside = stepWidth - 16;

/** Three steps per row. */
export function ProcessMapSheet({ inputs, result }: { inputs: ModelInput; result: Analysis }) {
  const steps = processMap(inputs, result.working.processes);
  if (steps.length === 0) return null;
  const most = Math.max(...steps.map(({ manualHours }) => manualHours), 1);
  const rows = Array.from({ length: Math.ceil(steps.length / perRow) }, (_, row) =>
    steps.slice(row * perRow, (row + 1) * perRow),
  );
  return (
    <View>
      <PdfHead
        tag={sheetCodes.map}
        title={`Where ${formatDecimal(result.manualHoursPerWeek)} hours a week go today`}
        lede="Your processes in the order a lead meets them. Outlined: done by hand. Hatched: covered by the automations in scope. Solid: expected to be saved."
      />
      {rows.map((row) => (
        <View key={row[0]!.number} wrap={false} style={{ flexDirection: "row", marginBottom: 12 }}>
          {row.map((step) => (
            <Step key={step.number} step={step} most={most} isLast={step.number === steps.length} />
          ))}
        </View>
      ))}
      <Text style={type.note}>{mapNote}</Text>
      <View style={{ height: 26 }} />
    </View>
  );
}

function Step({ step, most, isLast }: { step: MapStep; most: number; isLast: boolean }) {
  return (
    <View style={{ width: stepWidth, gap: 2 }}>
      <View style={{ height: 18 }}>
        <Svg width={stepWidth} height={18} viewBox={`0 0 ${stepWidth} 18`}>
          {!isLast && (
            <Path
              d={`M18 9H${stepWidth}M${stepWidth - 9} 6l4 3-4 3`}
              fill="none"
              stroke={ink.text}
              strokeWidth={0.75}
            />
          )}
          <Circle cx={9} cy={9} r={8.5} fill={ink.page} stroke={ink.text} strokeWidth={0.75} />
        </Svg>
        <Text
          style={{
            position: "absolute",
            top: 4.2,
            left: 0,
            width: 18,
            textAlign: "center",
            fontFamily: faces.sans,
            fontWeight: 600,
            fontSize: 7.6,
          }}
        >
          {step.number}
        </Text>
      </View>
      <View style={{ width: inside, gap: 2, paddingTop: 3 }}>
        <Text style={{ ...type.note, fontSize: 6.4 }}>{step.stage}</Text>
        <Text style={{ ...type.strong, fontSize: 8.4 }}>{step.name}</Text>
        <PdfHours process={step} most={most} width={inside} />
        <Text style={{ ...type.small, ...type.numbers }}>
          {formatHours(step.manualHours)}, {takenOnSentence(step)}
          {step.isAssumed ? ", hours assumed" : ""}
        </Text>
        <Text style={{ ...type.small, ...type.numbers }}>{peopleLabel(step)}</Text>
        <Text style={type.small}>{toolNames(step.tools)}</Text>
      </View>
    </View>
  );
}
