import { Link, Text, type TextProps, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { firmFacts } from "#app/lib/firm.ts";
import { ink, measure, type } from "./ink.server.ts";
import { tagged } from "./tagging.server.ts";

const tagWidth = 56;

type Style = TextProps["style"];

/** The heading of a sheet; `tag` is its number, in the margin. */
export function PdfHead({
  tag,
  title,
  lede,
  level = 2,
  ahead = 120,
}: {
  tag?: string;
  title: string;
  lede?: string;
  /** 1 for documents without a cover. */
  level?: 1 | 2;
  /** Points that must fit below; otherwise it moves to the next page. */
  ahead?: number;
}) {
  return (
    <View wrap={false} minPresenceAhead={ahead} style={{ flexDirection: "row", marginBottom: 16 }}>
      {tag && <Text style={{ ...type.note, width: tagWidth, paddingTop: 8 }}>{tag}</Text>}
      <View style={{ width: tag ? measure - tagWidth : measure, gap: 5 }}>
        <Text style={type.title} {...tagged(`H${level}`)}>
          {title}
        </Text>
        {lede && <Text style={type.prose}>{lede}</Text>}
      </View>
    </View>
  );
}

/** A subheading within a sheet; stays with the next block. */
export function PdfSubhead({ children }: { children: ReactNode }) {
  return (
    <View minPresenceAhead={60} style={{ marginTop: 14, marginBottom: 7 }}>
      <Text style={type.heading} {...tagged("H3")}>
        {children}
      </Text>
    </View>
  );
}

/** One large figure with its name above and its range or condition below. */
export function PdfFigure({ name, value, unit, note }: { name: string; value: string; unit?: string; note?: string }) {
  return (
    <View style={{ flexGrow: 1, flexBasis: 0, paddingRight: 8 }}>
      <Text style={type.note}>{name}</Text>
      <Text style={{ ...type.figure, marginTop: 5, ...(value.length > 9 && { fontSize: 12.5, letterSpacing: -0.2 }) }}>
        {value}
        {unit && <Text style={{ fontSize: 9, letterSpacing: 0 }}> {unit}</Text>}
      </Text>
      {note && <Text style={{ ...type.small, marginTop: 5 }}>{note}</Text>}
    </View>
  );
}

/** A row of cells divided by hairlines, below an ink rule. */
export function PdfCells({ children }: { children: readonly ReactNode[] }) {
  return (
    <View wrap={false} style={{ flexDirection: "row", borderTop: `1pt solid ${ink.text}`, paddingTop: 10 }}>
      {children}
    </View>
  );
}

/** One element per line, because a line feed within an element separates nothing in the document's structure (ISO 32000-1, 14.8.2.5). */
export const PdfLines = ({ lines, style }: { lines: readonly string[]; style: Style }) =>
  lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: printed lines never change
    <Text key={index} style={style}>
      {line || " "}
    </Text>
  ));

/** A remark on canary paper: `children` as one paragraph, or `lines`. */
export function PdfNotice({
  title,
  lines,
  children,
}: {
  title?: string;
  lines?: readonly string[];
  children?: ReactNode;
}) {
  const style = { ...type.small, color: ink.text, fontSize: 8.4 };
  return (
    <View wrap={false} style={{ backgroundColor: ink.trace, padding: "8 11", gap: 2 }}>
      {title && <Text style={type.strong}>{title}</Text>}
      {lines ? <PdfLines style={style} lines={lines} /> : <Text style={style}>{children}</Text>}
    </View>
  );
}

/** A drawing number in its box: S-01. */
export function PdfDrawingNumber({ children }: { children: string }) {
  return (
    <Text
      style={{ ...type.note, color: ink.text, border: `0.75pt solid ${ink.text}`, padding: "1.5 4", lineHeight: 1.2 }}
    >
      {children}
    </Text>
  );
}

export function PdfLink({ href, children }: { href: string; children: ReactNode }) {
  const textDecorationColor = firmFacts().accent ?? ink.mark;
  return (
    <Link src={href} style={{ color: ink.text, textDecoration: "underline", textDecorationColor }}>
      {children}
    </Link>
  );
}
