import { automationPath } from "#app/features/content/automations/automation-grid.ts";
import { type AutomationId, areaHatch } from "#app/features/content/automations/automation-terms.ts";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { DrawingNumber } from "#app/ui/drawings/drawing-number.tsx";
import { Hatch } from "#app/ui/drawings/hatch.tsx";
import css from "./card.module.css";
import type { CardContent } from "./card-data.ts";
import { cardFigures } from "./card-figures.tsx";
import { FlowGlyphs } from "./flow-glyphs.tsx";

/**
 * One automation on the grid. Its link leads to the automation's own page; the behavior opens it in the dialog instead,
 * and searches the parts marked with `data-part` and the title (`entryOf` on the server).
 */
export function Card({ card, hidden }: { card: CardContent; hidden: boolean }) {
  const { id, title, area, category, shortDescription, icon, shape, weeks, hours, tools } = card;
  const figure = cardFigures[id as AutomationId];
  return (
    <li
      id={id}
      className={classNames(css.card, Boolean(figure) && css.drawn)}
      data-card={category}
      data-tools={tools.map((tool) => tool.id).join(" ")}
      hidden={hidden}
    >
      <p className={`line start between ${css.strip}`} data-part="strip">
        <DrawingNumber>{id}</DrawingNumber>
        <Hatch pattern={areaHatch[area]} shape="small" />
        <span className={css.category}>{category}</span>
      </p>
      {figure && <div className={`soft ${css.figure}`}>{figure}</div>}
      {hours && (
        <p className={`num line middle gap-75 top-100 ${css.hours}`}>
          <b className={`rigid ${css.expected}`}>
            {hours.expected}
            <span className="unit">h</span>
          </b>{" "}
          <span className="small">
            expected of every 100&nbsp;h of {hours.work}; from {hours.low} to {hours.high}
          </span>
        </p>
      )}
      <FlowGlyphs shape={shape} className={css.flow} />
      <h2 className="line between gap-75 t4">
        <a href={automationPath(id)} data-drawing={id}>
          {title}
        </a>
        <Icon name={icon} />
      </h2>
      <p className={`small ${css.text}`} data-part="lede">
        {shortDescription}
      </p>
      <div className={`small grid ${css.foot}`}>
        <p>
          <span className="vh">Tools: </span>
          <span data-part="tools">{tools.map(({ name }) => name).join(", ")}</span>
        </p>
        <p className="num">About {weeks} weeks to build</p>
      </div>
    </li>
  );
}
