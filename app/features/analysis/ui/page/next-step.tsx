import { memo } from "react";
import { comeBackSentence } from "#app/features/analysis/sheets/opportunity-labels.ts";
import { capitalized, promised } from "#app/features/content/promises.ts";
import type { LaterItem } from "#app/features/roi/analysis-shape.ts";
import { aCall, callTitle, offeredCalls } from "#app/lib/offered-calls.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import css from "./next-step.module.css";

/** The parts of the call; `share` is drawn. */
const parts = [
  { share: 15, text: "The findings, and where the figures are soft" },
  { share: 20, text: "The first automation, down to its fields" },
  { share: 10, text: "The roadmap, and who does what" },
] as const;
const total = parts.reduce((sum, part) => sum + part.share, 0);

/** The shown revision as files: their path without extension, and the download callbacks. */
export interface AnalysisFiles {
  path: string;
  query: string;
  onPdf: () => void;
  onSheet: () => void;
}

interface Props {
  changeHref: string | undefined;
  call: { href: string; label: string };
  /** Only on the owner's page. */
  files: AnalysisFiles | undefined;
}

/** With nothing in scope it offers only free material. */
export const NextStep = memo(function NextStep({
  hasProject,
  comeBack,
  afterBand,
  ...props
}: Props & {
  /** Follows the full blueprint's dark band, which has the primary action. */
  afterBand: boolean;
  hasProject: boolean;
  comeBack: LaterItem | undefined;
}) {
  const content = hasProject ? <Call {...props} isQuiet={afterBand} /> : <Free {...props} comeBack={comeBack} />;
  if (!afterBand) return <BlueprintBand id="next">{content}</BlueprintBand>;
  return (
    <section id="next" className="sec">
      <div className="wrap">{content}</div>
    </section>
  );
});

function Call({ isQuiet, ...props }: Props & { isQuiet: boolean }) {
  const { session, unlock } = offeredCalls();
  const opensBlueprint = unlock.isOffered
    ? `, and like the ${callTitle("unlock")} it opens the full blueprint`
    : ", and it opens the full blueprint";
  return (
    <div className={css.columns}>
      <div>
        <h2 className={isQuiet ? "t2" : "t1"}>Go through it with an architect</h2>
        <p className="lede top-125">
          {session.isOffered
            ? `${capitalized(aCall("session"))}, free. We bring this analysis, you bring your doubts. No sales pitch`
            : `Write to us with your doubts about this analysis. An architect answers ${promised.answer}, without a sales pitch`}
          {session.isOffered && props.files && opensBlueprint}.
        </p>
        <div className={`row top-150 ${css.actions}`}>
          <ButtonLink variant={isQuiet ? "secondary" : "primary"} forward href={props.call.href}>
            {props.call.label}
          </ButtonLink>
          <ChangeLink {...props} />
        </div>
        <Files {...props} />
      </div>
      {session.isOffered && <CallParts isQuiet={isQuiet} />}
    </div>
  );
}

const CallParts = ({ isQuiet }: { isQuiet: boolean }) => (
  <ol className={isQuiet ? `${css.minutes} ${css.wideOnly}` : css.minutes}>
    {parts.map(({ share, text }, index) => (
      <li key={share}>
        <svg width="100%" height="13" aria-hidden="true">
          <rect className={css.scale} y="6" width="100%" height="1" />
          <rect
            className={css.part}
            x={`${(100 * parts.slice(0, index).reduce((sum, part) => sum + part.share, 0)) / total}%`}
            y="5"
            width={`${(100 * share) / total}%`}
            height="3"
          />
        </svg>
        <p>
          <span className="note">{index + 1}</span> <span>{text}</span>
        </p>
      </li>
    ))}
  </ol>
);

function Free({ comeBack, ...props }: Props & { comeBack: LaterItem | undefined }) {
  return (
    <div className={css.columns}>
      <div>
        <h2 className="t1">Start for free, and come back later</h2>
        <p className="lede top-125">
          Nothing is in scope today, so there is nothing to buy. The starter kit lets you try one automation yourself.
        </p>
        <div className={`row top-150 ${css.actions}`}>
          <ButtonLink variant="primary" forward href="/downloads">
            Get the starter kit
          </ButtonLink>
          <ButtonLink href="/newsletter">Subscribe to the newsletter</ButtonLink>
          <ChangeLink {...props} />
        </div>
        <Files {...props} />
      </div>
      <div>
        <h3 className="t4">When to come back</h3>
        <p>{comeBackSentence(comeBack)}</p>
      </div>
    </div>
  );
}

const ChangeLink = ({ changeHref }: Pick<Props, "changeHref">) =>
  changeHref ? (
    <ButtonLink href={changeHref}>Change the answers</ButtonLink>
  ) : (
    <ButtonLink href="/automation-blueprint-gtmarc">Get one for your company</ButtonLink>
  );

const Files = ({ files }: Props) =>
  files && (
    <p className={`cluster top-100 ui-size ${css.files}`}>
      <a href={`${files.path}.pdf${files.query}`} onClick={files.onPdf}>
        Download as PDF
      </a>
      <a href={`${files.path}.xlsx${files.query}`} onClick={files.onSheet}>
        Download as spreadsheet
      </a>
      <a href="/blueprint/wizard/mode">All blueprints</a>
    </p>
  );
