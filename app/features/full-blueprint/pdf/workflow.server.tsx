import { Circle, Path, Rect, Svg, Text, View } from "@react-pdf/renderer";
import { ink, measure, type } from "#app/ui/pdf/ink.server.ts";
import type { DiagramStep } from "../drawing/diagram.ts";

const signs = 40;
const stepHeight = 37;

export function PdfWorkflow({
  steps,
  label,
  number,
}: {
  steps: readonly DiagramStep[];
  label: string;
  number: string;
}) {
  return (
    <View wrap={false} style={{ backgroundColor: ink.blueprint, padding: "11 12", marginTop: 10 }}>
      <Text style={{ ...type.note, color: ink.blueprintText2, marginBottom: 8 }}>
        {number} {label}
      </Text>
      {steps.map((step, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a printed list never changes, and steps may repeat
        <View key={place} wrap={false} style={{ flexDirection: "row", minHeight: stepHeight }}>
          <Svg width={signs} height={stepHeight} viewBox={`0 0 ${signs} ${stepHeight}`}>
            {place < steps.length - 1 && (
              <Path d={`M14 21V${stepHeight}`} stroke={ink.blueprintLine} strokeWidth={0.75} fill="none" />
            )}
            {place > 0 && <Path d="M14 0V5m-2 -3 2 3 2-3" stroke={ink.blueprintLine} strokeWidth={0.75} fill="none" />}
            <Sign kind={step.kind} />
          </Svg>
          <View style={{ width: measure - signs - 24, paddingTop: 4 }}>
            <Text style={{ ...type.strong, color: ink.blueprintText }}>{step.action}</Text>
            <Text style={{ ...type.note, color: ink.blueprintText2 }}>
              {step.tool}
              {step.otherwise && <Text style={{ color: ink.blueprintMark }}> If not: {step.otherwise}</Text>}
            </Text>
          </View>
        </View>
      ))}
    </View>
  );
}

function Sign({ kind }: { kind: DiagramStep["kind"] }) {
  const line = { stroke: ink.blueprintText, strokeWidth: 0.75, fill: ink.blueprint };
  switch (kind) {
    case "trigger":
      return <Circle cx={14} cy={13} r={6} {...line} />;
    case "step":
      return <Rect x={8} y={7} width={12} height={12} {...line} />;
    case "decision":
      return <Path d="M14 5.5l7.5 7.5-7.5 7.5-7.5-7.5zM21.5 13h7m0-3v6" {...line} />;
    case "outcome":
      return <Circle cx={14} cy={13} r={6} fill={ink.blueprintMark} />;
  }
}
