import { samplePath } from "#app/features/analysis/sample/sample-analysis.ts";
import { AnnualRange } from "#app/features/roi/ui/annual-range.tsx";
import { formatDecimal, formatEstimate, formatHours, formatMonths } from "#app/features/roi/wording/figures.ts";
import { returnSentences } from "#app/features/roi/wording/return-sentences.ts";
import type { ExampleFigures } from "#app/shell/site/example-figures.server.ts";
import { NoteMark } from "#app/shell/site/note-mark.tsx";
import { BalanceChart } from "./balance-chart.tsx";
import css from "./example-analysis.module.css";
import { numberOf } from "./notes.ts";

/** The computed example, from edge to edge: the largest figures of the page, and how its returns relate to each other. */
export function ExampleAnalysis({ figures }: { figures: ExampleFigures }) {
  const { project, "project+retainer": retainer } = figures.ways;
  const said = returnSentences(figures);
  return (
    <section className={css.example} aria-labelledby="example">
      <div className="wrap">
        <div className={css.head}>
          <h2 id="example" className="t3">
            Example analysis
          </h2>
          <p className="small">
            {`A software firm of ${figures.people} people with ${figures.processes} manual processes and ${figures.tools} tools. The return model computed every figure.`}{" "}
            <a href={samplePath}>Read the full analysis</a>.
          </p>
        </div>
        <dl className={`num ${css.figures}`}>
          <div>
            <dt className="note">Hours saved</dt>
            <dd className={css.value}>
              {formatDecimal(figures.hoursPerWeek)}
              <span className="unit">h/wk</span>
            </dd>
          </div>
          <div>
            <dt className="note">Annual value, expected</dt>
            <dd className={css.value}>{formatEstimate(figures.annualValue.expected)}</dd>
            <dd>
              <AnnualRange {...figures.annualValue} />
            </dd>
          </div>
          <div>
            <dt className="note">Project price, estimated</dt>
            <dd className={css.value}>{formatEstimate(figures.projectUsd)}</dd>
          </div>
          <div>
            <dt className="note">Payback</dt>
            <dd className={css.pair}>
              {formatMonths(project.payback)} <span className="small">project alone</span>
            </dd>
            <dd className={css.pair}>
              {formatMonths(retainer.payback)} <span className="small">with the retainer</span>
            </dd>
          </div>
        </dl>
      </div>
      <figure className={css.bleed}>
        <BalanceChart
          balance={figures.balance}
          payback={{ project: project.payback, "project+retainer": retainer.payback }}
          label={`Running balance over three years for the example firm, which saves ${formatHours(figures.hoursPerWeek)}. ${said.payback}`}
        />
        <figcaption className="wrap note">
          Fig. 02. Running balance of both ways to buy, in USD, by month, before discounting
        </figcaption>
      </figure>
      <div className={`wrap ${css.returns}`}>
        <p className="small">
          {said.multiple}
          <NoteMark claim="roiFirstYear" number={numberOf("roiFirstYear")} />
        </p>
        <p className="small">{said.strict}</p>
      </div>
    </section>
  );
}
