import { industryFigures, industryFiguresLabel } from "#app/features/content/industry-figures.ts";
import { NoteMark } from "#app/shell/site/note-mark.tsx";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./home.module.css";
import { numberOf } from "./notes.ts";

/** The three specified figures, smaller than the example's own, under a label that promises no source. */
export function Statistics() {
  return (
    <Section
      tag={industryFiguresLabel}
      title="What the industry says automation returns"
      aside={<a href="/our-approach#sources">Why we still show them</a>}
    >
      <ul className={css.statistics}>
        {industryFigures.map(({ claim, value, title, text }) => (
          <li key={title}>
            <p className={css.statistic}>
              {value}
              <span className="unit">%</span>
            </p>
            <h3 className="t4">
              {title}
              <NoteMark claim={claim} number={numberOf(claim)} />
            </h3>
            <PhoneDetails more="What it measures" row>
              <p className="small">{text}</p>
            </PhoneDetails>
          </li>
        ))}
      </ul>
    </Section>
  );
}
