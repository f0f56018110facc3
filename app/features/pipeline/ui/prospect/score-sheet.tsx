import type { Score } from "#app/features/pipeline/projection/score.server.ts";
import { isoMonthDay } from "#app/lib/dates/date-text.ts";
import { formatNumber, formatRounded } from "#app/lib/numbers.ts";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import { ScoreGauge } from "../board/score-gauge.tsx";
import css from "./score-sheet.module.css";

const partLabels = { fit: "Fit", value: "Value", intent: "Intent" } as const;
const parts = ["fit", "value", "intent"] as const;

export function ScoreSheet({ score }: { score: Score }) {
  const dates = useFirmDates();
  return (
    <section className={css.sheet} aria-label="Score">
      <div className={`grid middle gap-125 ${css.total}`}>
        <ScoreGauge score={score.total} size="large" />
        <dl className={`grid size-81 ${css.parts}`}>
          {parts.map((part) => (
            <div className="grid middle" key={part}>
              <dt className="muted">{partLabels[part]}</dt>
              <dd className="grid middle gap-60 weight-560 num">
                <meter
                  className="full-width"
                  value={score[part].points}
                  max={score[part].max}
                  aria-label={partLabels[part]}
                />
                {score[part].points}/{score[part].max}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <details className={`top-75 smaller ${css.reasons}`}>
        <summary>Why {score.total} points</summary>
        <table className="full-width">
          <caption className="vh">Reasons for the score</caption>
          <thead>
            <tr>
              <th className="muted" scope="col">
                Reason
              </th>
              <th scope="col" className={`muted ${css.points}`}>
                Points
              </th>
            </tr>
          </thead>
          <tbody>
            {[...score.fit.reasons, ...score.value.reasons].map(({ label, points }) => (
              <tr key={label}>
                <td>{label}</td>
                <td className={css.points}>{formatRounded(points, 1)}</td>
              </tr>
            ))}
            {score.intent.reasons.map(({ label, points, count, lastAt }) => (
              <tr key={label}>
                <td>
                  {label}
                  {count > 1 && `, ${formatNumber(count)} times`}
                  <span className="block muted size-81">Last on {isoMonthDay(dates.isoDay(lastAt))}</span>
                </td>
                <td className={css.points}>{formatRounded(points, 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={`muted size-81 ${css.rule}`}>
          Fit counts up to {score.fit.max} points, value up to {score.value.max}, intent up to {score.intent.max}.
          Intent halves every 30 days; the score is updated every night and when something happens.
        </p>
      </details>
    </section>
  );
}
