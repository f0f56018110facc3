import type { AgendaPart } from "#app/features/booking/booking.ts";
import css from "./minute-dial.module.css";

const center = 220;
const radius = 158;
const round = (value: number) => Math.round(value * 10) / 10;

/** The point of the dial at this part of the round, noon at the top. */
function at(turn: number, distance: number): { x: number; y: number } {
  const angle = 2 * Math.PI * turn;
  return { x: round(center + distance * Math.sin(angle)), y: round(center - distance * Math.cos(angle)) };
}

function ray(turn: number, from: number, to: number): string {
  const [start, end] = [at(turn, from), at(turn, to)];
  return `M${start.x} ${start.y}L${end.x} ${end.y}`;
}

/** In two halves, because an arc cannot end where it starts. */
function arc(from: number, to: number, distance: number): string {
  const [start, middle, end] = [from, (from + to) / 2, to].map((turn) => at(turn, distance)) as [Point, Point, Point];
  const part = ({ x, y }: Point) => `A${distance} ${distance} 0 0 1 ${x} ${y}`;
  return `M${start.x} ${start.y}${part(middle)}${part(end)}`;
}
type Point = ReturnType<typeof at>;

/** Distance of a sector's label from the center; two lines at the foot of a wide sector go nearer. */
const labelDistance = (share: number) => (share < 1 / 3 ? 104 : 82);

/** The call on the face of a clock of one or more whole hours: its sectors, and the rest of the hour left free. */
export function MinuteDial({ agenda }: { agenda: readonly AgendaPart[] }) {
  const total = agenda.reduce((sum, { minutes }) => sum + minutes, 0);
  const face = Math.ceil(total / 60) * 60;
  const parts = agenda.map(({ minutes, title }, index) => {
    const from = agenda.slice(0, index).reduce((sum, part) => sum + part.minutes, 0);
    return { minutes, lines: title.split(/ (?=and |deep )/), from, to: from + minutes };
  });
  const rest = face > total ? ` The last ${face - total} minutes are not part of the call.` : "";
  return (
    <svg
      className={`full-width ${css.dial}`}
      viewBox="0 0 440 440"
      role="img"
      aria-label={`Clock face of ${face} minutes. ${parts.map(({ from, to, lines }) => `From ${from} to ${to}: ${lines.join(" ")}.`).join(" ")}${rest}`}
    >
      <path
        className="hl"
        d={Array.from({ length: 60 }, (_, tick) => ray(tick / 60, radius + 6, radius + (tick % 5 ? 12 : 20))).join("")}
      />
      <path className={`stroked no-fill ${css.arc}`} d={arc(0, total / face, radius)} />
      {rest && <path className="ds" d={arc(total / face, 1, radius)} />}
      <circle className="hl" cx={center} cy={center} r="46" />
      <path className="ln" d={parts.map(({ from }) => ray(from / face, 0, radius)).join("")} />
      {parts.map(({ minutes, lines, from, to }) => {
        const { x, y } = at((from + to) / 2 / face, labelDistance((to - from) / face));
        return (
          <g key={from} textAnchor="middle">
            <text className={css.minutes} x={x} y={y}>
              {minutes}
            </text>
            {lines.map((line, index) => (
              <text key={line} x={x} y={y + 5} dy={`${(index + 1) * 1.15}em`}>
                {line}
              </text>
            ))}
          </g>
        );
      })}
      {[0, ...parts.map(({ to }) => to)]
        .filter((minute) => minute < face)
        .map((minute) => {
          const { x, y } = at(minute / face, radius + 36);
          return (
            <text key={minute} x={x} y={y + 5} textAnchor="middle">
              {minute}
            </text>
          );
        })}
      <path className="mk" d={ray(total / face, 0, radius + 20)} />
      <circle className="mkf" cx={center} cy={center} r="6" />
    </svg>
  );
}
