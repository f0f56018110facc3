import { ButtonLink } from "../../../../ui/button.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { Section } from "../../../../ui/section.tsx";
import type { Analysis } from "../../../roi/analysis-shape.ts";
import { formatShare } from "../../../roi/figures.ts";
import { flagWords, recommendationWords } from "../../../roi/flag-words.ts";
import css from "./verdict.module.css";

/** What the model recommends, with its reason, and what to know before relying on the figures. */
export function Verdict({ result }: { result: Analysis }) {
  const words = recommendationWords(result);
  const flags = result.flags.map((flag) => ({ flag, ...flagWords(flag) }));
  return (
    <Section
      id="recommendation"
      title={words.title}
      aside={
        result.implementationCost > 0 && (
          <p>
            In {formatShare(result.range.probPositiveY1)} of 10,000 draws the first year ends above zero, the retainer
            included.
          </p>
        )
      }
    >
      <div className={css.verdict}>
        <p className="lede">{words.sentence}</p>
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
