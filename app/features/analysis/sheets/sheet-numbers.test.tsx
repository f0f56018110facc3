import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { blueprintSheets, sheetCodes, sheetTitle } from "#app/features/content/blueprint-sheets.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { modelWorkbook } from "#app/features/roi/workbook/workbook.ts";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import { AnalysisPage } from "../ui/page/analysis-page.tsx";

test("the marketed sheets are those of the analysis, with the same numbers and titles", () => {
  for (const model of ["1.0", "1.1"] as const) {
    const html = renderToStaticMarkup(
      <InNewYork>
        <AnalysisPage
          companyName="Northfield"
          revision={1}
          createdAt={new Date("2026-11-23T12:00:00Z")}
          inputs={exampleFirm}
          result={analyze(exampleFirm, { draws: 50, model })}
          narrative={null}
          assumed={[]}
        />
      </InNewYork>,
    );
    const nav = html.slice(html.indexOf('aria-label="Sheets of this analysis"'), html.indexOf("</nav>"));
    const listed = [...nav.matchAll(/href="#([a-z-]+)"><span[^>]*>([^<]+)<\/span> ([^<]+)</g)];
    const offered = blueprintSheets.filter(({ code }) => code !== sheetCodes.fullBlueprint);
    expect(listed.map(([, , code, title]) => [code, title])).toEqual([
      ...offered.map(({ code, title }) => [code, title]),
      [sheetCodes.assumptions, sheetTitle(sheetCodes.assumptions)],
    ]);
    for (const [, anchor, code] of listed) {
      const section = html.slice(html.indexOf(`id="${anchor}"`));
      expect(section.slice(0, 400), anchor).toContain(`>${code}<`);
    }
  }
});

test("the workbook's headings name the sheets of the analysis", () => {
  const { workbook } = modelWorkbook(exampleFirm, "analysis", { title: "Analysis", note: "" });
  const named = workbook.sheets
    .flatMap(({ cells }) => cells)
    .map(({ value }) => /, sheet (A-0[\d.]+)$/.exec(`${value}`)?.[1]);
  const { plan: _, fullBlueprint: __, ...inWorkbook } = sheetCodes;
  expect(new Set(named.filter(Boolean))).toEqual(new Set(Object.values(inWorkbook)));
});
