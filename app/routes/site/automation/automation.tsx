import { data, redirect } from "react-router";
import {
  automationPath,
  catalog,
  type GridAutomation,
  gridPath,
  neighborsOf,
} from "#app/features/content/automations/automation-grid.ts";
import { areaHatch } from "#app/features/content/automations/automation-terms.ts";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { Behavior } from "#app/island-kit/behavior.tsx";
import { unlisted } from "#app/lib/firm.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { CodeWait } from "#app/shell/site/code-wait.tsx";
import { landingPath } from "#app/shell/site/main-paths.ts";
import { Notes } from "#app/shell/site/note-mark.tsx";
import { notFoundMeta, PageNotFound } from "#app/shell/site/page-not-found.tsx";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { DrawingNumber } from "#app/ui/drawings/drawing-number.tsx";
import { Hatch } from "#app/ui/drawings/hatch.tsx";
import { ScreenMessage } from "#app/ui/feedback/screen-message.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import type { Route } from "./+types/automation";
import { ActionBar } from "./action-bar.tsx";
import css from "./automation.module.css";
import { drawingOf } from "./drawing-data.ts";
import { HowItWorks, Overview, Prices, Specification } from "./drawing-parts.tsx";
import { Workflow, workflowBand } from "./workflow.tsx";

export const handle: PageHandle = { content: true };

export function loader({ params: { id } }: Route.LoaderArgs) {
  const { shown, hidden } = catalog();
  const number = id.toUpperCase();
  const gone = hidden.find((one) => one.id === number);
  // Not thrown: the page keeps its header and footer.
  // One of the firm's own may never have been shown, so its title is not shown.
  if (gone) return data({ gone: findAutomation(number)?.title ?? null }, { status: 410 });
  const automation = shown.find((one) => one.id === number);
  if (!automation) return data(null, { status: 404 });
  if (number !== id) throw redirect(automationPath(number), 301);
  const neighbors = neighborsOf(number);
  return { drawing: drawingOf(automation), before: linkOf(neighbors?.before), after: linkOf(neighbors?.after) };
}

const linkOf = (to: GridAutomation | undefined) => to && { id: to.id, title: to.title };

export const meta = (args: Route.MetaArgs) =>
  args.loaderData && "drawing" in args.loaderData
    ? pageMeta(automationPath(args.loaderData.drawing.id))(args)
    : args.loaderData
      ? unlisted(args.loaderData.gone ? "No longer offered" : "Not offered")
      : notFoundMeta();

/** One drawing as a separate page: for links, for print, for browsers without scripts, and as the grid's dialog's source. */
export default function AutomationPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <PageNotFound />;
  if ("gone" in loaderData) return <NoLongerOffered title={loaderData.gone} />;
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
            <h2 className="smaller weight-400 soft">
              <a href={`${gridPath}?filter=${encodeURIComponent(category)}`}>{category}</a>
            </h2>
          </div>
          <div className={`grid ${css.columns}`}>
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
          <ActionBar before={before} after={after} isAlone={!before} />
        </article>
      </div>
      <Notes of={["outcomes"]} />
    </>
  );
}

/** The firm has hidden it; links to it stay in mails and search results. */
const NoLongerOffered = ({ title }: { title: string | null }) => (
  <ScreenMessage
    inside
    code="410"
    title={title ? `We no longer offer “${title}”` : "We do not offer this automation"}
    text="The Automation Grid shows what we build today, and the free analysis names what would pay at your firm."
    action={{ href: gridPath, label: "Automation Grid" }}
  >
    <ButtonLink href={landingPath}>Automation Blueprint</ButtonLink>
  </ScreenMessage>
);
