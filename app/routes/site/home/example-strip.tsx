import { formatEstimate } from "#app/features/roi/figures.ts";
import { RangeBar } from "#app/ui/range-bar.tsx";
import css from "../home.module.css";
import type { ExampleFigures } from "./example-analysis.server.ts";

/** The headline of a computed example, on a sheet that overlaps the opening band. */
export function ExampleStrip({ figures }: { figures: ExampleFigures }) {
  const { low, expected, high } = figures.annualValue;
  return (
    <div className={`wrap ${css.example}`}>
      <section className={`num ${css.strip}`} aria-label="Example analysis">
        <div>
          <h2 className="t4">Example analysis</h2>
          <p className="note">{`${figures.people}-person software firm, six manual processes, ten tools`}</p>
        </div>
        <div>
          <p className="note">Hours returned</p>
          <p className={css.value}>
            {figures.hoursPerWeek.toFixed(1)}
            <span className="unit">h/wk</span>
          </p>
        </div>
        <div className={css.wideCell}>
          <p className="note">Annual value, expected</p>
          <p className={css.value}>{formatEstimate(expected)}</p>
          <RangeBar
            low={low}
            expected={expected}
            high={high}
            from={low * 0.75}
            to={high * 1.1}
            label={`Annual value: low ${formatEstimate(low)}, expected ${formatEstimate(expected)}, high ${formatEstimate(high)}`}
            ends={[`${formatEstimate(low)} low`, `${formatEstimate(high)} high`]}
          />
        </div>
        <div>
          <p className="note">Payback of the project</p>
          <p className={css.value}>
            {figures.paybackMonths?.toFixed(1)}
            <span className="unit">months</span>
          </p>
        </div>
        <div>
          <p className="note">Project price</p>
          <p className={css.value}>{formatEstimate(figures.projectUsd)}</p>
        </div>
      </section>
    </div>
  );
}
