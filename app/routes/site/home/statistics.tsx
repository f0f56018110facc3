import { publishedFigures } from "#app/features/content/published-figures.ts";
import { NoteMark } from "#app/shell/site/note-mark.tsx";
import { Ruler } from "#app/ui/ruler.tsx";
import { Section } from "#app/ui/section.tsx";
import css from "../home.module.css";
import { numberOf } from "./notes.ts";

/** The three figures of the firm, each on its scale. */
export function Statistics() {
  return (
    <Section tag="Fig. 02" title="What firms report after they automate go-to-market work">
      <ul className={css.statistics}>
        {publishedFigures.map(({ claim, value, title, text }) => (
          <li key={title}>
            <p className="figure-num">
              {value}
              <span className="unit">%</span>
            </p>
            <div>
              <h3 className="t4">
                {title}
                <NoteMark claim={claim} number={numberOf(claim)} />
              </h3>
              <p className="small">{text}</p>
            </div>
            <Ruler value={value} />
          </li>
        ))}
      </ul>
      <p className={`note ${css.source}`}>
        Published industry figures. Sources are on <a href="/our-approach#sources">Our Approach</a>; yours come from
        your own analysis.
      </p>
    </Section>
  );
}
