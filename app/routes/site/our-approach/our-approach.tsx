import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { architects } from "#app/features/content/site-facts.server.ts";
import { bookLink } from "#app/lib/offered-calls.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { Architects } from "#app/shell/site/architects.tsx";
import { MainAction } from "#app/shell/site/main-action.tsx";
import { Notes } from "#app/shell/site/note-mark.tsx";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import type { Route } from "./+types/our-approach";
import { Checklist, PainPoints } from "./fit.tsx";
import css from "./our-approach.module.css";
import { SlideRule } from "./slide-rule.tsx";
import { approachNotes, Sources } from "./sources.tsx";
import { Steps } from "./steps.tsx";

export const handle: PageHandle = { content: true };

export const meta = pageMeta("/our-approach");

export async function loader({ context }: Route.LoaderArgs) {
  return { target: await wizardTarget(context), people: architects() };
}

/** How a project goes, from the first answer to the years after. */
export default function OurApproach({ loaderData: { target, people } }: Route.ComponentProps) {
  const book = bookLink("session", { href: "/contact" });
  return (
    <>
      <BlueprintBand plain className={css.hero}>
        <div className="wrap">
          <div className={`g12 end ${css.words}`}>
            <h1 className="hero-t">Measured in minutes, running in weeks.</h1>
            <p className="lede">
              Four steps. Each ends with something you can verify, and you can stop after any of them.
            </p>
          </div>
        </div>
        <figure className={css.drawing}>
          <SlideRule />
          <figcaption className="top-125 wrap note">
            Fig. 01. The four steps end to end on a logarithmic scale, without waiting times
          </figcaption>
        </figure>
      </BlueprintBand>
      <Steps />
      <PainPoints />
      <Checklist />
      <Sources />
      <Architects people={people} />
      <BlueprintBand>
        <div className={`g12 end ${css.ask}`}>
          <h2 className="t1">The first step takes fifteen minutes and costs nothing.</h2>
          <div className="grid">
            <p className="lede">You keep the analysis, whether or not you take a second step.</p>
            <MainAction target={target}>
              <ButtonLink href={book.href}>{book.label}</ButtonLink>
            </MainAction>
          </div>
        </div>
      </BlueprintBand>
      <Notes of={approachNotes} />
    </>
  );
}
