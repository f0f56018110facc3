import { prices } from "#app/features/content/prices.ts";
import { promised } from "#app/features/content/promises.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { offersFreeCall } from "#app/lib/offered-calls.ts";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./when-you-pay.module.css";

const weeks = 18;
/** An example: the smallest project, six weeks, then two months of the smallest retainer. Weeks from the analysis, USD so far. */
function example() {
  const half = prices.projectFromUsd / 2;
  const month = prices.retainerFromUsdPerMonth;
  const steps = [
    { week: 0, paidUsd: 0 },
    { week: 2, paidUsd: half },
    { week: 8, paidUsd: 2 * half },
    { week: 9, paidUsd: 2 * half + month },
    { week: 13.35, paidUsd: 2 * half + 2 * month },
  ];
  const marks = [
    { week: 2, paidUsd: half, title: "You sign", text: wholeUsd(half) },
    { week: 8, paidUsd: 2 * half, title: "We finish", text: wholeUsd(half), left: true },
    {
      week: 13.35,
      paidUsd: 2 * half + 2 * month,
      title: "If you like",
      text: `${wholeUsd(month)} a month`,
      left: true,
    },
  ];
  // Four steps of the scale, each a multiple of 2,500 USD.
  const stepUsd = 2500 * Math.max(1, Math.ceil(steps.at(-1)!.paidUsd / 10_000));
  return { half, month, steps, marks, stepUsd };
}

const height = 250;
const top = 18;
/** Weeks drawn to the left of the first one, so that its label is inside the window. */
const lead = 0.9;
const share = (count: number) => `${Math.round((1000 * count) / (weeks + lead)) / 10}%`;
const x = (week: number) => share(week + lead);

/** A tick a week, longer every other one, in weeks and px. */
const ticks = `M${lead} 0${Array.from({ length: weeks + 1 }, (_, week) => `v${week % 2 === 0 ? "9m1-9" : "5m1-5"}`).join("")}`;

/** When money moves, to scale: nothing until there is a contract, half and half for the build, then month by month. */
export function WhenYouPay() {
  const { half, month, steps, marks, stepUsd } = example();
  const y = (paid: number) => top + height - (height * paid) / (4 * stepUsd);
  return (
    <Section
      tag="Fig. 01"
      title="When you pay, to scale"
      size="t1"
      aside="The smallest project, then Managed RevOps. At the red line, you have all the figures and owe nothing."
      bleed={
        <>
          <svg
            className={`soft ${css.chart}`}
            width="100%"
            height={top + height + 34}
            role="img"
            aria-label={`What you pay and when, in an example: nothing for the first two weeks, ${wholeUsd(half)} on signing, another ${wholeUsd(half)} on completion in week 8, before handover, and from then on, only if wanted, ${wholeUsd(month)} a month in advance.`}
          >
            {[0, 1, 2, 3, 4]
              .map((step) => step * stepUsd)
              .map((amount) => (
                <g key={amount}>
                  <line className={`pen-100 ${css.grid}`} x2="100%" y1={y(amount)} y2={y(amount)} />
                  {amount > 0 && (
                    <text className={css.amount} x="100%" dx="-16" y={y(amount) - 5} textAnchor="end">
                      {wholeUsd(amount)}
                    </text>
                  )}
                </g>
              ))}
            <svg
              y={top + height}
              width="100%"
              height="9"
              viewBox={`0 0 ${weeks + lead} 9`}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <path className={`pen-100 no-fill ${css.tick}`} d={ticks} />
            </svg>
            {[0, 4, 8, 12, 16].map((week) => (
              <text key={week} x={x(week)} y={top + height + 26} textAnchor={week === 0 ? undefined : "middle"}>
                {week === 0 ? "Week 0" : week}
              </text>
            ))}
            {steps.map(({ week, paidUsd }, index) => {
              const end = steps[index + 1]?.week ?? weeks;
              const before = steps[index - 1]?.paidUsd ?? paidUsd;
              const optional = week > 8;
              return (
                <g key={week} className={optional ? css.optional : css.paid}>
                  {paidUsd > 0 && (
                    <rect x={x(week)} y={y(paidUsd)} width={share(end - week)} height={y(0) - y(paidUsd)} />
                  )}
                  <line x1={x(week)} x2={x(week)} y1={y(before)} y2={y(paidUsd)} />
                  {paidUsd > 0 && <line x1={x(week)} x2={x(end)} y1={y(paidUsd)} y2={y(paidUsd)} />}
                </g>
              );
            })}
            <line className={css.free} x1={x(0)} x2={x(2)} y1={y(0)} y2={y(0)} />
            <text className={`strong ${css.freeText}`} x={x(0)} y={y(0) - 12}>
              $0
            </text>
            {marks.map(({ week, paidUsd, title, text, ...mark }) => (
              <text
                key={week}
                x={x(week)}
                y={y(paidUsd) - 26}
                className={css.mark}
                textAnchor={mark.left ? "end" : undefined}
              >
                <tspan className={`strong ${css.bold}`}>{title}</tspan>
                <tspan x={x(week)} dy="15">
                  {text}
                </tspan>
              </text>
            ))}
          </svg>
          <div className="wrap">
            <ol className={`grid rule-top ${css.words}`}>
              <li>
                <h3 className="t4">{offersFreeCall() ? "Analysis and call" : "Analysis"}</h3>
                <p className="small">Free. By then, you know hours, value, price and payback.</p>
              </li>
              <li>
                <h3 className="t4">50% on signing</h3>
                <p className="small">The price is fixed before work starts.</p>
              </li>
              <li>
                <h3 className="t4">50% on completion</h3>
                <p className="small">Once the agreed work runs and passes its tests, before handover.</p>
              </li>
              <li>
                <h3 className="t4">Monthly in advance</h3>
                <p className="small">Only with Managed RevOps. {promised.retainerNotice} ends it.</p>
              </li>
            </ol>
          </div>
        </>
      }
    />
  );
}
