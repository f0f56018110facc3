import { type ReactNode, useId } from "react";
import type { Analysis, Flag } from "#app/features/roi/analysis-shape.ts";
import { flagWords, recommendationWords } from "#app/features/roi/flag-words.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/section.tsx";
import { oddsWords } from "../odds-words.ts";
import { HatchPattern } from "./hatch-pattern.tsx";
import css from "./verdict.module.css";

/** The recommendation's own sentence is about these. */
const saidAlready: ReadonlySet<Flag> = new Set(["no_hours", "nothing_in_scope"]);

/** What the model recommends, with its reason, the analysis in sentences (`children`), and what to know before relying on it. */
export function Verdict({ result, children }: { result: Analysis; children?: ReactNode }) {
  const words = recommendationWords(result);
  const flags = result.flags.filter((flag) => !saidAlready.has(flag)).map((flag) => ({ flag, ...flagWords(flag) }));
  return (
    <Section id="recommendation" title={words.title} aside={<p>{words.sentence}</p>}>
      <div className={css.verdict}>
        {children}
        {result.implementationCost > 0 && <Odds share={result.range.probPositiveY1} />}
        {words.kind === "not-worth-it-yet" && (
          <div className="row">
            <ButtonLink variant="primary" href="/downloads" forward>
              Get the starter kit
            </ButtonLink>
            <p className="small">Fifteen templates and an ROI calculator, free and without a sign-in.</p>
          </div>
        )}
        {flags.length > 0 && (
          <ul className={css.flags}>
            {flags.map(({ flag, tone, sentence }) => (
              <li key={flag}>
                <Notice kind={tone === "caution" ? "caution" : "info"}>{sentence}</Notice>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

/** How many of the draws end their first year above zero: solid those, hatched the others. */
function Odds({ share }: { share: number }) {
  const hatch = useId();
  const percent = `${Math.round(share * 1000) / 10}%`;
  const { above, below } = oddsWords(share);
  return (
    <figure className={css.odds}>
      <svg
        width="100%"
        height="26"
        role="img"
        aria-label={`${above} of 10,000 draws end the first year above zero, ${below} below.`}
      >
        <HatchPattern id={hatch} />
        <rect className={css.below} x="0" y="0.5" width="100%" height="25" fill={`url(#${hatch})`} />
        <rect className={css.above} x="0" y="0.5" width={percent} height="25" />
      </svg>
      <figcaption>
        <span>
          <b>{above}</b> of 10,000 draws end the first year above zero, the retainer included
        </span>
        <span>{below} below</span>
      </figcaption>
    </figure>
  );
}
