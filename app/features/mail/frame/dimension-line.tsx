import { blueprint, mono } from "./frame-style.ts";

/** A text on a dimension line, as on a drawing: two half lines with end ticks. */
export function DimensionLine({ children }: { children: string }) {
  const stroke = `1px solid ${blueprint.line}`;
  const half = { height: "7px", fontSize: 0, lineHeight: 0 };
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" border={0} style={{ marginTop: "10px" }}>
      <tbody>
        <tr>
          <td width="34%" style={{ ...half, borderLeft: stroke, borderBottom: stroke }} />
          <td
            rowSpan={2}
            align="center"
            style={{
              ...mono,
              padding: "0 10px",
              fontSize: "12px",
              lineHeight: "14px",
              color: blueprint.second,
              whiteSpace: "nowrap",
            }}
          >
            {children}
          </td>
          <td width="34%" style={{ ...half, borderRight: stroke, borderBottom: stroke }} />
        </tr>
        <tr>
          <td style={{ ...half, borderLeft: stroke }} />
          <td style={{ ...half, borderRight: stroke }} />
        </tr>
      </tbody>
    </table>
  );
}
