import { idealClient } from "#app/features/content/pages/ideal-client.ts";
import { FitScales } from "./fit-scales.tsx";
import css from "./measures.module.css";

const measures = [
  {
    ...idealClient.revenue,
    text: "Below that, processes change faster than you can automate them. Above it, you have people for this, and we are glad to talk to them.",
  },
  {
    ...idealClient.people,
    text: "From ten people up, work passes between people. Up to two hundred, one decision still reaches everyone.",
  },
  {
    ...idealClient.tools,
    text: "Two tools can connect directly. With three or more, someone ends up carrying data between them.",
  },
];

export function Measures() {
  return (
    <section className={`wrap g12 start ${css.measures}`} aria-labelledby="measures">
      <figure className={`sheet gridpaper ${css.drawing}`}>
        <FitScales />
        <figcaption className="rule-top sheet-surface note">
          Fig. 01. Hatched: the range that fits. Red: the 45-person software firm in our examples
        </figcaption>
      </figure>
      <div className={css.words}>
        <h2 className="t2" id="measures">
          Three measures
        </h2>
        <dl className="top-150 ruled">
          {measures.map(({ name, words, text }) => (
            <div key={name}>
              <dt className="note">{name}</dt>
              <dd className={css.value}>{words}</dd>
              <dd className="prose">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
