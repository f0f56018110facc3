import { catalog, countedAutomations, gridPath } from "#app/features/content/automations/automation-grid.ts";
import { capitalized } from "#app/features/content/promises.ts";
import { Behavior } from "#app/island-kit/behavior.tsx";
import { opens } from "#app/island-kit/openers.ts";
import { spelled } from "#app/lib/numbers.ts";
import { ButtonLink, IconButton } from "#app/ui/buttons/button.tsx";
import { DrawingNumber } from "#app/ui/drawings/drawing-number.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import type { CardContent } from "./card-data.ts";
import { CardDialog, cardDialogId } from "./card-dialog.tsx";
import { CardFigure } from "./card-figures.tsx";
import css from "./cards.module.css";

/** The blueprint cards in a row that moves automatically; each opens its dialog. Served once, repeated by the behavior. */
export function Cards({ cards, target }: { cards: readonly CardContent[]; target: string }) {
  if (cards.length === 0) return null;
  return (
    <>
      <Behavior of="rail" late />
      <Section
        tag="Fig. 05"
        title={`${capitalized(spelled(cards.length))} ${cards.length === 1 ? "blueprint" : "blueprints"} to start with`}
        size="t1"
        aside={
          <ButtonLink variant="tertiary" href={gridPath}>
            {catalog().shown.length > 1 && "All "}
            {countedAutomations()}
          </ButtonLink>
        }
        bleed={
          <div className={css.rail} data-rail="">
            <section
              className={css.track}
              data-rail-track=""
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
              tabIndex={0}
              aria-label="Blueprint cards, scrolls sideways"
            >
              <ul className={css.cards}>
                {cards.map((card, place) => (
                  <Card key={card.id} card={card} blueprint={place % 2 === 0} />
                ))}
              </ul>
            </section>
            <div className={`wrap ${css.controls}`}>
              <IconButton icon="back" label="Previous card" data-rail-turn="-1" />
              <IconButton icon="arrow" label="Next card" data-rail-turn="1" />
              <IconButton
                icon="pause"
                label="Pause the cards"
                className={css.stop}
                data-rail-stop=""
                aria-pressed="false"
              />
            </div>
          </div>
        }
      />
      {cards.map((card, place) => (
        <CardDialog key={card.id} card={card} place={place + 1} of={cards.length} target={target} />
      ))}
    </>
  );
}

function Card({ card, blueprint }: { card: CardContent; blueprint: boolean }) {
  const { id, title, description, drawings, steps, tools, weeks } = card;
  return (
    <li className={css.card}>
      <CardFigure id={id} blueprint={blueprint} />
      <div className={css.words}>
        <h3 className="t3">
          <button className={css.open} {...opens(cardDialogId(id))}>
            {title}
          </button>
        </h3>
        <p className="small">{description}</p>
        <p className={css.drawings}>
          <span className="vh">Made of </span>
          {drawings.map((drawing) => (
            <DrawingNumber key={drawing.id}>{drawing.id}</DrawingNumber>
          ))}
        </p>
        <dl className={`num ${css.facts}`}>
          <div>
            <dt>Steps</dt>
            <dd>{steps.length}</dd>
          </div>
          <div>
            <dt>Tools</dt>
            <dd>{tools}</dd>
          </div>
          <div>
            <dt>Build</dt>
            <dd>{`about ${weeks} weeks`}</dd>
          </div>
        </dl>
      </div>
    </li>
  );
}
