import { Circle, Document, G, Image, Page, Path, Svg, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { firmFacts, firmName, isUnnamed } from "#app/lib/firm.ts";
import { ink, measure, sheet, type } from "./ink.server.ts";

/** Mark and wordmark; `reversed` on blueprint. `size` is the height of the mark in points. */
function PdfLogo({ size = 15, reversed }: { size?: number; reversed?: boolean }) {
  const { picture } = firmFacts();
  const color = reversed ? ink.blueprintText : ink.text;
  return (
    <View style={{ flexDirection: "row", alignItems: "center", gap: size * 0.4 }}>
      {picture && (
        // A logo may be made for light backgrounds.
        <View style={reversed ? { backgroundColor: ink.page, padding: size * 0.3 } : {}}>
          <Image src={picture} style={{ height: size * 1.2, maxWidth: size * 7.2, objectFit: "contain" }} />
        </View>
      )}
      {isUnnamed() && !picture && (
        <Svg width={size} height={size} viewBox="0 0 32 32">
          <G fill="none" stroke={color}>
            <Path strokeWidth={2.8} d="M24.49 7.51A12 12 0 1 0 28 16H17" />
            <Path strokeWidth={1.15} d="M19.1 12.9l8.2-8.2" />
          </G>
          <Circle cx={16} cy={16} r={2.9} fill={reversed ? ink.blueprintMark : ink.mark} />
        </Svg>
      )}
      {!picture && (
        <Text style={{ ...type.heading, fontSize: size * 0.87, letterSpacing: -0.2, color: color }}>
          {isUnnamed() ? (
            <>
              GTM<Text style={{ fontWeight: 400 }}>arc</Text>
            </>
          ) : (
            firmName()
          )}
        </Text>
      )}
    </View>
  );
}

/** A PDF document: `title`, `subject` and `language` are stored as metadata; `children` are `PdfCover` and `PdfPage`. */
export function PdfDocument({
  title,
  subject,
  madeAt,
  children,
}: {
  title: string;
  subject: string;
  madeAt: Date;
  children: ReactNode;
}) {
  return (
    <Document
      title={title}
      subject={subject}
      author={firmName()}
      creator={firmName()}
      producer={firmName()}
      language="en-US"
      creationDate={madeAt}
      modificationDate={madeAt}
      pdfVersion="1.7"
    >
      {children}
    </Document>
  );
}

/** The footer of every page: client, title, date or number. */
export interface TitleBlock {
  cells: readonly { label: string; text: string }[];
}

/** A running sheet: logo and `tag` in the header, the title block with the page number in the footer. Breaks automatically. */
export function PdfPage({ tag, block, children }: { tag: string; block: TitleBlock; children: ReactNode }) {
  return (
    <Page
      size={sheet.size}
      style={{
        ...type.body,
        backgroundColor: ink.page,
        paddingTop: sheet.top,
        paddingBottom: sheet.bottom,
        paddingHorizontal: sheet.margin,
      }}
    >
      <View
        fixed
        style={{
          position: "absolute",
          top: 30,
          left: sheet.margin,
          width: measure,
          flexDirection: "row",
          justifyContent: "space-between",
          alignItems: "center",
          paddingBottom: 9,
          borderBottom: `0.75pt solid ${ink.line2}`,
        }}
      >
        <PdfLogo />
        <Text style={type.note}>{tag}</Text>
      </View>
      {children}
      <PdfFoot block={block} />
      <Text
        fixed
        style={{
          ...type.note,
          color: ink.text,
          position: "absolute",
          top: sheet.height - 26 - footHeight + 13,
          left: sheet.width - sheet.margin - 49,
          width: 49,
        }}
        render={({ pageNumber, totalPages }) => `${pageNumber} of ${totalPages}`}
      />
    </Page>
  );
}

const footHeight = 27;

function PdfFoot({ block }: { block: TitleBlock }) {
  return (
    <View
      fixed
      style={{
        position: "absolute",
        // Without a fixed height it grows over the whole page.
        top: sheet.height - 26 - footHeight,
        height: footHeight,
        left: sheet.margin,
        width: measure,
        flexDirection: "row",
        border: `0.75pt solid ${ink.line2}`,
      }}
    >
      {block.cells.map(({ label, text }) => (
        <View
          key={label}
          style={{ flexGrow: 1, flexShrink: 1, flexBasis: 0, padding: "4 7", borderRight: `0.75pt solid ${ink.line2}` }}
        >
          <Text style={{ ...type.note, fontSize: 5.6 }}>{label}</Text>
          <Text style={{ ...type.note, color: ink.text, maxLines: 1, textOverflow: "ellipsis" }}>{text}</Text>
        </View>
      ))}
      <View style={{ width: 56, padding: "4 7" }}>
        <Text style={{ ...type.note, fontSize: 5.6 }}>Sheet</Text>
      </View>
    </View>
  );
}

/** A fact at the foot of a cover. `share`: its part of the width. */
export type CoverCell = { label: string; text: string; share: number };

/** A full page of blueprint with a fine grid: the logo and `label` above, `children`, then `cells` in one row at the foot. */
export function PdfCover({
  label,
  cells,
  children,
}: {
  label: string;
  cells: readonly CoverCell[];
  children: ReactNode;
}) {
  const step = 18;
  const lines = (length: number) => Array.from({ length: Math.floor(length / step) }, (_, index) => (index + 1) * step);
  const grid = [
    ...lines(sheet.width).map((x) => `M${x} 0V${sheet.height}`),
    ...lines(sheet.height).map((y) => `M0 ${y}H${sheet.width}`),
  ].join("");
  return (
    <Page size={sheet.size} style={{ ...type.body, backgroundColor: ink.blueprint, color: ink.blueprintText }}>
      <Svg
        width={sheet.width}
        height={sheet.height}
        viewBox={`0 0 ${sheet.width} ${sheet.height}`}
        style={{ position: "absolute", top: 0, left: 0 }}
      >
        <Path d={grid} fill="none" stroke={ink.blueprintGrid} strokeWidth={0.5} />
      </Svg>
      <View style={{ flexGrow: 1, padding: sheet.margin, justifyContent: "space-between" }}>
        <View style={{ flexDirection: "row", justifyContent: "space-between" }}>
          <PdfLogo size={20} reversed />
          <Text style={{ ...type.note, color: ink.blueprintText2, textAlign: "right", fontSize: 8 }}>{label}</Text>
        </View>
        {children}
        <View style={{ flexDirection: "row", border: `0.75pt solid ${ink.blueprintLine}` }}>
          {cells.map(({ label: name, text, share }, index) => (
            <View
              key={name}
              style={{
                flexGrow: share,
                flexBasis: 0,
                padding: "8 10",
                ...(index > 0 && { borderLeft: `0.75pt solid ${ink.blueprintLine}` }),
              }}
            >
              <Text style={{ ...type.note, color: ink.blueprintText2 }}>{name}</Text>
              <Text style={{ ...type.body, color: ink.blueprintText, marginTop: 2 }}>{text}</Text>
            </View>
          ))}
        </View>
      </View>
    </Page>
  );
}
