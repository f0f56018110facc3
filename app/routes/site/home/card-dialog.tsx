import { automationPath } from "#app/features/content/automations/automation-grid.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { DialogShell } from "#app/ui/dialogs/dialog.tsx";
import { DrawingNumber } from "#app/ui/drawings/drawing-number.tsx";
import { ToolMark } from "#app/ui/logos/tool-mark.tsx";
import type { CardContent } from "./card-data.ts";
import css from "./card-dialog.module.css";
import { CardFigure } from "./card-figures.tsx";

export const cardDialogId = (id: CardContent["id"]): string => `blueprint-${id}`;

/** All of a card, in the page from the start: it opens at the first press and needs nothing more. */
export function CardDialog({
  card,
  place,
  of,
  target,
}: {
  card: CardContent;
  /** Of the card in the row, from 1. */
  place: number;
  of: number;
  target: string;
}) {
  const { id, title, description, detailedDescription, steps, outcomes, drawings, weeks } = card;
  return (
    <DialogShell
      id={cardDialogId(id)}
      size="wide"
      title={title}
      strip={<p className="note">{`Blueprint ${place} of ${of}`}</p>}
      aside={
        <>
          <div className={css.figure}>
            <CardFigure id={id} blueprint />
          </div>
          <h3 className={css.label}>Made of</h3>
          <ul className={css.drawings}>
            {drawings.map((drawing) => (
              <li key={drawing.id}>
                <DrawingNumber>{drawing.id}</DrawingNumber>
                <a href={automationPath(drawing.id)}>{drawing.title}</a>
                <span className="note">{`about ${drawing.weeks} weeks`}</span>
              </li>
            ))}
          </ul>
          <p className="small">
            {`About ${weeks} weeks to build${drawings.length > 1 ? ", one after another" : ""}. Other tools of the same kind work as well.`}
          </p>
          <p className={css.ask}>
            <ButtonLink variant="primary" wide href={target}>
              Start with a Blueprint
            </ButtonLink>
          </p>
        </>
      }
    >
      <p className={`lede ${css.lede}`}>{description}</p>
      <h3 className="t4">How It Works</h3>
      <p className={`prose ${css.how}`}>{detailedDescription}</p>
      <h3 className="t4">Automation Workflow</h3>
      <ol className={css.workflow}>
        {steps.map(({ from, name, tool, action }, index) => (
          <li key={action} className={css.step}>
            <span className={css.node}>
              <ToolMark of={tool} size={24} late />
            </span>
            <span className={css.action}>{action}</span>
            <span className={css.tool}>
              {name}
              {drawings.length > 1 && from !== steps[index - 1]?.from && <span className={css.from}>{from}</span>}
            </span>
          </li>
        ))}
      </ol>
      <h3 className="t4">Business Impact</h3>
      <ul className={css.outcomes}>
        {outcomes.map(({ measure, meaning }) => (
          <li key={meaning}>
            <p className={css.measure}>
              <Measure of={measure} />
            </p>
            <p className="small">{meaning}</p>
          </li>
        ))}
      </ul>
    </DialogShell>
  );
}

/** "20-30 min" with its unit small, "100%" as it is. */
function Measure({ of }: { of: string }) {
  const [figure, unit] = of.split(" ");
  return (
    <>
      {unit ? `${figure} ` : figure}
      {unit && <span className="unit">{unit}</span>}
    </>
  );
}
