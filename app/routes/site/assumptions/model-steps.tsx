import type { ReactNode } from "react";
import { formatEstimate, formatHours, formatMonths, formatShare, formatUsd } from "#app/features/roi/figures.ts";
import { currentModel, standardDraws } from "#app/features/roi/parameters.ts";
import { Section } from "#app/ui/section.tsx";
import css from "./model-steps.module.css";
import type { WorkedExample } from "./worked-example.server.ts";

const { price, score, countedHoursPerEmployee, scopeMonths, platformUsd, retainerUsd, discount } = currentModel;

/** The eight steps of the model in words, each with what it made of the example firm. */
const stepsFor = (example: WorkedExample): readonly { title: string; text: ReactNode; made: string }[] => [
  {
    title: "Count the hours",
    text: `Average hours per person and week, times people, for every process. Never more people than the firm employs; above ${countedHoursPerEmployee} manual hours per employee everything is scaled down, and the page says so.`,
    made: `${example.people} people, ${example.processes} processes: ${formatHours(example.hours.manual)}`,
  },
  {
    title: "Choose five of eighteen",
    text: `The automation with the best score is taken and the hours it covers are removed; then the rest is scored again. So no hour is counted twice. Of 100 points, value has ${score.value}, fit with focus and outcome ${score.fit}, pain ${score.pain}, tools already there ${score.readiness}, a small build ${score.ease}.`,
    made: `${example.chosen.join(", ")}: they cover ${formatHours(example.hours.addressed)}`,
  },
  {
    title: "Price and scope",
    text: `${formatUsd(price.perEffortUsd)} per point of effort, more where tools are missing, where many people change how they work, where many kinds of tools connect. An automation is in scope only if its own value pays its price within ${scopeMonths} months; otherwise it waits under “later”. The sum stays between ${formatUsd(price.leastUsd)} and ${formatUsd(price.mostUsd)}.`,
    made: `${example.inScope} in scope, ${formatEstimate(example.priceUsd)} together`,
  },
  {
    title: "Work out the figures",
    text: "Saved hours, times the share of freed time that becomes value, times weeks and the cost of an hour. To that comes a part of what overlapping tools cost: of each kind the dearest stays, and of the rest 30 per cent is expected. Never of the whole stack.",
    made: `${formatHours(example.hours.saved)}, ${formatEstimate(example.annualUsd)} a year, ${example.multiple?.toFixed(1)}x the price`,
  },
  {
    title: "Lay out the cash flow",
    text: `Month by month over three years. The build takes one to three months, benefits ramp up over the three after it, tools are given up over a year. Against them stand the price, your own hours, ${formatUsd(platformUsd)} a month for a platform and, where wanted, ${formatEstimate(retainerUsd)} a month for the retainer. Present value at ${formatShare(discount)}.`,
    made: `Payback in ${formatMonths(example.projectOnly.payback)}; with the retainer, ${formatMonths(example.withRetainer.payback)}`,
  },
  {
    title: "Draw the range",
    text: `${standardDraws.toLocaleString("en-US")} runs from a fixed seed, so that the same answers give the same figures on every machine. In each run bias, adoption, capture, shares and overrun fall somewhere between their low and high. Printed are the tenth and the ninetieth percentile as low and high case.`,
    made: `${formatEstimate(example.lowUsd)} low, ${formatEstimate(example.highUsd)} high; the first year ends positive, retainer included, in ${Math.round(100 * example.probPositiveY1)} of 100 runs`,
  },
  {
    title: "Find what moves it, and recommend",
    text: "Eight assumptions are set to their low and their high in turn. Then the sign of the first year decides: project with retainer, project alone, or not worth automating yet and a free starter kit.",
    made: `Strongest: ${example.strongest.name}. “${example.recommendation.title}”`,
  },
  {
    title: "Plan ninety days",
    text: "Quick wins in days 1 to 30, fastest payback first; core builds to day 60; strategic builds and the tools that can go to day 90. What waits is listed with what would bring it into scope.",
    made: example.plan.map(({ fromDay, toDay, items }) => `${items} in days ${fromDay}-${toDay}`).join(", "),
  },
];

export function ModelSteps({ example }: { example: WorkedExample }) {
  return (
    <Section
      id="steps"
      surface="sheet"
      title="How the model works, in eight steps"
      size="t1"
      aside={`On the right, what each step made of the example firm: ${example.people} people, software, ${example.tools} tools. Computed as this page was made, not typed in.`}
    >
      <ol className={css.steps}>
        {stepsFor(example).map(({ title, text, made }, index) => (
          <li key={title}>
            <p className={css.number} aria-hidden="true">
              {index + 1}
            </p>
            <h3 className="t3">{title}</h3>
            <p className="prose">{text}</p>
            <p className={`num ${css.made}`}>
              <span className="note">Example</span>
              <span>{made}</span>
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
