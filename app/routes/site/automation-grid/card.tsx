import { automationPath } from "#app/features/content/automation-grid.ts";
import { classNames } from "#app/ui/class-names.ts";
import { DrawingNumber } from "#app/ui/drawing-number.tsx";
import { Hatch } from "#app/ui/hatch.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ToolMark } from "#app/ui/tool-mark.tsx";
import { areaHatch } from "./area-hatch.ts";
import css from "./card.module.css";
import type { CardContent } from "./card-data.ts";
import { cardFigures } from "./card-figures.tsx";
import { FlowGlyphs } from "./flow-glyphs.tsx";

/** One automation on the grid. Its link leads to the drawing's own page; the behavior opens it in the dialog instead. */
export function Card({ card, hidden }: { card: CardContent; hidden: boolean }) {
  const { id, title, area, category, shortDescription, icon, kinds, weeks, tools } = card;
  const figure = cardFigures[id];
  return (
    <li
      id={id}
      className={classNames(css.card, Boolean(figure) && css.drawn)}
      data-card={category}
      data-brands=""
      hidden={hidden}
    >
      <p className={css.strip} data-part="strip">
        <DrawingNumber>{id}</DrawingNumber>
        <Hatch pattern={areaHatch[area]} shape="small" />
        <span className={css.category}>{category}</span>
      </p>
      {figure && <div className={css.figure}>{figure}</div>}
      <FlowGlyphs kinds={kinds} className={css.flow} />
      <h2 className="t4">
        <a href={automationPath(id)} data-drawing={id}>
          {title}
        </a>
        <Icon name={icon} />
      </h2>
      <p className={`small ${css.text}`} data-part="lede">
        {shortDescription}
      </p>
      <div className={css.foot}>
        <p className="small num">
          <b>{kinds.length}</b> steps, about <b>{weeks}</b> weeks
        </p>
        <p className={css.tools}>
          <span className="vh">Drawn with {tools.map(({ name }) => name).join(", ")}</span>
          {tools.map((tool) => (
            <ToolMark key={tool.name} of={tool} size={17} late />
          ))}
        </p>
      </div>
    </li>
  );
}
