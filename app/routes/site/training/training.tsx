import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { course } from "#app/features/content/pages/structured-data.ts";
import { capitalized, promised } from "#app/features/content/promises.ts";
import { siteFacts } from "#app/features/content/site-facts.server.ts";
import { isOwnText, siteText } from "#app/features/content/texts/site-texts.server.ts";
import { programCount } from "#app/features/content/texts/text-facts.ts";
import type { Training } from "#app/features/content/texts/training-text.ts";
import { Island } from "#app/island-kit/island.tsx";
import TrainingDialog from "#app/islands/training-dialog.tsx";
import { listed } from "#app/lib/numbers.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { MainAction } from "#app/shell/site/main-action.tsx";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { QuarterHour } from "#app/ui/drawings/arc.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import type { Route } from "./+types/training";
import { HoursDrawing } from "./hours-drawing.tsx";
import { ProgramSheet } from "./program-sheet.tsx";
import css from "./training.module.css";

export const handle: PageHandle = { content: true };

export const meta = pageMeta(
  "/training",
  (site, data?: { training: Training }) =>
    data?.training.programs.map((program) => course(site, "/training", program)) ?? [],
);

export async function loader({ context }: Route.LoaderArgs) {
  const { now } = context.get(requestContext);
  return {
    ...{ target: await wizardTarget(context), contactEmail: siteFacts(now).contactEmail },
    ...{ training: siteText("training"), isOwn: isOwnText("training") },
  };
}

export default function TrainingPage({ loaderData }: Route.ComponentProps) {
  const { target, contactEmail, isOwn, training } = loaderData;
  const { title, lede, programs } = training;
  return (
    <>
      <header className={`wrap g12 ${css.head}`}>
        <div className={css.words}>
          <h1 className="hero-t">{title}</h1>
          <p className="lede">
            {lede} {capitalized(programCount(programs.length))}: for {listed(programs.map(({ forWhom }) => forWhom))}.
          </p>
          <p className="small">
            Registering commits you to nothing. {capitalized(promised.answer)}, a person writes to you with the next
            dates and the fee.
          </p>
        </div>
        <figure className={css.drawing}>
          <HoursDrawing programs={programs} isOwn={isOwn} />
          <figcaption className="top-75 note">Fig. 01. All programs on one scale: one square, one hour</figcaption>
        </figure>
      </header>
      <div className={`wrap grid ${css.programs}`}>
        {programs.map((program, index) => (
          <ProgramSheet key={program.title} program={program} number={index + 1} />
        ))}
      </div>
      <BlueprintBand art={<QuarterHour />}>
        <h2 className="t1">Not sure who to send? First see what there is to automate.</h2>
        <MainAction target={target}>
          <ButtonLink href={`mailto:${contactEmail}?subject=Training`}>Ask about training</ButtonLink>
        </MainAction>
      </BlueprintBand>
      <Island of={TrainingDialog} props={{}} wakeOn="open-training" />
    </>
  );
}
