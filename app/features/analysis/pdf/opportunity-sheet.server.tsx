import { Text, View } from "@react-pdf/renderer";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { templateOf } from "#app/features/kit/starter-kit.ts";
import type { Analysis, Opportunity, Working } from "#app/features/roi/analysis-shape.ts";
import { formatDecimal, formatEstimate, formatHours } from "#app/features/roi/wording/figures.ts";
import { kindLabels } from "#app/features/roi/wording/kind-labels.ts";
import { PdfDrawingNumber, PdfHead } from "#app/ui/pdf/blocks.server.tsx";
import { ink, measure, type } from "#app/ui/pdf/ink.server.ts";
import { allocationSentence, ownPayback, scorePartsLabel } from "../sheets/opportunity-labels.ts";
import { PdfQuadrant, PdfScore } from "./drawings.server.tsx";

export function OpportunitySheet({ result }: { result: Analysis }) {
  const hasProject = result.implementationCost > 0;
  return (
    <View>
      <View wrap={false}>
        <PdfHead
          tag={sheetCodes.opportunities}
          title={hasProject ? "The five automations, in order" : "Nothing is in scope yet"}
          lede={
            hasProject
              ? "Chosen one at a time: the best takes its hours, and the next is scored on what is left. No hour is counted twice."
              : "These five come closest. None of them earns back its price within twelve months."
          }
        />
        <View style={{ flexDirection: "row", gap: 22, marginBottom: 14 }}>
          <PdfQuadrant result={result} width={270} />
          <View style={{ width: measure - 292, gap: 6, paddingTop: 4 }}>
            {result.opportunities.map((one, index) => (
              <View key={one.id} style={{ flexDirection: "row", gap: 7 }}>
                <Text style={{ ...type.strong, width: 10 }}>{index + 1}</Text>
                <View style={{ flexShrink: 1 }}>
                  <Text style={type.strong}>{findAutomation(one.id)?.title}</Text>
                  <Text style={type.small}>
                    {formatEstimate(one.annualValue)} a year, effort {one.effort} of 5
                  </Text>
                </View>
              </View>
            ))}
            <Text style={{ ...type.note, marginTop: 6 }}>
              {hasProject
                ? "Each arc joins points of equal priority. Hollow: not in scope yet."
                : "Nothing is in scope yet: every point is hollow."}
            </Text>
          </View>
        </View>
      </View>
      <ScoreKey />
      {result.opportunities.map((one, index) => (
        <Row key={one.id} rank={index + 1} one={one} working={result.working.opportunities[index]} />
      ))}
    </View>
  );
}

function ScoreKey() {
  return (
    <Text style={{ ...type.note, paddingBottom: 5, borderBottom: `1pt solid ${ink.text}` }} minPresenceAhead={80}>
      Score of 100 points: solid value 45, diagonal fit with your aim 20, cross pain 15, dots tools you have 10, level
      lines small build 10
    </Text>
  );
}

function Row({
  rank,
  one,
  working,
}: {
  rank: number;
  one: Opportunity;
  working: Working["opportunities"][number] | undefined;
}) {
  const automation = findAutomation(one.id);
  // Omits templates that would save no hours of the company.
  const template = one.hoursSaved > 0 ? templateOf(one.id) : null;
  return (
    <View
      wrap={false}
      style={{ flexDirection: "row", gap: 10, paddingVertical: 8, borderBottom: `0.5pt solid ${ink.line2}` }}
    >
      <Text style={{ ...type.figure, fontSize: 18, width: 16 }}>{rank}</Text>
      <View style={{ width: measure - 26, gap: 5 }}>
        <View style={{ flexDirection: "row", alignItems: "center", gap: 7 }}>
          <PdfDrawingNumber>{one.id}</PdfDrawingNumber>
          <Text style={type.heading}>{automation?.title}</Text>
          <Text style={type.note}>
            {kindLabels[one.kind]}, effort {one.effort} of 5
          </Text>
        </View>
        <View style={{ flexDirection: "row" }}>
          {[
            ["Hours saved", formatHours(one.hoursSaved)],
            ["Yearly value", formatEstimate(one.annualValue)],
            [one.inScope ? "Share of price" : "Price alone", formatEstimate(one.cost)],
            ["Own payback", ownPayback(one)],
          ].map(([label, text]) => (
            <View key={label} style={{ width: "25%" }}>
              <Text style={{ ...type.note, fontSize: 6.4 }}>{label}</Text>
              <Text style={{ ...type.strong, ...type.numbers }}>{text}</Text>
            </View>
          ))}
        </View>
        {working && (
          <>
            <PdfScore points={working.points} width={measure - 26} />
            <Text style={type.small}>
              {formatDecimal(one.score)} points: {scorePartsLabel(working.points)}. {allocationSentence(working)}
              {template ? ` To try it yourself: “${template.name}” in the free starter kit.` : ""}
            </Text>
          </>
        )}
      </View>
    </View>
  );
}
