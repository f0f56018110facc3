import { industryFigures, industryFiguresLabel } from "#app/features/content/industry-figures.ts";
import type { ClaimName } from "#app/features/roi/wording/claims.ts";
import { NoteMark } from "#app/shell/site/note-mark.tsx";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./sources.module.css";

/** The claims of this page in the order in which a reader meets them. */
export const approachNotes = [
  "guarantee",
  "productivity",
  "overhead",
  "prediction",
] as const satisfies readonly ClaimName[];

/** What can be said of the three figures of the first page: where they come from is not known to us. */
export function Sources() {
  return (
    <Section
      id="sources"
      surface="sheet"
      tag={industryFiguresLabel}
      title="Three figures without a source"
      aside={
        <p>
          Your own figures come from your answers and the <a href="/assumptions">assumptions of the model</a>, never
          from these three.
        </p>
      }
    >
      <div className="g12">
        <ul className={`ruled ${css.figures}`}>
          {industryFigures.map(({ claim, value, title, text }) => (
            <li className="grid baseline" key={claim}>
              <p className={`num ${css.value}`}>
                {value}%
                <NoteMark claim={claim} number={approachNotes.indexOf(claim) + 1} />
              </p>
              <div>
                <h3 className="t4">{title}</h3>
                <p className="small">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <div className={`prose ${css.words}`}>
          <PhoneDetails more="What we know, and why we show them">
            <p>
              <strong>What we know.</strong> The three figures on our home page are quoted in the industry for marketing
              and sales automation. We could not verify where they come from, so we name no source.
            </p>
            <p>
              <strong>Why we show them.</strong> They give you an order of magnitude before you have numbers of your
              own. No analysis uses them: yours shows your own figures, with their range.
            </p>
          </PhoneDetails>
        </div>
      </div>
    </Section>
  );
}
