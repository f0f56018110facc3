import { strategyAgenda } from "#app/features/booking/booking.ts";
import css from "./minute-dial.module.css";

const center = 220;
const radius = 158;
const round = (value: number) => Math.round(value * 10) / 10;

/** The point of the dial at `minute`, sixty to the round, noon at the top. */
function at(minute: number, distance: number): { x: number; y: number } {
  const angle = (2 * Math.PI * minute) / 60;
  return { x: round(center + distance * Math.sin(angle)), y: round(center - distance * Math.cos(angle)) };
}

function ray(minute: number, from: number, to: number): string {
  const [start, end] = [at(minute, from), at(minute, to)];
  return `M${start.x} ${start.y}L${end.x} ${end.y}`;
}

function arc(from: number, to: number, distance: number): string {
  const [start, end] = [at(from, distance), at(to, distance)];
  return `M${start.x} ${start.y}A${distance} ${distance} 0 ${to - from > 30 ? 1 : 0} 1 ${end.x} ${end.y}`;
}

const parts = strategyAgenda.map(({ minutes, title }, index) => {
  const from = strategyAgenda.slice(0, index).reduce((sum, part) => sum + part.minutes, 0);
  return { minutes, words: title.split(/ (?=and |deep )/), from, to: from + minutes };
});
const total = parts.at(-1)!.to;

/** Distance of a sector's label from the center; two lines at the foot of a wide sector go nearer. */
const wordsFrom = (minutes: number) => (minutes < 20 ? 104 : 82);

/** The call on the face of a clock: 45 minutes in three sectors, the quarter after it left free. */
export function MinuteDial() {
  return (
    <svg
      className={css.dial}
      viewBox="0 0 440 440"
      role="img"
      aria-label={`Clock face of 60 minutes. ${parts.map(({ from, to, words }) => `From ${from} to ${to}: ${words.join(" ")}.`).join(" ")} The last 15 minutes are not part of the call.`}
    >
      <path
        className="hl"
        d={Array.from({ length: 60 }, (_, minute) => ray(minute, radius + 6, radius + (minute % 5 ? 12 : 20))).join("")}
      />
      <path className={css.arc} d={arc(0, total, radius)} />
      <path className="ds" d={arc(total, 60, radius)} />
      <circle className="hl" cx={center} cy={center} r="46" />
      <path className="ln" d={parts.map(({ from }) => ray(from, 0, radius)).join("")} />
      {parts.map(({ minutes, words, from, to }) => {
        const { x, y } = at((from + to) / 2, wordsFrom(to - from));
        return (
          <g key={from} textAnchor="middle">
            <text className={css.minutes} x={x} y={y}>
              {minutes}
            </text>
            {words.map((line, index) => (
              <text key={line} x={x} y={y + 5} dy={`${(index + 1) * 1.15}em`}>
                {line}
              </text>
            ))}
          </g>
        );
      })}
      {[0, ...parts.map(({ to }) => to)].map((minute) => {
        const { x, y } = at(minute, radius + 36);
        return (
          <text key={minute} x={x} y={y + 5} textAnchor="middle">
            {minute}
          </text>
        );
      })}
      <path className="mk" d={ray(total, 0, radius + 20)} />
      <circle className="mkf" cx={center} cy={center} r="6" />
    </svg>
  );
}
