import { useLocation } from "react-router";
import { filterNamed, gridListing, gridOrder, gridPath } from "#app/features/content/automation-grid.ts";
import { pageMeta } from "#app/features/content/page-meta.ts";
import { itemList } from "#app/features/content/structured-data.ts";
import { Behavior } from "#app/island-kit/behavior.tsx";
import type { PageHandle } from "#app/shell/page-handle.ts";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { BlueprintBand } from "#app/ui/blueprint-band.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { CornerArc } from "#app/ui/drawings/arc.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/automation-grid";
import { Card } from "./automation-grid/card.tsx";
import { cardOf } from "./automation-grid/card-data.ts";
import { DrawingDialog } from "./automation-grid/drawing-dialog.tsx";
import { FilterBar } from "./automation-grid/filter-bar.tsx";
import { Legend } from "./automation-grid/legend.tsx";
import css from "./automation-grid.module.css";

export const handle: PageHandle = { content: true };

export const meta = pageMeta(gridPath, (site) => [itemList(site, gridPath, "The Automation Grid", gridListing)]);

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = filterNamed(new URL(request.url).searchParams.get("filter"));
  return { filter, cards: gridOrder.map(cardOf), target: await wizardTarget(context) };
}

/** The eighteen automations as drawings: filtered by area, opened one at a time. */
export default function AutomationGrid({ loaderData: { filter, cards, target } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const isHidden = (category: string) => filter !== null && filter !== category;
  const shown = cards.filter(({ category }) => !isHidden(category)).length;
  return (
    <>
      <Behavior of="automation-grid" />
      <PageHead
        title="The Automation Grid"
        lede="The eighteen automations we build most often, drawn step by step: what starts each one, which tools it passes through, where it asks, and what comes out."
      />
      <FilterBar path={pathname} current={filter} />
      <div className={`wrap ${css.grid}`}>
        <div className={css.count}>
          <p className="note" role="status">
            Showing <span data-shown="">{shown}</span> of {cards.length} automations
          </p>
          <Legend />
        </div>
        <ul className={css.cards}>
          {cards.map((card) => (
            <Card key={card.id} card={card} hidden={isHidden(card.category)} />
          ))}
        </ul>
        <div className={css.empty} data-empty="" hidden={shown > 0}>
          <Empty
            title="Operations & Finance is drawn for your firm"
            text="Approvals, purchasing and closing the books differ too much between firms for a drawing that fits all. The free analysis looks at how you do them and names what would pay, with hours and dollars."
            action={
              <ButtonLink href={target} forward>
                Start Your Free Analysis
              </ButtonLink>
            }
          />
        </div>
      </div>
      <BlueprintBand art={<CornerArc />}>
        <h2 className={`t1 ${css.question}`}>Which five of the eighteen pay first in your firm?</h2>
        <p className={`lede ${css.ask}`}>
          The free analysis ranks them with your own numbers: hours, dollars and payback. Three steps of five minutes.
        </p>
        <p className="row">
          <ButtonLink variant="primary" href={target} forward>
            Get Your Custom Blueprint
          </ButtonLink>
        </p>
      </BlueprintBand>
      <DrawingDialog />
    </>
  );
}
