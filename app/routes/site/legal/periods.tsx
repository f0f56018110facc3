import { guaranteeDays, projectWeeks, promised } from "#app/features/content/promises.ts";
import css from "./periods.module.css";

const longestDays = guaranteeDays;
const periods = [
  { title: "Blueprint, from kickoff", days: 14, words: promised.blueprint },
  {
    title: "Project, signing to handover",
    days: 7 * projectWeeks.from,
    upTo: 7 * projectWeeks.to,
    words: promised.project,
  },
  { title: "Unpaid, until the late fee begins", days: 30, words: "30 days" },
  { title: "Breach, time to cure it", days: 30, words: "30 days" },
  { title: "Notice, to end a retainer", days: 30, words: "30 days", mark: true },
  {
    title: "Defects fixed, guarantee measured, after handover",
    days: guaranteeDays,
    words: `${guaranteeDays} days`,
  },
] as const;

const percent = (days: number) => `${Math.round((1000 * days) / longestDays) / 10}%`;

/** Every period of the terms to scale; the marked one is the one a client may need. */
export function Periods() {
  return (
    <div>
      <ul className={`grid ${css.periods}`}>
        {periods.map(({ title, days, words, ...more }) => {
          const end = "upTo" in more ? more.upTo : days;
          return (
            <li key={title}>
              <p className={`cluster between smaller ${css.title}`}>
                {title} <span className="note">{words}</span>
              </p>
              <svg width="100%" height="18" aria-hidden="true">
                <line className={css.scale} x2="100%" y1="17" y2="17" />
                <rect className={"mark" in more ? "mkf" : css.length} y="3" height="9" width={percent(days)} />
                {end > days && (
                  <rect
                    className={`no-fill pen-100 ${css.upTo}`}
                    x={percent(days)}
                    y="3"
                    height="9"
                    width={percent(end - days)}
                  />
                )}
              </svg>
            </li>
          );
        })}
      </ul>
      <p className={`note line between ${css.axis}`} aria-hidden="true">
        <span>0</span>
        <span>30</span>
        <span>60</span>
        <span>{guaranteeDays} days</span>
      </p>
    </div>
  );
}
