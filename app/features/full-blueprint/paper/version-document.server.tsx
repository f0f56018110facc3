import { Text, View } from "@react-pdf/renderer";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { longDayOf } from "#app/lib/us-dates.ts";
import { PaperHead, PaperNotice } from "#app/ui/paper/blocks.server.tsx";
import { ink, type } from "#app/ui/paper/ink.server.ts";
import { PaperLogo } from "#app/ui/paper/logo.server.tsx";
import { PaperMarkdown } from "#app/ui/paper/markdown.server.tsx";
import { PaperCover, PaperDocument, PaperPage, type TitleBlock } from "#app/ui/paper/page.server.tsx";
import { renderPaper } from "#app/ui/paper/rendering.server.ts";
import { PaperTable } from "#app/ui/paper/table.server.tsx";
import type { Task } from "../full-blueprint.ts";
import { type ReadableBlueprint, readable } from "../readable.ts";
import type { VersionPaper } from "./version-paper.ts";
import { PaperWorkflow } from "./workflow.server.tsx";

/** A published version on paper: cover with contents, summary, one section after the other, tasks. */
export function VersionDocument({ paper }: { paper: VersionPaper }) {
  const { companyName, number, note, publishedAt, timezone } = paper;
  const company = companyName || "Your company";
  const day = longDayOf(publishedAt, timezone);
  const { summary, sections, tasks } = readable(paper.content);
  const block: TitleBlock = {
    cells: [
      { label: "Full blueprint for", text: company },
      { label: "Date", text: day },
      { label: "Version", text: String(number) },
      { label: "Architect", text: paper.architect ?? "GTMarc" },
    ],
  };
  return (
    <PaperDocument title={`Full blueprint: ${company}`} subject={`Version ${number}, ${day}`} madeAt={publishedAt}>
      <Cover paper={paper} company={company} day={day} sections={sections} hasTasks={tasks.length > 0} />
      <PaperPage tag={`${sheetCodes.fullBlueprint} Summary`} block={block}>
        <PaperHead tag={sheetCodes.fullBlueprint} title="Summary" />
        {note !== "" && (
          <View style={{ marginBottom: 12 }}>
            <PaperNotice title={`What changed in version ${number}`}>{note}</PaperNotice>
          </View>
        )}
        <PaperMarkdown nodes={summary} />
      </PaperPage>
      {sections.map((section, index) => (
        <PaperPage key={section.id} tag={`${sheetCodes.fullBlueprint}.${index + 1}`} block={block}>
          <PaperHead tag={section.automation ?? `${sheetCodes.fullBlueprint}.${index + 1}`} title={section.title} />
          <PaperMarkdown nodes={section.body} />
          {section.steps.length > 0 && (
            <PaperWorkflow steps={section.steps} label={section.title} number={`Fig. ${index + 1}`} />
          )}
        </PaperPage>
      ))}
      {tasks.length > 0 && (
        <PaperPage tag={`${sheetCodes.fullBlueprint}.${sections.length + 1}`} block={block}>
          <PaperHead tag={`${sheetCodes.fullBlueprint}.${sections.length + 1}`} title="Tasks" />
          <TaskTable tasks={tasks} />
        </PaperPage>
      )}
    </PaperDocument>
  );
}

const TaskTable = ({ tasks }: { tasks: readonly Task[] }) => (
  <PaperTable
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
  paper,
  company,
  day,
  sections,
  hasTasks,
}: {
  paper: VersionPaper;
  company: string;
  day: string;
  sections: ReadableBlueprint["sections"];
  hasTasks: boolean;
}) {
  const contents = [...sections.map(({ title }) => title), ...(hasTasks ? ["Tasks"] : [])];
  return (
    <PaperCover>
      <View style={{ flexDirection: "row", justifyContent: "space-between" }}>
        <PaperLogo size={20} reversed />
        <Text style={{ ...type.note, color: ink.blueprintText2, fontSize: 8 }}>Full blueprint</Text>
      </View>
      <View style={{ gap: 26 }}>
        <Text style={{ ...type.display, color: ink.blueprintText }}>{`Full blueprint for ${company}`}</Text>
        <View style={{ gap: 4 }}>
          {contents.slice(0, mostOnCover).map((title, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a printed list never changes, and titles may repeat
            <View key={index} style={{ flexDirection: "row" }}>
              <Text style={{ ...type.note, color: ink.blueprintText2, width: 52, paddingTop: 1.5 }}>
                {sheetCodes.fullBlueprint}.{index + 1}
              </Text>
              <Text style={{ ...type.body, color: ink.blueprintText, flexShrink: 1 }}>{title}</Text>
            </View>
          ))}
          {contents.length > mostOnCover && (
            <Text style={{ ...type.note, color: ink.blueprintText2 }}>and {contents.length - mostOnCover} more</Text>
          )}
        </View>
      </View>
      <View style={{ flexDirection: "row", border: `0.75pt solid ${ink.blueprintLine}` }}>
        {[
          ["For", company],
          ["Architect", paper.architect ?? "GTMarc"],
          ["Date", day],
          ["Version", String(paper.number)],
        ].map(([label, text], index) => (
          <View
            key={label}
            style={{
              flexGrow: index < 2 ? 2 : 1,
              flexBasis: 0,
              padding: "8 10",
              ...(index > 0 && { borderLeft: `0.75pt solid ${ink.blueprintLine}` }),
            }}
          >
            <Text style={{ ...type.note, color: ink.blueprintText2 }}>{label}</Text>
            <Text style={{ ...type.body, color: ink.blueprintText, marginTop: 2 }}>{text}</Text>
          </View>
        ))}
      </View>
    </PaperCover>
  );
}

/** What fits on the cover. */
const mostOnCover = 22;

/** A published version as the bytes of a PDF. */
export const drawVersion = (paper: VersionPaper): Promise<Uint8Array> =>
  renderPaper((<VersionDocument paper={paper} />) as never);
