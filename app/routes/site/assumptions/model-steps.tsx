import type { ReactNode } from "react";
import { isShown } from "#app/features/content/automations/hidden.ts";
import { currentModel, standardDraws } from "#app/features/roi/inputs/parameters.ts";
import { drawsText } from "#app/features/roi/wording/advice.ts";
import { formatEstimate, formatHours, formatMonths, formatShare } from "#app/features/roi/wording/figures.ts";
import { formatUsd } from "#app/lib/money.ts";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./model-steps.module.css";
import type { WorkedExample } from "./worked-example.server.ts";

const { price, score, countedHoursPerEmployee, scopeMonths, platformUsd, retainerUsd, discount } = currentModel;
const { advice, decay, upkeepHoursPerEffort, assumedHours } = currentModel;

const stepsFor = (example: WorkedExample): readonly { title: string; text: ReactNode; made: string }[] => [
  {
    title: "Count the hours",
    text: `For every process, average hours per person per week times people. Never more people than the firm employs; above ${countedHoursPerEmployee} manual hours per employee per week, everything is scaled down, and the page says so. Quick-start hours that no one has confirmed get a factor of their own, from ${assumedHours[0]} to ${assumedHours[2]}, which lowers the expected value and widens the range.`,
    made: `${example.people} people, ${example.processes} processes: ${formatHours(example.hours.manual)}`,
  },
  {
    title: "Choose five",
    text: `The model picks the automation with the best score, removes the hours it covers, and scores the rest again. No hour is counted twice. Of 100 points, value gets up to ${score.value}, fit with focus and outcome ${score.fit}, pain ${score.pain}, tools already in place ${score.readiness}, and a small build ${score.ease}.`,
    made: `${example.chosen.every(isShown) ? `${example.chosen.join(", ")}: they` : "They"} cover ${formatHours(example.hours.addressed)}`,
  },
  {
    title: "Price and scope",
    text: `${formatUsd(price.perEffortUsd)} per point of effort, and more where tools are missing, many people change how they work, or many types of tools connect. An automation is in scope only if its own value covers its price within ${scopeMonths} months; otherwise it is listed under “later.” The total stays between ${formatUsd(price.leastUsd)} and ${formatUsd(price.maxUsd)}.`,
    made: `${example.inScope} in scope, ${formatEstimate(example.priceUsd)} together`,
  },
  {
    title: "Work out the figures",
    text: "Saved hours, times the share of freed time that becomes value, times weeks, times the cost of an hour. Then part of the cost of overlapping tools is added: the most expensive of each kind stays, and 30% of the cost of the others is the expected saving. It never applies to the whole stack.",
    made: `${formatHours(example.hours.saved)}, ${formatEstimate(example.annualUsd)} a year, ${example.multiple?.toFixed(1)}x the price`,
  },
  {
    title: "Lay out the cash flow",
    text: `Month by month over three years. The build takes one to three months, benefits ramp up over the next three, and redundant tools go over a year. Costs are the expected final quote, your own hours and ${formatUsd(platformUsd)} a month for a platform. The retainer adds ${formatUsd(retainerUsd)} a month; without it, your team spends ${upkeepHoursPerEffort} hours a month per point of effort on upkeep, and the labor benefit falls by ${formatShare(decay.perMonth)} a month. Present value at ${formatShare(discount)}.`,
    made: `Own upkeep ${formatEstimate(example.upkeepUsd)} a month. Payback in ${formatMonths(example.projectOnly.payback)}; with the retainer, ${formatMonths(example.withRetainer.payback)}`,
  },
  {
    title: "Find the range",
    text: `${standardDraws.toLocaleString("en-US")} runs from a fixed seed, so that the same answers give the same figures on every machine. In each run, bias, adoption, capture, shares and the final quote fall somewhere between low and high, with the same draw for both ways to buy. The 10th and 90th percentiles are the low and the high case.`,
    made: `${formatEstimate(example.lowUsd)} low, ${formatEstimate(example.highUsd)} high; the first year ends positive in ${drawsText(example.odds.projectOnly)} for the project alone, in ${drawsText(example.odds.withRetainer)} with the retainer`,
  },
  {
    title: "Find what matters most, and recommend",
    text: `Eight assumptions are set to their low and then their high value, one at a time. A way to buy is recommended when its first year ends positive in at least ${formatShare(advice.clear)} of the runs and its median three-year value is positive; if both qualify, the one with the better median wins. At ${formatShare(advice.open)} or more, the answer is open, and the page says what to measure for two weeks. Below that, it is not worth automating yet, and we point you to the free starter kit.`,
    made: `Strongest: ${example.strongest.name}. “${example.advice.title}”`,
  },
  {
    title: "Plan the first 90 days",
    text: "Quick wins in month one, fastest payback first; core builds in month two; strategic builds and the tools you can cancel in month three. Everything else is listed with what would bring it into scope.",
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
      aside={`With each step, the result for the example firm: ${example.people} people, software, ${example.tools} tools. Computed when the page was built, not typed in.`}
    >
      <ol className={css.steps}>
        {stepsFor(example).map(({ title, text, made }, index) => (
          <li className="grid baseline" key={title}>
            <p className={css.number} aria-hidden="true">
              {index + 1}
            </p>
            <h3 className="t3">{title}</h3>
            <PhoneDetails more="How it is done" row>
              <p className="prose">{text}</p>
            </PhoneDetails>
            <p className={`num grid ui-size lh-145 ${css.made}`}>
              <span className="note">Example</span>
              <span>{made}</span>
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
