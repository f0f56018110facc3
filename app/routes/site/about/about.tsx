import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { architects } from "#app/features/content/site-facts.server.ts";
import { siteText } from "#app/features/content/texts/site-texts.server.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { Architects } from "#app/shell/site/architects.tsx";
import { MainAction } from "#app/shell/site/main-action.tsx";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { QuarterHour } from "#app/ui/drawings/arc.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import type { Route } from "./+types/about";
import css from "./about.module.css";
import { Gridlock } from "./gridlock.tsx";
import { StoryText } from "./story-text.tsx";

export const handle: PageHandle = { content: true };

export const meta = pageMeta("/about");

export async function loader({ context }: Route.LoaderArgs) {
  return { target: await wizardTarget(context), people: architects(), story: siteText("our-story") };
}

/** Our Story: a text that the firm may change, with drawings. */
export default function About({ loaderData: { target, people, story } }: Route.ComponentProps) {
  return (
    <>
      <BlueprintBand plain className={css.hero}>
        <div className="wrap">
          <div className="g12">
            <div className={css.words}>
              <h1 className="hero-t">{story.title}</h1>
              <p className="lede">{story.lede}</p>
            </div>
            <figure className={`full-width ${css.drawing}`}>
              <Gridlock />
              <figcaption className="top-75 note">Fig. 01. Four queues, each behind the next</figcaption>
            </figure>
          </div>
        </div>
      </BlueprintBand>
      <StoryText story={story} />
      <Architects people={people} />
      <BlueprintBand art={<QuarterHour />}>
        <h2 className="t1">See where your own work stalls.</h2>
        <MainAction target={target}>
          <ButtonLink href="/our-approach">See How It Works</ButtonLink>
        </MainAction>
      </BlueprintBand>
    </>
  );
}
