import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { architects } from "#app/features/content/site-facts.server.ts";
import { firmName, getYours } from "#app/lib/firm.ts";
import type { PageHandle } from "#app/shell/page-handle.ts";
import { Architects } from "#app/shell/site/architects.tsx";
import { CodeWait } from "#app/shell/site/code-wait.tsx";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { BlueprintBand } from "#app/ui/blueprint-band.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { QuarterHour } from "#app/ui/drawings/arc.tsx";
import type { Route } from "./+types/about";
import { Gridlock } from "./about/gridlock.tsx";
import { HandOvers } from "./about/hand-overs.tsx";
import { Ledger } from "./about/ledger.tsx";
import { Values } from "./about/values.tsx";
import css from "./about.module.css";

export const handle: PageHandle = { content: true };

export const meta = pageMeta("/about");

export async function loader({ context }: Route.LoaderArgs) {
  return { target: await wizardTarget(context), people: architects() };
}

/** Our Story: why there is a GTMarc and what it holds itself to. */
export default function About({ loaderData: { target, people } }: Route.ComponentProps) {
  return (
    <>
      <BlueprintBand plain className={css.hero}>
        <div className="wrap">
          <div className="g12">
            <div className={css.words}>
              <h1 className="hero-t">From Gridlock to Growth</h1>
              <p className="lede">
                Growing firms rarely lack effort, and never lack software. Work stalls at the intersections, where one
                team waits for another.
              </p>
            </div>
            <figure className={css.drawing}>
              <Gridlock />
              <figcaption className="note">Fig. 01. Four queues, each behind the next</figcaption>
            </figure>
          </div>
        </div>
      </BlueprintBand>
      <section className={`sec wrap g12 ${css.idea}`} aria-label="The founding idea">
        <figure className={css.quote}>
          <blockquote>
            <p>“No one would build a house without a drawing. Yet firms automate their revenue without one.”</p>
          </blockquote>
          <figcaption className="note">The idea {firmName()} was founded on</figcaption>
        </figure>
        <div className={`prose ${css.story}`}>
          <p>
            The story repeats from firm to firm. A team is slow, so the firm buys a tool. The tool needs data from two
            others, so someone exports it every Monday. That person leaves. The firm buys a second tool to fill the gap,
            and now there are two exports every Monday.
          </p>
          <p>
            Each step made sense. What was missing was the view from above: where the work goes, who waits for whom,
            what an hour of waiting costs. An architect provides that view before anyone moves a wall. We started{" "}
            {firmName()}
            to do the same for how a firm finds, wins and keeps its customers.
          </p>
          <p>
            So the plan comes first. It is based on your own answers, it shows its low case and its assumptions, and it
            is free, because a firm should see where its work stalls before it decides who fixes it.
          </p>
        </div>
      </section>
      <HandOvers />
      <Values />
      <Ledger />
      <Architects people={people} />
      <BlueprintBand art={<QuarterHour />}>
        <h2 className="t1">See where your own work stalls.</h2>
        <p className="row">
          <ButtonLink variant="primary" href={target} forward>
            {getYours()}
          </ButtonLink>
          <ButtonLink href="/our-approach">See How It Works</ButtonLink>
        </p>
        <CodeWait target={target} />
      </BlueprintBand>
    </>
  );
}
