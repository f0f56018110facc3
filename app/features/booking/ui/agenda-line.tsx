import type { AgendaPart } from "../booking.ts";
import css from "./agenda-line.module.css";

/** Parts can have the same title, and none begin at the same minute. */
export const withBegins = (parts: readonly AgendaPart[]) =>
  parts.map((part, index) => ({
    ...part,
    begin: parts.slice(0, index).reduce((sum, { minutes }) => sum + minutes, 0),
  }));

/** The agenda of a call, to scale: its parts on one dimension line, labeled in the text next to it. */
export function AgendaLine({ parts }: { parts: readonly AgendaPart[] }) {
  const total = parts.reduce((sum, { minutes }) => sum + minutes, 0);
  const percent = (minutes: number) => `${(100 * minutes) / total}%`;
  return (
    <svg className={`soft ${css.line}`} width="100%" height="34" aria-hidden="true">
      {withBegins(parts).map(({ minutes, begin }) => (
        <svg key={begin} x={percent(begin)} width={percent(minutes)} height="34" overflow="visible" aria-hidden="true">
          <line className={`stroked ${css.tick}`} y1="15" y2="29" />
          <line className={`stroked ${css.length}`} x2="100%" y1="22" y2="22" />
          <text x="50%" y="10" textAnchor="middle">
            {minutes}
          </text>
        </svg>
      ))}
      <line className={`stroked ${css.tick}`} x1="100%" x2="100%" y1="15" y2="29" />
    </svg>
  );
}
