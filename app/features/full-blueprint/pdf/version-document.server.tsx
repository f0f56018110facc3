import { Text, View } from "@react-pdf/renderer";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { longDayOf } from "#app/lib/dates/date-text.ts";
import { firmName } from "#app/lib/firm.ts";
import { PdfHead, PdfNotice } from "#app/ui/pdf/blocks.server.tsx";
import { ink, type } from "#app/ui/pdf/ink.server.ts";
import { PdfMarkdown } from "#app/ui/pdf/markdown.server.tsx";
import { PdfCover, PdfDocument, PdfPage, type TitleBlock } from "#app/ui/pdf/page.server.tsx";
import { renderPdf } from "#app/ui/pdf/rendering.server.ts";
import { PdfTable } from "#app/ui/pdf/table.server.tsx";
import { type ReadableBlueprint, readable } from "../drawing/readable.ts";
import type { Task } from "../full-blueprint.ts";
import type { VersionPdfData } from "./version-pdf.ts";
import { PdfWorkflow } from "./workflow.server.tsx";

export function VersionDocument({ pdf }: { pdf: VersionPdfData }) {
  const { companyName, number, note, publishedAt, timezone } = pdf;
  const company = companyName || "Your company";
  const day = longDayOf(publishedAt, timezone);
  const { summary, sections, tasks } = readable(pdf.content);
  const block: TitleBlock = {
    cells: [
      { label: "Full blueprint for", text: company },
      { label: "Date", text: day },
      { label: "Version", text: String(number) },
      { label: "Architect", text: pdf.architect ?? firmName() },
    ],
  };
  return (
    <PdfDocument title={`Full blueprint: ${company}`} subject={`Version ${number}, ${day}`} madeAt={publishedAt}>
      <Cover pdf={pdf} company={company} day={day} sections={sections} hasTasks={tasks.length > 0} />
      <PdfPage tag={`${sheetCodes.fullBlueprint} Summary`} block={block}>
        <PdfHead tag={sheetCodes.fullBlueprint} title="Summary" />
        {note !== "" && (
          <View style={{ marginBottom: 12 }}>
            <PdfNotice title={`What changed in version ${number}`}>{note}</PdfNotice>
          </View>
        )}
        <PdfMarkdown nodes={summary} />
      </PdfPage>
      {sections.map((section, index) => (
        <PdfPage key={section.id} tag={`${sheetCodes.fullBlueprint}.${index + 1}`} block={block}>
          <PdfHead tag={section.automation ?? `${sheetCodes.fullBlueprint}.${index + 1}`} title={section.title} />
          <PdfMarkdown nodes={section.body} />
          {section.steps.length > 0 && (
            <PdfWorkflow steps={section.steps} label={section.title} number={`Fig. ${index + 1}`} />
          )}
        </PdfPage>
      ))}
      {tasks.length > 0 && (
        <PdfPage tag={`${sheetCodes.fullBlueprint}.${sections.length + 1}`} block={block}>
          <PdfHead tag={`${sheetCodes.fullBlueprint}.${sections.length + 1}`} title="Tasks" />
          <TaskTable tasks={tasks} />
        </PdfPage>
      )}
    </PdfDocument>
  );
}

const TaskTable = ({ tasks }: { tasks: readonly Task[] }) => (
  <PdfTable
    columns={[
      { label: "Week", share: 1, cell: ({ week }: Task) => (week === null ? "Any" : String(week)) },
      { label: "Task", share: 7, cell: ({ title }) => title, strong: true },
      { label: "Who", share: 3, cell: ({ owner }) => owner },
      { label: "Done", share: 1, cell: () => <TickBox /> },
    ]}
    rows={tasks}
    rowKey={({ id }) => id}
  />
);

const TickBox = () => <View style={{ width: 9, height: 9, border: `0.75pt solid ${ink.text}`, marginTop: 1 }} />;

function Cover({
  pdf,
  company,
  day,
  sections,
  hasTasks,
}: {
  pdf: VersionPdfData;
  company: string;
  day: string;
  sections: ReadableBlueprint["sections"];
  hasTasks: boolean;
}) {
  const contents = [...sections.map(({ title }) => title), ...(hasTasks ? ["Tasks"] : [])];
  return (
    <PdfCover
      label="Full blueprint"
      cells={[
        { label: "For", text: company, share: 2 },
        { label: "Architect", text: pdf.architect ?? firmName(), share: 2 },
        { label: "Date", text: day, share: 1 },
        { label: "Version", text: String(pdf.number), share: 1 },
      ]}
    >
      <View style={{ gap: 26 }}>
        <Text style={{ ...type.display, color: ink.blueprintText }}>{`Full blueprint for ${company}`}</Text>
        <View style={{ gap: 4 }}>
          {contents.slice(0, maxOnCover).map((title, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a printed list never changes, and titles may repeat
            <View key={index} style={{ flexDirection: "row" }}>
              <Text style={{ ...type.note, color: ink.blueprintText2, width: 52, paddingTop: 1.5 }}>
                {sheetCodes.fullBlueprint}.{index + 1}
              </Text>
              <Text style={{ ...type.body, color: ink.blueprintText, flexShrink: 1 }}>{title}</Text>
            </View>
          ))}
          {contents.length > maxOnCover && (
            <Text style={{ ...type.note, color: ink.blueprintText2 }}>and {contents.length - maxOnCover} more</Text>
          )}
        </View>
      </View>
    </PdfCover>
  );
}

const maxOnCover = 22;

export const drawVersion = (pdf: VersionPdfData): Promise<Uint8Array> =>
  renderPdf((<VersionDocument pdf={pdf} />) as never);
