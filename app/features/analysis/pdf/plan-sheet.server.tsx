import { Svg, Text, View } from "@react-pdf/renderer";
import { areaHatch } from "#app/features/content/automations/automation-terms.ts";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { categoryInSentence } from "#app/features/content/tools/tool-labels.ts";
import type { Analysis, PlanItem } from "#app/features/roi/analysis-shape.ts";
import { focusLabels } from "#app/features/roi/inputs/input-labels.ts";
import { formatEstimate, formatMonths } from "#app/features/roi/wording/figures.ts";
import { PdfDrawingNumber, PdfHead, PdfSubhead } from "#app/ui/pdf/blocks.server.tsx";
import { HatchedRect } from "#app/ui/pdf/hatch.server.tsx";
import { ink, type } from "#app/ui/pdf/ink.server.ts";
import { planText } from "../sheets/plan-text.ts";

export function PlanSheet({ result }: { result: Analysis }) {
  const { phases, later } = result.plan;
  const { hasBuilds, title, intro } = planText(result.plan, result);
  return (
    <View>
      <PdfHead tag={sheetCodes.plan} title={title} {...(intro && { lede: intro })} />
      {phases
        .filter(({ items }) => hasBuilds || items.length > 0)
        .map((phase) => (
          <View
            key={phase.fromDay}
            wrap={false}
            style={{ borderTop: `0.75pt solid ${ink.text}`, paddingTop: 6, marginBottom: 10 }}
          >
            <View style={{ flexDirection: "row", justifyContent: "space-between", marginBottom: 4 }}>
              <Text style={type.heading}>{phase.title}</Text>
              <Text style={type.note}>
                Day {phase.fromDay} to {phase.toDay}
              </Text>
            </View>
            {phase.items.length === 0 && (
              <Text style={type.small}>None of this kind; the time goes to the others.</Text>
            )}
            {phase.items.map((item) => (
              <Item key={item.kind === "automation" ? item.id : item.kind} item={item} fromDay={phase.fromDay} />
            ))}
          </View>
        ))}
      {later.length > 0 && (
        <View>
          <PdfSubhead>Later, and what would bring each into scope</PdfSubhead>
          {later.map((item) => (
            <View
              key={item.id}
              wrap={false}
              style={{ flexDirection: "row", gap: 9, paddingVertical: 4.5, borderBottom: `0.5pt solid ${ink.line}` }}
            >
              <View style={{ width: 36, flexDirection: "row" }}>
                <PdfDrawingNumber>{item.id}</PdfDrawingNumber>
              </View>
              <View style={{ flexShrink: 1 }}>
                <Text style={type.strong}>{item.title}</Text>
                <Text style={type.small}>{item.sentence}</Text>
              </View>
            </View>
          ))}
        </View>
      )}
    </View>
  );
}

function Item({ item, fromDay }: { item: PlanItem; fromDay: number }) {
  const area = item.kind === "automation" ? (findAutomation(item.id)?.area ?? "revenue") : "operations";
  const [width, month] = [150, 50];
  return (
    <View style={{ flexDirection: "row", alignItems: "center", gap: 9, paddingVertical: 3.5 }}>
      <View style={{ width: 36, flexDirection: "row" }}>
        {item.kind === "automation" && <PdfDrawingNumber>{item.id}</PdfDrawingNumber>}
      </View>
      <View style={{ flexGrow: 1, flexBasis: 0 }}>
        <Text style={type.strong}>{item.kind === "automation" ? item.title : "Consolidate the stack"}</Text>
        <Text style={type.small}>{item.kind === "automation" ? focusLabels[area] : "Tools that do the same work"}</Text>
      </View>
      <Svg width={width} height={14} viewBox={`0 0 ${width} 14`}>
        <HatchedRect
          x={((fromDay - 1) / 30) * month + 0.5}
          y={0.5}
          width={month - 1}
          height={13}
          pattern={areaHatch[area]}
          step={3}
        />
      </Svg>
      <Text style={{ ...type.small, ...type.numbers, width: 130, textAlign: "right" }}>
        {item.kind === "automation"
          ? `${formatEstimate(item.annualValue)} a year, back in ${formatMonths(item.paybackMonths)}`
          : `${formatEstimate(item.annualSavings)} a year on ${item.categories.slice(0, 3).map(categoryInSentence).join(", ")}${item.categories.length > 3 ? " and others" : ""}`}
      </Text>
    </View>
  );
}
