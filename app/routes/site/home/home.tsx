import { useLoaderData } from "react-router";
import { isShown } from "#app/features/content/automations/hidden.ts";
import { blueprintCards } from "#app/features/content/pages/blueprint-cards.ts";
import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { organization, website } from "#app/features/content/pages/structured-data.ts";
import { getYours } from "#app/lib/firm.ts";
import { bookLink } from "#app/lib/offered-calls.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { exampleFigures } from "#app/shell/site/example-figures.server.ts";
import { Notes } from "#app/shell/site/note-mark.tsx";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import type { Route } from "./+types/home";
import { Areas } from "./areas.tsx";
import { cardContent } from "./card-data.ts";
import { Cards } from "./cards.tsx";
import { ExampleAnalysis } from "./example-analysis.tsx";
import { Hero } from "./hero.tsx";
import css from "./home.module.css";
import { homeNotes } from "./notes.ts";
import { Partners } from "./partners.tsx";
import { Sheets } from "./sheets.tsx";
import { Statistics } from "./statistics.tsx";

export const handle: PageHandle = { content: true };

export const meta = pageMeta("/", (site) => [organization(site), website(site)]);

export async function loader({ context }: Route.LoaderArgs) {
  return {
    example: exampleFigures(),
    cards: blueprintCards.filter(({ automations }) => automations.every(isShown)).map(cardContent),
    target: await wizardTarget(context),
  };
}

export default function Home() {
  const { example, cards, target } = useLoaderData<typeof loader>();
  const book = bookLink("session");
  return (
    <>
      <Hero target={target} />
      <ExampleAnalysis figures={example} />
      <Statistics />
      <Sheets />
      <div className={css.together}>
        <Areas />
        <Cards cards={cards} target={target} />
        <Partners />
      </div>
      <BlueprintBand>
        <h2 className="t1">Request a code now. Once it arrives, your own numbers are fifteen minutes away.</h2>
        <p className="row">
          <ButtonLink variant="primary" href={target} forward>
            {getYours()}
          </ButtonLink>
          <ButtonLink href={book.href}>{book.label}</ButtonLink>
        </p>
      </BlueprintBand>
      <Notes of={homeNotes} />
    </>
  );
}
