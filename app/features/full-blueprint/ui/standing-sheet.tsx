import type { ReactNode } from "react";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { promised } from "#app/features/content/promises.ts";
import { bookLink } from "#app/lib/offered-calls.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { Standing } from "../full-blueprint.server.ts";
import { type FullBlueprintStage, fullBlueprintStages, stageLabels, targetBusinessDays } from "../full-blueprint.ts";
import css from "./standing-sheet.module.css";

/** Drawing starts after the assignment of an architect and the kickoff. */
function titleOf({ stage, kickoffAt }: Standing): string {
  switch (stage) {
    case "requested":
      return "Your full blueprint is requested";
    case "assigned":
      return kickoffAt ? "Your full blueprint is being prepared" : "Your full blueprint has an architect";
    case "in-review":
      return "Your full blueprint is in review";
    case "published":
      return "Your full blueprint is here";
  }
}

export function StandingSheet({
  standing,
  now,
  booked,
}: {
  standing: Standing;
  now: Date;
  /** The booked kickoff call, instead of the button that books it. */
  booked?: ReactNode;
}) {
  const { stage, companyName, targetAt, kickoffAt, publishedAt } = standing;
  const dates = useFirmDates();
  return (
    <>
      <BlueprintBand className={css.band}>
        <p className="note">
          Sheet {sheetCodes.fullBlueprint}
          {companyName && `, ${companyName}`}
        </p>
        <h1 className="t1">{titleOf(standing)}</h1>
        <div className="grid gap-40 top-150">
          {stage === "published" && publishedAt ? (
            <>
              <p className="note">Published on</p>
              <p className={`figure-num ${css.day}`}>{dates.longDay(publishedAt)}</p>
            </>
          ) : targetAt && kickoffAt ? (
            <>
              <p className="note">{targetAt < now ? "Target date, passed" : "Target date"}</p>
              <p className={`figure-num ${css.day}`}>{dates.longDay(targetAt)}</p>
              <p className="small">
                {targetBusinessDays} business days from the kickoff on {dates.day(kickoffAt)}
                {targetAt < now && ". It is late: your architect will email you the new date"}
              </p>
            </>
          ) : (
            <>
              <p className="note">Target date</p>
              <p className={`figure-num ${css.day}`}>
                {targetBusinessDays} <span className="unit">business days from the kickoff</span>
              </p>
            </>
          )}
        </div>
        <Rail standing={standing} />
      </BlueprintBand>
      <section className={`wrap grid ${css.now}`} aria-labelledby="now">
        <h2 className="t3" id="now">
          {stage === "published" ? "What you can do with it" : "What happens now"}
        </h2>
        <div className="grid gap-150">
          <p className={`soft ${css.text}`}>{nextOf(standing)}</p>
          <div className="row">{actionsOf(standing, booked)}</div>
        </div>
      </section>
    </>
  );
}

function Rail({ standing }: { standing: Standing }) {
  const { day } = useFirmDates();
  const current = fullBlueprintStages.indexOf(standing.stage);
  const dates = [standing.requestedAt, standing.assignedAt, standing.reviewAt, standing.publishedAt];
  return (
    <ol className={`grid ${css.rail}`} aria-label="Stages">
      {fullBlueprintStages.map((stage, place) => {
        const date = place <= current ? dates[place] : null;
        return (
          <li
            key={stage}
            className={place <= current ? css.reached : undefined}
            aria-current={place === current ? "step" : undefined}
          >
            <svg className={css.tick} width="13" height="13" aria-hidden="true">
              {place <= current ? (
                <circle className={place === current ? "mkf" : css.solid} cx="6.5" cy="6.5" r="5" />
              ) : (
                <circle className="ln" cx="6.5" cy="6.5" r="5" />
              )}
            </svg>
            <p className={`soft ${css.stage}`}>{stageLabels[stage]}</p>
            <p className="note">
              {detailOf(standing, stage, day) ?? (date ? day(date) : place <= current ? "Done" : "")}
            </p>
          </li>
        );
      })}
    </ol>
  );
}

function detailOf(
  { architect, assignedAt }: Standing,
  stage: FullBlueprintStage,
  day: (at: Date) => string,
): string | null {
  return stage === "assigned" && architect && assignedAt ? `${architect}, ${day(assignedAt)}` : null;
}

function nextOf({ stage, kickoffAt, architect }: Standing): string {
  const who = architect ?? "your architect";
  switch (stage) {
    case "requested":
      return kickoffAt
        ? `The call was the kickoff, so the ${targetBusinessDays} business days have started. We assign an architect ${promised.architect} and email you the name.`
        : `We assign an architect ${promised.architect} and email you the name. You then agree on the scope, by replying to that email or in a call: that is the kickoff.`;
    case "assigned":
      return kickoffAt
        ? `${who} specifies every automation in scope: fields, triggers, steps, failure handling and tests. We will email you any questions.`
        : `${who} is waiting for the kickoff: agree on what to include and what to leave out, by replying to our email or in a call. The business days count from the kickoff; until then, the fee is refundable in full.`;
    case "in-review":
      return "The full blueprint is complete. A second architect checks it against your analysis; we email you when it is published.";
    case "published":
      return "Read it, print it, and pass it to your builders. Check off tasks as you finish them; later versions keep the checks.";
  }
}

function actionsOf({ stage, kickoffAt, blueprintId }: Standing, booked: ReactNode): ReactNode {
  const analysis = <ButtonLink href={`/blueprint/${blueprintId}`}>Open the analysis</ButtonLink>;
  if (stage === "published")
    return (
      <>
        <ButtonLink variant="primary" forward href={`/blueprint/${blueprintId}/full`}>
          Open the full blueprint
        </ButtonLink>
        {analysis}
      </>
    );
  if (kickoffAt || stage === "in-review") return analysis;
  const kickoff = bookLink("unlock", { label: "Book the kickoff call", query: `?blueprint=${blueprintId}` });
  return (
    <>
      {booked ?? (
        <ButtonLink variant="primary" icon="calendar" href={kickoff.href}>
          {kickoff.label}
        </ButtonLink>
      )}
      {analysis}
    </>
  );
}
