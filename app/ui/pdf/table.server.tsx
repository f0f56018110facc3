import { Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { ink, type } from "./ink.server.ts";
import { tagged } from "./tagging.server.ts";

export interface PdfColumn<Row> {
  label: string;
  /** Share of the width; all shares add up to 1. */
  share: number;
  /** Strings are set as text; other nodes are laid out unchanged. */
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
  strong?: boolean;
}

/** Tables of up to this many rows move to the next page as a whole. */
const maxTogether = 4;

/**
 * Rows under small headings, with hairlines between them. Rows are not split; `title`, headings and first row stay together,
 * and so do small tables. `marked` rows are on canary paper, a `total` row between ink rules; `dense` is for long lists.
 */
export function PdfTable<Row>({
  title,
  columns,
  rows,
  rowKey,
  marked,
  total,
  dense,
}: {
  title?: string;
  columns: readonly PdfColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  marked?: (row: Row) => boolean;
  total?: (row: Row) => boolean;
  dense?: boolean;
}) {
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  const width = (column: PdfColumn<Row>) => `${(100 * column.share) / whole}%`;
  const line = (row: Row) => (
    <View
      key={rowKey(row)}
      wrap={false}
      {...tagged("TR")}
      style={{
        flexDirection: "row",
        alignItems: "flex-start",
        paddingVertical: dense ? 2.8 : 4.5,
        borderBottom: total?.(row) ? `1pt solid ${ink.text}` : `0.5pt solid ${ink.line}`,
        ...(marked?.(row) && { backgroundColor: ink.trace }),
      }}
    >
      {columns.map((column, index) => (
        <Cell
          key={column.label || index}
          width={width(column)}
          column={column}
          strong={total?.(row) ?? false}
          row={row}
        />
      ))}
    </View>
  );
  const together = rows.length <= maxTogether ? rows.length : 1;
  return (
    <View {...tagged("Table")}>
      <View wrap={false}>
        {title && (
          <Text {...tagged("H3")} style={{ ...type.heading, marginTop: 14, marginBottom: 6 }}>
            {title}
          </Text>
        )}
        <View
          {...tagged("TR")}
          style={{ flexDirection: "row", borderBottom: `1pt solid ${ink.text}`, paddingBottom: 3 }}
        >
          {columns.map((column, index) => (
            <Text
              key={column.label || index}
              {...tagged("TH")}
              style={{
                ...type.note,
                width: width(column),
                paddingRight: column.numeric ? 0 : 8,
                textAlign: side(column),
              }}
            >
              {column.label}
            </Text>
          ))}
        </View>
        {rows.slice(0, together).map(line)}
      </View>
      {rows.slice(together).map(line)}
    </View>
  );
}

const side = ({ numeric }: { numeric?: boolean }) => (numeric ? ("right" as const) : ("left" as const));

function Cell<Row>({
  column,
  row,
  width,
  strong,
}: {
  column: PdfColumn<Row>;
  row: Row;
  width: string;
  strong: boolean;
}) {
  const content = column.cell(row);
  const room = { width, paddingRight: column.numeric ? 0 : 8 };
  if (typeof content !== "string")
    return (
      <View {...tagged("TD")} style={room}>
        {content}
      </View>
    );
  return (
    <Text
      {...tagged("TD")}
      style={{
        ...(column.strong || strong ? type.strong : type.body),
        ...(column.numeric && type.numbers),
        fontSize: 8.4,
        lineHeight: 1.35,
        ...room,
        textAlign: side(column),
      }}
    >
      {content}
    </Text>
  );
}
