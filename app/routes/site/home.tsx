import { useLoaderData } from "react-router";
import type { PageHandle } from "../../page-handle.ts";
import { BlueprintBand } from "../../ui/blueprint-band.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { CornerArc } from "../../ui/drawings/arc.tsx";
import type { Route } from "./+types/home";
import { Areas } from "./home/areas.tsx";
import { exampleFigures } from "./home/example-analysis.server.ts";
import { ExampleStrip } from "./home/example-strip.tsx";
import { Hero } from "./home/hero.tsx";
import { Sheets } from "./home/sheets.tsx";
import { Statistics } from "./home/statistics.tsx";
import { wizardTarget } from "./wizard-target.ts";

export const handle: PageHandle = { content: true };

export const meta = () => [
  { title: "GTMarc | Go-to-market automation, measured before it is built" },
  {
    name: "description",
    content:
      "A free automation analysis for growth-stage B2B firms: which revenue work to automate first, how many hours it returns and what it costs. Three steps of five minutes.",
  },
];

export async function loader({ context }: Route.LoaderArgs) {
  return { example: exampleFigures(), target: await wizardTarget(context) };
}

export default function Home() {
  const { example, target } = useLoaderData<typeof loader>();
  return (
    <>
      <Hero target={target} />
      <ExampleStrip figures={example} />
      <Statistics />
      <Sheets />
      <Areas />
      <BlueprintBand art={<CornerArc />}>
        <h2 className="t1">Fifteen minutes from now you could be reading your own numbers.</h2>
        <p className="row">
          <ButtonLink variant="primary" href={target} forward>
            Get Your GTMarc
          </ButtonLink>
          <ButtonLink href="/schedule/strategy-session">Book a strategy call</ButtonLink>
        </p>
      </BlueprintBand>
    </>
  );
}
