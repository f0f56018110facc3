import { Text, View } from "@react-pdf/renderer";
import { sheetCodes, sheetTitle } from "#app/features/content/blueprint-sheets.ts";
import { adviceTitle } from "#app/features/roi/wording/advice.ts";
import { formatDecimal, formatEstimate } from "#app/features/roi/wording/figures.ts";
import { longDayOf } from "#app/lib/dates/date-text.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { beforeFigures } from "#app/lib/people/name-direction.ts";
import { ink, type } from "#app/ui/pdf/ink.server.ts";
import { PdfCover, PdfDocument, PdfPage, type TitleBlock } from "#app/ui/pdf/page.server.tsx";
import { renderPdf } from "#app/ui/pdf/rendering.server.ts";
import { tagged } from "#app/ui/pdf/tagging.server.ts";
import type { AnalysisPdfData } from "./analysis-pdf.ts";
import { AnswerSheet, AssumptionSheet } from "./assumption-sheets.server.tsx";
import { CoverRange } from "./drawings.server.tsx";
import { OpportunitySheet } from "./opportunity-sheet.server.tsx";
import { PlanSheet } from "./plan-sheet.server.tsx";
import { ProcessMapSheet } from "./process-map-sheet.server.tsx";
import { ReturnSheet } from "./return-sheet.server.tsx";
import { SummarySheet } from "./summary-sheet.server.tsx";
import { ToolSheet } from "./tool-sheet.server.tsx";

export function AnalysisDocument({ pdf }: { pdf: AnalysisPdfData }) {
  const { companyName, revision, createdAt, inputs, result } = pdf;
  const company = companyName || "Your company";
  const madeOn = longDayOf(createdAt, pdf.timezone);
  const block: TitleBlock = {
    cells: [
      { label: pdf.note ?? "Automation analysis for", text: company },
      { label: "Date", text: madeOn },
      { label: "Revision", text: String(revision) },
      { label: "Model", text: result.modelVersion },
    ],
  };
  const hasProject = result.implementationCost > 0;
  return (
    <PdfDocument
      title={`Automation analysis: ${company}`}
      subject={`Revision ${revision}, ${madeOn}`}
      madeAt={createdAt}
    >
      <Cover company={company} madeOn={madeOn} pdf={pdf} />
      <PdfPage tag="Summary" block={block}>
        <SummarySheet pdf={pdf} company={company} />
      </PdfPage>
      {result.opportunities.length > 0 && (
        <PdfPage tag={`${sheetCodes.map} and ${sheetCodes.opportunities}`} block={block}>
          <ProcessMapSheet inputs={inputs} result={result} />
          <OpportunitySheet result={result} />
        </PdfPage>
      )}
      {hasProject && (
        <PdfPage tag={`${sheetCodes.returnModel} ${sheetTitle(sheetCodes.returnModel)}`} block={block}>
          <ReturnSheet result={result} />
        </PdfPage>
      )}
      <PdfPage tag={`${sheetCodes.plan} and ${sheetCodes.tools}`} block={block}>
        <PlanSheet result={result} />
        <ToolSheet inputs={inputs} result={result} />
      </PdfPage>
      <PdfPage tag={`${sheetCodes.assumptions} ${sheetTitle(sheetCodes.assumptions)}`} block={block}>
        <AnswerSheet inputs={inputs} />
        <AssumptionSheet rows={result.assumptions} siteUrl={pdf.siteUrl} />
      </PdfPage>
    </PdfDocument>
  );
}

function Cover({ company, madeOn, pdf }: { company: string; madeOn: string; pdf: AnalysisPdfData }) {
  const { inputs, result, revision } = pdf;
  const hasValue = result.hoursSavedPerWeek > 0;
  return (
    <PdfCover
      label={`Automation analysis${pdf.note ? `. ${pdf.note}` : ""}`}
      cells={[
        { label: "For", text: `${beforeFigures(company)}, ${formatNumber(inputs.company.employees)} people`, share: 2 },
        { label: "Recommendation", text: adviceTitle(result), share: 2 },
        { label: "Date", text: madeOn, share: 1.5 },
        { label: "Revision", text: String(revision), share: 1 },
      ]}
    >
      <View style={{ gap: 44 }}>
        <Text
          {...tagged("H1")}
          style={{ ...type.display, fontSize: 40, color: ink.blueprintText, letterSpacing: -1.2 }}
        >
          {hasValue ? (
            <>
              {company} could get back <Mark>{`${formatDecimal(result.hoursSavedPerWeek)} hours a week`}</Mark>, worth{" "}
              <Mark>{`${formatEstimate(result.annualValue)} a year`}</Mark>.
            </>
          ) : (
            <>
              {company}: <Mark>{adviceTitle(result).toLowerCase()}</Mark>.
            </>
          )}
        </Text>
        {hasValue && <CoverRange result={result} />}
      </View>
    </PdfCover>
  );
}

const Mark = ({ children }: { children: string }) => <Text style={{ color: ink.blueprintMark }}>{children}</Text>;

export const drawAnalysis = (pdf: AnalysisPdfData): Promise<Uint8Array> =>
  renderPdf((<AnalysisDocument pdf={pdf} />) as never);
