import { Svg, Text } from "@react-pdf/renderer";
import { expect, test } from "vitest";
import { PdfCells, PdfDrawingNumber, PdfFigure, PdfHead, PdfLink, PdfNotice, PdfSubhead } from "./blocks.server.tsx";
import { HatchedRect, hatchLines } from "./hatch.server.tsx";
import { PdfCover, PdfDocument, PdfPage } from "./page.server.tsx";
import { renderPdf } from "./rendering.server.ts";
import { PdfTable } from "./table.server.tsx";
import { described } from "./tagging.server.ts";

test("a document with every block becomes a PDF with embedded fonts", async () => {
  const bytes = await renderPdf(
    <PdfDocument title="Sample" subject="Every block" madeAt={new Date("2026-11-21T12:00:00Z")}>
      <PdfCover label="Sample" cells={[{ label: "For", text: "Northfield Analytics", share: 1 }]}>
        <Text>Cover</Text>
      </PdfCover>
      <PdfPage tag="Sample" block={{ cells: [{ label: "For", text: "Northfield Analytics" }] }}>
        <PdfHead tag="A-01" title="A sheet" lede="With its sentence." />
        <PdfCells>
          {[
            <PdfFigure key="hours" name="Hours" value="27.6" unit="h/wk" note="22.8-32.6" />,
            <PdfFigure key="words" name="Words" value="over 10x, needs a call" />,
          ]}
        </PdfCells>
        <PdfSubhead>Rows</PdfSubhead>
        <PdfTable
          rows={[{ name: "One", usd: 1 }]}
          rowKey={(row) => row.name}
          columns={[
            { label: "Name", share: 2, cell: (row) => row.name },
            { label: "USD", share: 1, numeric: true, cell: (row) => `$${row.usd}` },
            { label: "No.", share: 1, cell: () => <PdfDrawingNumber>S-01</PdfDrawingNumber> },
          ]}
        />
        <PdfNotice title="Note">A remark.</PdfNotice>
        <Svg width={100} height={20}>
          <HatchedRect x={0} y={0} width={100} height={20} pattern="cross" />
        </Svg>
      </PdfPage>
    </PdfDocument>,
  );
  const text = Buffer.from(bytes).toString("latin1");
  expect(text.startsWith("%PDF-1.7")).toBe(true);
  expect(text).toMatch(/\/Count 2\b/);
  for (const face of ["Archivo", "Source", "Spline"])
    expect(text, face).toMatch(new RegExp(`BaseFont /[A-Z]+\\+${face}`));
  expect(text).not.toContain("Helvetica");
});

test("a document is tagged: headings, tables, described pictures, links; everything else is an artifact", async () => {
  const bytes = await renderPdf(
    <PdfDocument title="Sample" subject="Tags" madeAt={new Date("2026-11-21T12:00:00Z")}>
      <PdfPage tag="Sample" block={{ cells: [] }}>
        <PdfHead title="A sheet" level={1} />
        <PdfSubhead>Rows</PdfSubhead>
        <PdfTable
          rows={[{ name: "One" }]}
          rowKey={(row) => row.name}
          columns={[{ label: "Name", share: 1, cell: (row) => row.name }]}
        />
        <Text>
          See <PdfLink href="https://gtmarc.example">the site</PdfLink>.
        </Text>
        <Svg width={100} height={20} {...described("A hatched box.")}>
          <HatchedRect x={0} y={0} width={100} height={20} pattern="cross" />
        </Svg>
      </PdfPage>
    </PdfDocument>,
  );
  const text = Buffer.from(bytes).toString("latin1");
  expect(text).toContain("/Marked true");
  expect(text).toContain("/Lang (en-US)");
  const tags = [...text.matchAll(/\/S \/(Document|H\d|P|Table|TR|TH|TD|Figure|Link)\b/g)].map(([, tag]) => tag);
  expect(tags.toSorted()).toEqual(["Document", "Figure", "H1", "H3", "Link", "P", "TD", "TH", "TR", "TR", "Table"]);
  expect(text).toContain("/Alt (A hatched box.)");
});

test("hatching stays within its box", () => {
  const box = { x: 10, y: 20, width: 33, height: 12 };
  for (const pattern of ["diagonal", "cross", "horizontal", "stipple"] as const) {
    const lines = hatchLines(box, pattern, 4);
    expect(lines.length, pattern).toBeGreaterThan(1);
    for (const [x1, y1, x2, y2] of lines) {
      for (const x of [x1, x2]) expect(x >= 9.99 && x <= 43.02, `${pattern} ${x}`).toBe(true);
      for (const y of [y1, y2]) expect(y >= 19.99 && y <= 32.01, `${pattern} ${y}`).toBe(true);
    }
  }
});
