import { formatEstimate } from "#app/features/roi/wording/figures.ts";
import { formatUsd } from "#app/lib/money.ts";
import css from "./hours-fall.module.css";
import type { WorkedExample } from "./worked-example.server.ts";

const factor = (share: number) => share.toFixed(2);

/** How a week of manual work becomes a yearly value: each bar to the same scale, as wide as the window, each loss with its reason. */
export function HoursFall({ example }: { example: WorkedExample }) {
  const { hours } = example;
  const bars = [
    {
      name: "Manual work, as entered",
      hours: hours.manual,
      why: `${example.processes} processes, people × hours each`,
    },
    {
      name: "Covered by the five automations",
      hours: hours.addressed,
      why: "what their steps cover; no hour is counted twice",
    },
    { name: "Automatable", hours: hours.automatable, why: "by type of work and how often it is done" },
    {
      name: "Saved in practice",
      hours: hours.saved,
      why: `adoption ${factor(example.adoption)} × reporting bias ${factor(example.reportBias)}`,
      marked: true,
    },
    { name: "Counted as value", hours: hours.valued, why: `value capture ${factor(example.capture)}` },
  ];
  const percent = (value: number) => `${Math.round((1000 * value) / hours.manual) / 10}%`;
  return (
    <figure>
      <ol className={`num ${css.bars}`}>
        {bars.map((bar) => (
          <li key={bar.name}>
            <p className={`wrap line between gap-100 end ${css.words}`}>
              <span>
                <strong>{bar.name}</strong> <span className="small">{bar.why}</span>
              </span>
              <span className={`rigid ${css.hours}`}>
                {bar.hours.toFixed(1)}
                <span className="unit">h/wk</span>
              </span>
            </p>
            <svg width={percent(bar.hours)} height="28" aria-hidden="true">
              <rect className={bar.marked ? css.marked : css.bar} width="100%" height="28" />
            </svg>
          </li>
        ))}
      </ol>
      <p className={`wrap num cluster ${css.sum}`}>
        <span>
          {hours.valued.toFixed(1)} h a week × {formatUsd(example.yearlyHourUsd)} a year for each ={" "}
          {formatEstimate(example.labourUsd)}
        </span>
        <span>+ {formatEstimate(example.stackUsd)} of overlapping tools</span>
        <strong>= {formatEstimate(example.annualUsd)} a year, expected</strong>
      </p>
      <figcaption className="wrap note">
        One week of manual work, to scale. {formatUsd(example.yearlyHourUsd)} is{" "}
        {example.yearlyHourUsd / example.hourUsd} weeks at {formatUsd(example.hourUsd)}
      </figcaption>
    </figure>
  );
}
