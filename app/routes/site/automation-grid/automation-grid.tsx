import { redirect } from "react-router";
import {
  automationCount,
  countedAutomations,
  gridListing,
  gridPath,
} from "#app/features/content/automations/automation-grid.ts";
import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { itemList } from "#app/features/content/pages/structured-data.ts";
import { capitalized } from "#app/features/content/promises.ts";
import { modelVersion } from "#app/features/roi/inputs/parameters.ts";
import { Behavior } from "#app/island-kit/behavior.tsx";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { CodeWait } from "#app/shell/site/code-wait.tsx";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { QuarterHour } from "#app/ui/drawings/arc.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import type { Route } from "./+types/automation-grid";
import css from "./automation-grid.module.css";
import { Card } from "./card.tsx";
import { DrawingDialog } from "./drawing-dialog.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { gridAt, withoutUnknown } from "./grid-data.ts";
import { Legend } from "./legend.tsx";
import { SearchForm } from "./search-form.tsx";

export const handle: PageHandle = { content: true };

export const meta = pageMeta(gridPath, (site) => [itemList(site, gridPath, "The Automation Grid", gridListing())]);

export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const known = withoutUnknown(url.searchParams);
  if (known) throw redirect(url.pathname + (known.size > 0 ? `?${known}` : ""));
  return { grid: gridAt(url), target: await wizardTarget(context) };
}

/** The automations as drawings: searched, filtered by tool and area, opened one at a time. */
export default function AutomationGrid({ loaderData: { grid, target } }: Route.ComponentProps) {
  const { path, cards, shown, isArea, emptyAreas } = grid;
  const isUsual = emptyAreas.join() === "Operations & Finance";
  const start = (
    <ButtonLink href={target} forward>
      Start Your Free Analysis
    </ButtonLink>
  );
  return (
    <>
      <Behavior of="automation-grid" />
      <PageHead
        title="The Automation Grid"
        lede={`${capitalized(automationCount())} we build, step by step: what starts each one, which tools it uses, where it branches, and what comes out.`}
      />
      <SearchForm grid={grid} />
      <FilterBar grid={grid} />
      <div className={`wrap ${css.grid}`}>
        <div className={`cluster between below-75 ${css.count}`}>
          <p className="note" role="status">
            Showing <span data-shown="">{shown}</span> of {countedAutomations()}
          </p>
          <Legend />
        </div>
        <ul className={`grid ruled sheet-surface ${css.cards}`}>
          {cards.map(({ isHidden, ...card }) => (
            <Card key={card.id} card={card} hidden={isHidden} />
          ))}
        </ul>
        <p className={`note top-75 ${css.origin}`}>
          Hours: what the <a href="/assumptions">return model {modelVersion}</a> expects for daily work in the
          automation's own area, with the low and the high case.
        </p>
        <div className={`top-150 ${css.empty}`} data-empty="area" hidden={shown > 0 || !isArea}>
          <Empty
            title={`No standard automations ${isUsual ? "for Operations & Finance" : "in this area"}`}
            text={`${isUsual ? "Approvals, purchasing and closing the books differ" : "This work differs"} too much between firms for one standard workflow. The free analysis looks at how you do ${isUsual ? "them" : "it"} and names what would pay, with hours and dollars.`}
            action={start}
          />
        </div>
        <div className={`top-150 ${css.empty}`} data-empty="search" hidden={shown > 0 || isArea}>
          <Empty
            title="No automation matches"
            text={`Try another word, or fewer tools. Every automation can be built with other tools of the same kind; the free analysis starts from the ones you use.`}
            action={
              <p className="row">
                <ButtonLink href={path} data-choice="">
                  Show {cards.length === 1 ? "it" : `all ${countedAutomations()}`}
                </ButtonLink>
                {start}
              </p>
            }
          />
        </div>
      </div>
      <BlueprintBand art={<QuarterHour />}>
        <h2 className={`t1 ${css.question}`}>Which five should come first at your firm?</h2>
        <p className={`lede ${css.ask}`}>
          The free analysis ranks automations by your own numbers: hours, dollars and payback. Three steps of five
          minutes.
        </p>
        <p className="row">
          <ButtonLink variant="primary" href={target} forward>
            Get Your Custom Blueprint
          </ButtonLink>
        </p>
        <CodeWait target={target} />
      </BlueprintBand>
      <DrawingDialog />
    </>
  );
}
