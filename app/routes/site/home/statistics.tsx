import { Ruler } from "../../../ui/ruler.tsx";
import { Section } from "../../../ui/section.tsx";
import css from "../home.module.css";

const statistics = [
  {
    value: 14.5,
    title: "Productivity",
    text: "more sales productivity where marketing and hand-off work is automated",
  },
  {
    value: 12.2,
    title: "Overhead reduction",
    text: "less marketing overhead, from fewer manual campaign and list tasks",
  },
  { value: 81, title: "Deal prediction accuracy", text: "when scoring runs on complete and current CRM data" },
];

/** The three figures of the firm, each on its scale. */
export function Statistics() {
  return (
    <Section tag="Fig. 02" title="What firms report after they automate go-to-market work">
      <ul className={css.statistics}>
        {statistics.map(({ value, title, text }) => (
          <li key={title}>
            <p className="figure-num">
              {value}
              <span className="unit">%</span>
            </p>
            <div>
              <h3 className="t4">{title}</h3>
              <p className="small">{text}</p>
            </div>
            <Ruler value={value} />
          </li>
        ))}
      </ul>
      <p className={`note ${css.source}`}>
        Published industry figures; yours come from your own analysis. "20-40 hours per week" is the range for firms
        with 75 to 125 manual hours a week before automation.
      </p>
    </Section>
  );
}
