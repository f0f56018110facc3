import { memo } from "react";
import type { Recommendation } from "#app/features/roi/analysis-shape.ts";
import { BlueprintBand } from "#app/ui/blueprint-band.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import css from "./next-step.module.css";

const minutes = [
  { span: 15, text: "The findings, and where the figures are soft" },
  { span: 20, text: "The first automation, down to its fields" },
  { span: 10, text: "The road map, and who does what" },
] as const;

/** The shown revision as files: where they are without their ending, and who is told that one was taken. */
export interface AnalysisFiles {
  path: string;
  query: string;
  onPdf: () => void;
  onSheet: () => void;
}

/** The ask, which closes the page: a free call about these figures. */
export const NextStep = memo(function NextStep({
  recommendation,
  changeHref,
  files,
}: {
  recommendation: Recommendation;
  changeHref: string | undefined;
  /** Only on its owner's page. */
  files: AnalysisFiles | undefined;
}) {
  const total = minutes.reduce((sum, part) => sum + part.span, 0);
  return (
    <BlueprintBand id="next">
      <div className={css.columns}>
        <div>
          <h2 className="t1">
            {recommendation === "starter-kit" ? "Ask us what we would do first" : "Go through it with an architect"}
          </h2>
          <p className={`lede ${css.lede}`}>
            {total} minutes, free. We bring this analysis, you bring the doubts. Nothing is sold on the call.
          </p>
          <div className={`row ${css.actions}`}>
            <ButtonLink variant="primary" forward href="/schedule/strategy-session">
              Book a strategy call
            </ButtonLink>
            {changeHref ? (
              <ButtonLink href={changeHref}>Change the answers</ButtonLink>
            ) : (
              <ButtonLink href="/automation-blueprint-gtmarc">Make one for your company</ButtonLink>
            )}
          </div>
          {files && (
            <p className={css.files}>
              <a href={`${files.path}.pdf${files.query}`} onClick={files.onPdf}>
                Download as PDF
              </a>
              <a href={`${files.path}.xlsx${files.query}`} onClick={files.onSheet}>
                Download as spreadsheet
              </a>
              <a href="/blueprint/wizard/mode">All blueprints</a>
            </p>
          )}
        </div>
        <ol className={css.minutes}>
          {minutes.map(({ span, text }, index) => (
            <li key={span}>
              <svg width="100%" height="13" aria-hidden="true">
                <rect className={css.scale} y="6" width="100%" height="1" />
                <rect
                  className={css.part}
                  x={`${(100 * minutes.slice(0, index).reduce((sum, part) => sum + part.span, 0)) / total}%`}
                  y="5"
                  width={`${(100 * span) / total}%`}
                  height="3"
                />
              </svg>
              <p>
                <span className="note">{span} min</span> <span>{text}</span>
              </p>
            </li>
          ))}
        </ol>
      </div>
    </BlueprintBand>
  );
});
