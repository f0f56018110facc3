import { data, redirect } from "react-router";
import { automationPath, gridPath, neighborsOf } from "#app/features/content/automations/automation-grid.ts";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { Behavior } from "#app/island-kit/behavior.tsx";
import type { PageHandle } from "#app/shell/page-handle.ts";
import { CodeWait } from "#app/shell/site/code-wait.tsx";
import { Notes } from "#app/shell/site/note-mark.tsx";
import { notFoundMeta, PageNotFound } from "#app/shell/site/page-not-found.tsx";
import { DrawingNumber } from "#app/ui/drawing-number.tsx";
import { Hatch } from "#app/ui/hatch.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/automation";
import css from "./automation.module.css";
import { ActionBar } from "./automation-grid/action-bar.tsx";
import { areaHatch } from "./automation-grid/area-hatch.ts";
import { drawingOf } from "./automation-grid/drawing-data.ts";
import { HowItWorks, Overview, Prices, Specification } from "./automation-grid/drawing-parts.tsx";
import { Workflow, workflowBand } from "./automation-grid/workflow.tsx";

export const handle: PageHandle = { content: true };

export function loader({ params: { id } }: Route.LoaderArgs) {
  const automation = findAutomation(id.toUpperCase());
  // Not thrown: the page keeps its header and footer.
  if (!automation) return data(null, { status: 404 });
  const path = automationPath(automation.id);
  if (automation.id !== id) throw redirect(path, 301);
  const { before, after } = neighborsOf(automation.id);
  return {
    drawing: drawingOf(automation),
    before: { id: before.id, title: before.title },
    after: { id: after.id, title: after.title },
  };
}

export const meta = (args: Route.MetaArgs) =>
  args.loaderData ? pageMeta(automationPath(args.loaderData.drawing.id))(args) : notFoundMeta();

/** One drawing as a separate page: for links, for print, for browsers without scripts, and as the grid's dialog's source. */
export default function AutomationPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <PageNotFound />;
  const { drawing, before, after } = loaderData;
  const { id, title, area, category } = drawing;
  return (
    <>
      <Behavior of="step-notes" />
      <PageHead title={title} />
      <div className="wrap">
        <article className={`sheet ${css.sheet}`}>
          <div className={`line middle gap-100 ${css.strip}`}>
            <DrawingNumber>{id}</DrawingNumber>
            <Hatch pattern={areaHatch[area]} shape="small" />
            <h2>
              <a href={`${gridPath}?filter=${encodeURIComponent(category)}`}>{category}</a>
            </h2>
          </div>
          <div className={css.columns}>
            <div className={css.main}>
              <p className={`lede ${css.lede}`} data-part="lede">
                <Overview drawing={drawing} />
              </p>
              <div data-part="main">
                <HowItWorks drawing={drawing} />
              </div>
            </div>
            <div className={css.aside}>
              <div data-part="aside">
                <Specification drawing={drawing} />
              </div>
              <Prices />
              <CodeWait />
            </div>
          </div>
          <div className={workflowBand} data-part="foot">
            <Workflow drawing={drawing} />
          </div>
          <ActionBar before={before} after={after} />
        </article>
      </div>
      <Notes of={["outcomes"]} />
    </>
  );
}
