import { approachSteps } from "#app/features/content/approach-steps.ts";
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
const words = (minutes: number) => minutes.toLocaleString("en-US");
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

function WideRule() {
  const left = 30;
  const length = 1270;
  const x = (place: number) => round(left + place * length);
  const at = (minutes: number) => x(placeOf(minutes));
  const cursor = at(guaranteeMeasured);
  return (
    <svg className={`${css.rule} ${css.wide}`} viewBox="0 0 1344 330" role="img" aria-label={label}>
      <path className={css.body} d="M1 56H1343V262H1V56zM1 106H1343M1 212H1343" />
      <path
        className="hl"
        d={decimalTicks.map(({ minutes, rank }) => `M${at(minutes)} 106v${-tickLengths[rank]!}`).join("")}
      />
      {decimalTicks
        .filter(({ rank }) => rank === 2)
        .map(({ minutes }) => (
          <text key={minutes} x={at(minutes)} y="80" textAnchor={minutes === 100_000 ? "end" : "middle"}>
            {words(minutes)}
          </text>
        ))}
      <text x="30" y="40" className={css.quiet}>
        minutes
      </text>
      <rect className={css.slide} x={left} y="106" width={length} height="106" />
      <path className={css.end} d={steps.map(({ to }) => `M${x(to)} 106V212`).join("")} />
      <path className={css.earliest} d={`M${at(earliestHandover)} 106v14M${at(earliestHandover)} 198v14`} />
      {steps.map(({ lines, time, from, to }, step) => (
        <g key={time} transform={`translate(${step === 3 ? (cursor + 20 + x(to)) / 2 : x((from + to) / 2)} 0)`}>
          {lines.map((line, index) => (
            <text key={line} className={css.title} y={146 + index * 20} textAnchor="middle">
              {line}
            </text>
          ))}
          <text y={152 + lines.length * 20} textAnchor="middle">
            {time}
          </text>
        </g>
      ))}
      <path className="hl" d={calendarTicks.map(({ minutes }) => `M${at(minutes)} 212v18`).join("")} />
      {calendarTicks.map(({ minutes, label: name }) => (
        <text key={name} x={at(minutes)} y="250" textAnchor={minutes > guaranteeMeasured ? "end" : "middle"}>
          {name}
        </text>
      ))}
      <path className={css.glass} d={`M${cursor - 20} 44h40v230h-40z`} />
      <path className="mk" d={`M${cursor} 30V300`} />
      <text className={css.reading} x={cursor - 10} y="312" textAnchor="end">
        {capitalized(promised.guaranteeDay)}: the guarantee is measured
      </text>
    </svg>
  );
}

function TallRule() {
  const top = 16;
  const length = 640;
  const y = (place: number) => round(top + place * length);
  const at = (minutes: number) => y(placeOf(minutes));
  const cursor = at(guaranteeMeasured);
  const readingLines = promised.guaranteeDay.split(/ (?=after|handover)/);
  return (
    <svg className={`${css.rule} ${css.tall}`} viewBox="0 0 350 690" role="img" aria-label={label}>
      <path className={css.body} d="M0.5 1H349.5V671H0.5V1zM84 1V671M266 1V671" />
      <rect className={css.slide} x="84" y={top} width="182" height={length} />
      <path
        className="hl"
        d={decimalTicks.map(({ minutes, rank }) => `M84 ${at(minutes)}h${-tickLengths[rank]!}`).join("")}
      />
      {decimalTicks
        .filter(({ rank }) => rank === 2)
        .map(({ minutes }) => (
          <text key={minutes} x="60" y={at(minutes) + 4} textAnchor="end">
            {words(minutes)}
          </text>
        ))}
      <path className={css.end} d={steps.map(({ to }) => `M84 ${y(to)}H266`).join("")} />
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
      {readingLines.map((words, line) => (
        <text
          key={words}
          className={css.reading}
          x="344"
          y={cursor - 7 - 15 * (readingLines.length - 1 - line)}
          textAnchor="end"
        >
          {words}
        </text>
      ))}
    </svg>
  );
}
