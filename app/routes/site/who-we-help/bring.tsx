import { aboutTools } from "#app/features/content/counts.ts";
import { bounds } from "#app/features/roi/inputs/bounds.ts";
import { spelled } from "#app/lib/numbers.ts";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./bring.module.css";

const { low, high, standard } = bounds.hourlyCostUsd;
const whatYouBring = [
  {
    title: "Your software bills, roughly",
    text: `About ${aboutTools} tools are listed with a price; correct it if you pay less.`,
  },
  {
    title: "Three to six processes",
    text: `Use the names your team uses. Three are enough; ${spelled(bounds.processes.max)} is the limit.`,
  },
  {
    title: "Hours per person per week",
    text: "An average for a normal week. The model allows for the way people round up.",
  },
  {
    title: "The cost of an hour",
    text: `$${standard}, fully loaded, if you have no figure of your own. Anything from $${low} to $${high}.`,
  },
  { title: "One outcome", text: "The one thing that has to improve this year. It decides close calls." },
] as const;

const neverAsked = [
  "Logins for your tools, or connections to them",
  "Customer records",
  "A credit card or a commitment",
  "Figures about named employees",
] as const;

/** What a firm brings to the fifteen minutes, and what it is never asked for. */
export function Bring() {
  return (
    <Section surface="sheet">
      <div className="g12">
        <h2 className={`t1 ${css.head}`}>What to prepare for the fifteen minutes</h2>
        <ol className={`ruled ${css.list}`}>
          {whatYouBring.map(({ title, text }) => (
            <li className="grid" key={title}>
              <h3 className="t4">{title}</h3>
              <p className="small">{text}</p>
            </li>
          ))}
        </ol>
        <div className={css.never}>
          <h3 className="t4">What we never ask for here</h3>
          <ul className="grid gap-60 top-75">
            {neverAsked.map((thing) => (
              <li className="ui-size lh-145" key={thing}>
                <Icon name="close" size={16} />
                {thing}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Section>
  );
}
