import { approachSteps } from "#app/features/content/pages/approach-steps.ts";
import { capitalized, promised } from "#app/features/content/promises.ts";
import css from "./slide-rule.module.css";
import { calendarTicks, decimalTicks, earliestHandover, guaranteeMeasured, placeOf, stepEnds } from "./time-scale.ts";

const label = `Slide rule with a logarithmic scale of time, from one minute to one year. Get Your blueprint ends at 15 minutes, Design & Architect at about two weeks, Deploy & Integrate between four and eight weeks, Optimize & Scale runs on. The cursor is at ${promised.guaranteeDay}, when the guarantee is measured.`;

const steps = approachSteps.map(({ title, time }, index) => ({
  lines: title.split(/ (?=blueprint|& )/),
  time: index === 3 ? "monthly" : time.replace(" from kickoff", ""),
  from: index === 0 ? 0 : placeOf(stepEnds[index - 1]!),
  to: placeOf(stepEnds[index]!),
}));
const minutesText = (minutes: number) => minutes.toLocaleString("en-US");
const tickLengths = [9, 13, 20] as const;
const round = (value: number) => Math.round(value * 10) / 10;

/** The four steps on the slide of a rule: minutes above, the calendar below, the cursor on the day of the guarantee. A second drawing for narrow screens. */
export function SlideRule() {
  return (
    <>
      <WideRule />
      <TallRule />
    </>
  );
}

/** As wide as the window: lines stretch, words do not. */
function WideRule() {
  const place = (share: number) => round(22 + share * 956);
  const at = (minutes: number) => place(placeOf(minutes));
  const percent = (thousandths: number) => `${round(thousandths) / 10}%`;
  const cursor = at(guaranteeMeasured);
  return (
    <svg className={`${css.rule} ${css.wide}`} width="100%" height="330" role="img" aria-label={label}>
      <rect className={css.slide} y="106" width="100%" height="106" />
      <svg width="100%" height="330" viewBox="0 0 1000 330" preserveAspectRatio="none" aria-hidden="true">
        <path className={`stroked no-fill pen-100 ${css.body}`} d="M0 56H1000M0 106H1000M0 212H1000M0 262H1000" />
        <path
          className="hl"
          d={decimalTicks.map(({ minutes, rank }) => `M${at(minutes)} 106v${-tickLengths[rank]!}`).join("")}
        />
        <path
          className={`stroked no-fill ${css.end}`}
          d={steps
            .slice(0, 3)
            .map(({ to }) => `M${place(to)} 106V212`)
            .join("")}
        />
        <path
          className="stroked no-fill pen-100"
          d={`M${at(earliestHandover)} 106v14M${at(earliestHandover)} 198v14`}
        />
        <path className="hl" d={calendarTicks.map(({ minutes }) => `M${at(minutes)} 212v18`).join("")} />
      </svg>
      {decimalTicks
        .filter(({ rank }) => rank === 2)
        .map(({ minutes }) => (
          <text
            key={minutes}
            x={percent(at(minutes))}
            y="80"
            textAnchor={minutes === 1 ? "start" : minutes === 100_000 ? "end" : "middle"}
          >
            {minutesText(minutes)}
            {minutes === 1 && " minute"}
          </text>
        ))}
      {steps.map(({ lines, time, from, to }, step) => {
        const last = step === 3;
        const position = last
          ? ({ x: "100%", dx: -10, textAnchor: "end" } as const)
          : ({ x: percent(place((from + to) / 2)), textAnchor: "middle" } as const);
        return (
          <g key={time}>
            {lines.map((line, index) => (
              <text key={line} {...position} className={css.title} y={146 + index * 20}>
                {line}
              </text>
            ))}
            <text {...position} y={152 + lines.length * 20}>
              {time}
            </text>
          </g>
        );
      })}
      {calendarTicks.map(({ minutes, label: name }) => (
        <text key={name} x={percent(at(minutes))} y="250" textAnchor={minutes > guaranteeMeasured ? "end" : "middle"}>
          {name}
        </text>
      ))}
      <rect
        className={`stroked pen-100 ${css.glass}`}
        x={percent(cursor)}
        y="44"
        width="28"
        height="230"
        transform="translate(-14 0)"
      />
      <line className="mk" x1={percent(cursor)} x2={percent(cursor)} y1="30" y2="300" />
      <text className={css.reading} x={percent(cursor)} dx="-10" y="312" textAnchor="end">
        {capitalized(promised.guaranteeDay)}: the guarantee is measured
      </text>
    </svg>
  );
}

function TallRule() {
  const top = 16;
  const length = 560;
  const y = (place: number) => round(top + place * length);
  const at = (minutes: number) => y(placeOf(minutes));
  const cursor = at(guaranteeMeasured);
  const readingLines = promised.guaranteeDay.split(/ (?=after|handover)/);
  return (
    <svg className={`${css.rule} hidden full-width ${css.tall}`} viewBox="0 0 350 592" role="img" aria-label={label}>
      <path className={`stroked no-fill pen-100 ${css.body}`} d="M0.5 1H349.5V591H0.5V1zM84 1V591M266 1V591" />
      <rect className={css.slide} x="84" y={top} width="182" height={length} />
      <path
        className="hl"
        d={decimalTicks.map(({ minutes, rank }) => `M84 ${at(minutes)}h${-tickLengths[rank]!}`).join("")}
      />
      {decimalTicks
        .filter(({ rank }) => rank === 2)
        .map(({ minutes }) => (
          <text key={minutes} x="60" y={at(minutes) + 4} textAnchor="end">
            {minutesText(minutes)}
          </text>
        ))}
      <path className={`stroked no-fill ${css.end}`} d={steps.map(({ to }) => `M84 ${y(to)}H266`).join("")} />
      {steps.map(({ lines, time, from, to }, step) => {
        const middle = y((from + (step === 3 ? placeOf(guaranteeMeasured) : to)) / 2);
        return (
          <g key={time}>
            <text className={css.title} x="94" y={middle - 3}>
              {lines.join(" ")}
            </text>
            <text x="94" y={middle + 14}>
              {time}
            </text>
          </g>
        );
      })}
      <path className="hl" d={calendarTicks.map(({ minutes }) => `M266 ${at(minutes)}h16`).join("")} />
      {calendarTicks.map(({ minutes, label: name }) => (
        <text key={name} x="287" y={at(minutes) + 4}>
          {name}
        </text>
      ))}
      <path className="mk" d={`M0 ${cursor}H350`} />
      {readingLines.map((text, line) => (
        <text
          key={text}
          className={css.reading}
          x="344"
          y={cursor - 7 - 15 * (readingLines.length - 1 - line)}
          textAnchor="end"
        >
          {text}
        </text>
      ))}
    </svg>
  );
}
