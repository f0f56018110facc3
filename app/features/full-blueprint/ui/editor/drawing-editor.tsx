import { useState } from "react";
import type { FullBlueprintContent, Section } from "#app/features/full-blueprint/full-blueprint.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { TextArea } from "#app/ui/forms/field.tsx";
import { type EditorThread, type GridDrawing, SectionEditor } from "./section-editor.tsx";
import { newPartId, TaskEditor } from "./task-editor.tsx";

/** Every change passes on the complete copy. */
export function DrawingEditor({
  content,
  grid,
  onChange,
  onBegin,
  threadOn,
}: {
  content: FullBlueprintContent;
  /** The drawings that a section can start with. */
  grid: readonly GridDrawing[];
  onChange: (content: FullBlueprintContent) => void;
  /** Replaces the content with a first draft from the analysis. */
  onBegin: () => void;
  threadOn?: (sectionId: string) => EditorThread | undefined;
}) {
  const { summary, sections, tasks } = content;
  const setSections = (next: Section[]) => onChange({ ...content, sections: next });
  const add = () => setSections([...sections, { id: newPartId(), title: "", body: "", diagram: "", automation: null }]);
  const hasNoDrawings = sections.length === 0 && tasks.length === 0;
  const [asking, setAsking] = useState(false);
  return (
    <div className="grid gap-200 shrinks">
      {hasNoDrawings && (
        <Empty
          title="No sections yet"
          text="Start from the analysis: one section for each automation with its diagram, and the months as tasks. Then adapt it to the client."
          action={
            <Button variant="primary" size={40} onClick={() => (summary.trim() === "" ? onBegin() : setAsking(true))}>
              Start from the analysis
            </Button>
          }
        />
      )}
      <ConfirmDialog
        open={asking}
        title="Replace the summary?"
        confirm="Replace it"
        busy={false}
        busyText="Replacing"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onBegin();
        }}
      >
        <p>The first draft from the analysis has its own summary, which replaces your text.</p>
      </ConfirmDialog>
      <TextArea
        label="Summary"
        hint="Markdown. The first thing the client reads."
        rows={4}
        maxLength={4000}
        value={summary}
        onChange={(event) => onChange({ ...content, summary: event.currentTarget.value })}
      />
      <section aria-labelledby="blueprint-sections">
        <h2 className="line baseline gap-75 below-75 larger strong" id="blueprint-sections">
          Sections <span className="note">{sections.length} of 40</span>
        </h2>
        {sections.map((section, place) => (
          <SectionEditor
            key={section.id}
            section={section}
            grid={grid}
            number={place + 1}
            isFirst={place === 0}
            isLast={place === sections.length - 1}
            onChange={(next) => setSections(sections.map((each) => (each.id === next.id ? next : each)))}
            onMove={(by) => setSections(moved(sections, place, by))}
            thread={threadOn?.(section.id)}
            onRemove={() => setSections(sections.filter(({ id }) => id !== section.id))}
          />
        ))}
        <div className="top-100">
          <Button size={40} icon="plus" onClick={add} disabled={sections.length >= 40}>
            Add a section
          </Button>
        </div>
      </section>
      <TaskEditor tasks={tasks} onChange={(next) => onChange({ ...content, tasks: next })} />
    </div>
  );
}

function moved<Part>(list: readonly Part[], from: number, by: -1 | 1): Part[] {
  const next = [...list];
  const [part] = next.splice(from, 1);
  if (part !== undefined) next.splice(from + by, 0, part);
  return next;
}
