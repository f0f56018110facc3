import { memo } from "react";
import type { BaseAnalysis } from "#app/features/roi/analysis-shape.ts";
import { currentModel } from "#app/features/roi/inputs/parameters.ts";
import { formatDecimal, formatEstimate } from "#app/features/roi/wording/figures.ts";
import { formatUsd } from "#app/lib/money.ts";
import { Fold } from "#app/ui/sections/fold.tsx";
import { hatching } from "./hatch-pattern.tsx";
import css from "./working-out.module.css";

export const WorkingOut = memo(function WorkingOut({ result }: { result: BaseAnalysis }) {
  const { chain } = result.working;
  const realized = chain.adoption * chain.reportBias;
  const automatable = realized > 0 ? result.hoursSavedPerWeek / realized : 0;
  const most = Math.max(result.manualHoursPerWeek, 1);
  const steps = [
    {
      name: "Done by hand today",
      hours: result.manualHoursPerWeek,
      by: "as you described it",
    },
    {
      name: "Covered by the automations in scope",
      hours: result.addressedHoursPerWeek,
      by: "each automation covers part of the work it fits; no hour is counted twice",
    },
    {
      name: "Automatable",
      hours: automatable,
      by:
        result.addressedHoursPerWeek > 0
          ? `${percent(automatable / result.addressedHoursPerWeek)} on average: the share for each activity, less for infrequent work`
          : "nothing is covered",
    },
    {
      name: "Saved in practice",
      hours: result.hoursSavedPerWeek,
      by: `${percent(chain.adoption)} adopted, ${percent(chain.reportBias)} of the hours people report`,
    },
  ];
  return (
    <Fold
      title={`How ${formatDecimal(result.manualHoursPerWeek)} hours become ${formatEstimate(result.annualValue)}`}
      note="each step"
    >
      <p className={`small ${css.lead}`}>No hidden factors. Every step takes something off and says what.</p>
      <ol className={`ruled ${css.steps}`}>
        {steps.map((step) => (
          <li key={step.name}>
            <p className={css.name}>{step.name}</p>
            <Bar share={step.hours / most} solid={step === steps.at(-1)} />
            <p className={`num ${css.value}`}>{`${formatDecimal(Math.round(step.hours * 100) / 100)} h`}</p>
            <p className={`soft smaller ${css.by}`}>{step.by}</p>
          </li>
        ))}
      </ol>
      <div className={css.pair}>
        <dl className={`num ${css.sum}`}>
          <Line
            name="Value of the hours"
            how={`${formatDecimal(result.hoursSavedPerWeek)} h × ${percent(chain.capture)} that becomes value × ${formatEstimate(chain.yearlyHourUsd)} for an hour a week, all year`}
            value={formatEstimate(result.annualLabourValue)}
          />
          <Line
            name="Overlapping tools"
            how={`12 × ${formatEstimate(result.overlapMonthly)} a month × 30%`}
            value={formatEstimate(result.annualStackSavings)}
          />
          <Line
            name="Annual value"
            how="at run rate, from the fourth month after go-live"
            value={formatEstimate(result.annualValue)}
            total
          />
        </dl>
        {result.implementationCost > 0 && <Price result={result} />}
      </div>
    </Fold>
  );
});

function Price({ result }: { result: BaseAnalysis }) {
  const { price, opportunities } = result.working;
  const inScope = new Set(result.opportunities.filter((one) => one.inScope).map(({ id }) => id));
  const computed = price.rawSum * price.sizeFactor * price.integrationFactor;
  const { leastUsd, maxUsd } = currentModel.price;
  const limit =
    computed < leastUsd
      ? `the model's smallest project is ${formatUsd(leastUsd)}`
      : computed > maxUsd
        ? `the model's largest project is ${formatUsd(maxUsd)}`
        : "rounded to 100";
  return (
    <dl className={`num ${css.sum}`}>
      <Line
        name="The builds in scope"
        how={opportunities
          .filter(({ id }) => inScope.has(id))
          .map(({ id, rawPrice }) => `${id} ${formatEstimate(rawPrice)}`)
          .join(" + ")}
        value={formatEstimate(price.rawSum)}
      />
      <Line
        name="People and connections"
        how={`× ${factor(price.sizeFactor)} for the people whose work changes × ${factor(price.integrationFactor)} for ${result.integrations} kinds of tools`}
        value={formatEstimate(Math.round(computed * 100) / 100)}
      />
      <Line name="Estimated price" how={limit} value={formatEstimate(result.implementationCost)} total />
    </dl>
  );
}

function Line({ name, how, value, total }: { name: string; how: string; value: string; total?: boolean }) {
  return (
    <div data-total={total || undefined}>
      <dt>
        {name}
        <span>{how}</span>
      </dt>
      <dd>{value}</dd>
    </div>
  );
}

function Bar({ share, solid }: { share: number; solid: boolean }) {
  const width = `${Math.round(share * 1000) / 10}%`;
  return (
    <svg className={css.bar} width="100%" height="22" aria-hidden="true">
      <rect className={css.scale} y="10.5" width="100%" height="1" />
      <rect
        className={css.edge}
        y="0.5"
        width={width}
        height="21"
        fill={solid ? undefined : hatching}
        data-solid={solid}
      />
    </svg>
  );
}

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
const factor = (value: number) => String(Math.round(value * 1000) / 1000);
