import { publishedFigures } from "#app/features/content/published-figures.ts";
import { NoteMark } from "#app/shell/site/note-mark.tsx";
import { Section } from "#app/ui/section.tsx";
import { approachNotes } from "./notes.ts";
import css from "./sources.module.css";

/** Where the three figures of the first page come from, and what they are not. */
export function Sources() {
  return (
    <Section
      id="sources"
      surface="sheet"
      title="Sources of the published figures"
      aside={
        <p>
          Your own figures come from your answers and from the <a href="/assumptions">assumptions of the model</a>,
          never from these three.
        </p>
      }
    >
      <div className="g12">
        <ul className={css.figures}>
          {publishedFigures.map(({ claim, value, title, text }) => (
            <li key={claim}>
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
          <p>
            <strong>Published industry figures.</strong> The three figures on our first page are averages from published
            industry surveys on marketing and sales automation, as the trade quotes them and as we use them. They
            describe many firms at once, of many sizes, and say nothing certain about yours.
          </p>
          <p>
            We did not run these surveys and we do not stand behind the third digit. They are there to give an order of
            size before you have a number of your own. After fifteen minutes you have one, with its range.
          </p>
        </div>
      </div>
    </Section>
  );
}
