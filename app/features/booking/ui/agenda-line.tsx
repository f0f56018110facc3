import type { AgendaPart } from "../booking.ts";
import css from "./agenda-line.module.css";

/** The agenda of a strategy session, to scale: its three parts on one dimension line, labeled in the text next to it. */
export function AgendaLine({ parts }: { parts: readonly AgendaPart[] }) {
  const total = parts.reduce((sum, { minutes }) => sum + minutes, 0);
  const percent = (minutes: number) => `${(100 * minutes) / total}%`;
  const begins = parts.map((_, index) => parts.slice(0, index).reduce((sum, { minutes }) => sum + minutes, 0));
  return (
    <svg className={`soft ${css.line}`} width="100%" height="34" aria-hidden="true">
      {parts.map(({ minutes, title }, index) => (
        <svg
          key={title}
          x={percent(begins[index] ?? 0)}
          width={percent(minutes)}
          height="34"
          overflow="visible"
          aria-hidden="true"
        >
          <line className={css.tick} y1="15" y2="29" />
          <line className={css.length} x2="100%" y1="22" y2="22" />
          <text x="50%" y="10" textAnchor="middle">
            {minutes}
          </text>
        </svg>
      ))}
      <line className={css.tick} x1="100%" x2="100%" y1="15" y2="29" />
    </svg>
  );
}
