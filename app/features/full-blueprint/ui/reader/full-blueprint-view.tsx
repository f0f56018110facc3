import type { ReactNode } from "react";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import type { ReadableBlueprint } from "#app/features/full-blueprint/drawing/readable.ts";
import { DrawingNumber } from "#app/ui/drawings/drawing-number.tsx";
import { MarkdownView } from "#app/ui/text/markdown-view.tsx";
import { DiagramView } from "./diagram-view.tsx";
import css from "./full-blueprint-view.module.css";
import { TaskList, Tasks } from "./tasks.tsx";

/** Sheet A-06 for the client. `aside` is below the contents. */
export function FullBlueprintView({
  blueprint,
  done,
  onTick,
  aside,
  belowSection,
  belowSections,
}: {
  blueprint: ReadableBlueprint;
  /** Ids of the ticked tasks; absent for readers of a link, who see no progress. */
  done?: readonly string[];
  /** Absent if nothing can be ticked: earlier versions, the architect's preview. */
  onTick?: (taskId: string, done: boolean) => void;
  aside?: ReactNode;
  belowSection?: (section: { id: string; title: string }) => ReactNode;
  belowSections?: ReactNode;
}) {
  const { summary, sections, tasks } = blueprint;
  return (
    <div className={`wrap grid ${css.columns}`}>
      <div className={`grid gap-200 ${css.margin}`}>
        <nav aria-label="Contents">
          <p className="note">Contents</p>
          <ol className={`ruled ${css.contents}`}>
            {sections.map(({ id, title }, index) => (
              <li key={id}>
                <a className="grid smaller" href={`#${id}`}>
                  <span className="note">
                    {sheetCodes.fullBlueprint}.{index + 1}
                  </span>{" "}
                  {title}
                </a>
              </li>
            ))}
            {tasks.length > 0 && (
              <li>
                <a className="grid smaller" href="#tasks">
                  <span className="note">
                    {sheetCodes.fullBlueprint}.{sections.length + 1}
                  </span>{" "}
                  Tasks
                </a>
              </li>
            )}
          </ol>
        </nav>
        {aside}
      </div>
      <div className="shrinks">
        {summary.length > 0 && (
          <section className={css.summary} aria-label="Summary">
            <MarkdownView nodes={summary} />
          </section>
        )}
        {sections.map(({ id, title, automation, body, steps }, index) => (
          <section key={id} id={id} className={`rule-top ${css.section}`} aria-labelledby={`${id}-title`}>
            <p className={`line middle gap-75 below-75 ${css.tag}`}>
              <span className="note">
                {sheetCodes.fullBlueprint}.{index + 1}
              </span>
              {automation && <DrawingNumber>{automation}</DrawingNumber>}
            </p>
            <h2 className="below-125 t2" id={`${id}-title`}>
              {title}
            </h2>
            <MarkdownView nodes={body} />
            {steps.length > 0 && <DiagramView steps={steps} label={title} number={`Fig. ${index + 1}`} />}
            {belowSection?.({ id, title })}
          </section>
        ))}
        {tasks.length > 0 && (
          <section id="tasks" className={`rule-top ${css.section}`} aria-labelledby="tasks-title">
            <p className={`line middle gap-75 below-75 ${css.tag}`}>
              <span className="note">
                {sheetCodes.fullBlueprint}.{sections.length + 1}
              </span>
            </p>
            <h2 className="below-125 t2" id="tasks-title">
              Tasks
            </h2>
            {done ? <Tasks tasks={tasks} done={done} {...(onTick && { onTick })} /> : <TaskList tasks={tasks} />}
          </section>
        )}
        {belowSections}
      </div>
    </div>
  );
}
