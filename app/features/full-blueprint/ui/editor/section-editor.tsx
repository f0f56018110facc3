import { type ReactNode, useMemo } from "react";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { readDiagram } from "#app/features/full-blueprint/drawing/diagram.ts";
import { withoutBlankTables } from "#app/features/full-blueprint/drawing/readable.ts";
import type { Section } from "#app/features/full-blueprint/full-blueprint.ts";
import { readMarkdown } from "#app/lib/formats/markdown.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/forms/field.tsx";
import { MarkdownView } from "#app/ui/text/markdown-view.tsx";
import { DiagramView } from "../reader/diagram-view.tsx";
import css from "./section-editor.module.css";

export type EditorThread = { isOpen: boolean; view: ReactNode };

export type GridDrawing = { id: string; title: string; diagram: string };

export function SectionEditor({
  section,
  grid,
  number,
  isFirst,
  isLast,
  onChange,
  onMove,
  onRemove,
  thread,
}: {
  section: Section;
  grid: readonly GridDrawing[];
  number: number;
  isFirst: boolean;
  isLast: boolean;
  onChange: (section: Section) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  thread?: EditorThread | undefined;
}) {
  const { id, title, body, diagram, automation } = section;
  const set = (part: Partial<Section>) => onChange({ ...section, ...part });
  const drawn = useMemo(() => readDiagram(diagram), [diagram]);
  const nodes = useMemo(() => withoutBlankTables(readMarkdown(body)), [body]);
  const fromGrid = grid.map((one) => ({ value: one.id, label: `${one.id} ${one.title}` }));
  const isGone = automation !== null && !grid.some((one) => one.id === automation);
  const name = title || `section ${number}`;
  return (
    <details className={`card ${css.section}`} name={`section-${id}`} open={body === ""}>
      <summary className={`line baseline gap-100 ${css.head}`}>
        <span className="note">
          {sheetCodes.fullBlueprint}.{number}
        </span>
        <span className="strong">{title || "Without a title"}</span>
        {automation && <span className="note">{automation}</span>}
        {thread?.isOpen && (
          <Badge kind="caution" icon="clock">
            Open question
          </Badge>
        )}
      </summary>
      <div className={`grid cols-2 ${css.body}`}>
        <div className={`grid gap-125 packed ${css.fields}`}>
          <TextField
            label="Section title"
            value={title}
            maxLength={160}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
          <TextArea
            label="Section text"
            hint="Markdown: ## heading, - list, | table |, **strong**"
            rows={14}
            value={body}
            maxLength={20_000}
            onChange={(event) => set({ body: event.currentTarget.value })}
          />
          <SelectField
            label="Drawing from the grid"
            placeholder="None: use the diagram below"
            value={automation ?? ""}
            options={isGone ? [...fromGrid, { value: automation, label: automation }] : fromGrid}
            onChange={({ currentTarget: { value } }) => {
              const chosen = grid.find((one) => one.id === value);
              set({ automation: value || null, ...(chosen && { diagram: chosen.diagram }) });
            }}
          />
          <TextArea
            label="Diagram"
            hint="One step per line. Tool: what happens there. Start a decision with ?, and end it with -> what happens if not."
            error={drawn.ok ? undefined : `Line ${drawn.line}: ${drawn.fault}`}
            rows={7}
            value={diagram}
            maxLength={4000}
            onChange={(event) => set({ diagram: event.currentTarget.value })}
          />
          <div className="row">
            <Button size={32} disabled={isFirst} aria-label={`Move ${name} up`} onClick={() => onMove(-1)}>
              Up
            </Button>
            <Button size={32} disabled={isLast} aria-label={`Move ${name} down`} onClick={() => onMove(1)}>
              Down
            </Button>
            <Button size={32} icon="trash" aria-label={`Remove ${name}`} onClick={onRemove}>
              Remove
            </Button>
          </div>
        </div>
        <section className={`grid gap-90 packed shrinks ${css.preview}`} aria-label={`Preview of ${name}`}>
          <p className="note">As the client reads it</p>
          <h3 className="t3">{title}</h3>
          <MarkdownView nodes={nodes} />
          {drawn.ok && drawn.steps.length > 0 && (
            <DiagramView steps={drawn.steps} label={name} number={`Fig. ${number}`} />
          )}
          {thread?.view}
        </section>
      </div>
    </details>
  );
}
