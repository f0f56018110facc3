import { Circle, G, Path, Svg, Text, View } from "@react-pdf/renderer";
import { ink, type } from "./ink.server.ts";

/** Mark and wordmark; `reversed` on blueprint. `size` is the height of the mark in points. */
export function PdfLogo({ size = 15, reversed }: { size?: number; reversed?: boolean }) {
  const color = reversed ? ink.blueprintText : ink.text;
  return (
    <View style={{ flexDirection: "row", alignItems: "center", gap: size * 0.4 }}>
      <Svg width={size} height={size} viewBox="0 0 32 32">
        <G fill="none" stroke={color}>
          <Path strokeWidth={2.8} d="M24.49 7.51A12 12 0 1 0 28 16H17" />
          <Path strokeWidth={1.15} d="M19.1 12.9l8.2-8.2" />
        </G>
        <Circle cx={16} cy={16} r={2.9} fill={reversed ? ink.blueprintMark : ink.mark} />
      </Svg>
      <Text style={{ ...type.heading, fontSize: size * 0.87, letterSpacing: -0.2, color: color }}>
        GTM<Text style={{ fontWeight: 400 }}>arc</Text>
      </Text>
    </View>
  );
}
