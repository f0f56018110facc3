import type { AgendaPart } from "#app/features/content/texts/training-text.ts";
import css from "./agenda-scale.module.css";

/** The parts of an agenda as lengths on one line, numbered as in the list below, which says the same in words. */
export function AgendaScale({ parts, unit }: { parts: readonly AgendaPart[]; unit: "minutes" | "hours" }) {
  const total = parts.reduce((sum, { share }) => sum + share, 0);
  const percent = (share: number) => `${Math.round((10_000 * share) / total) / 100}%`;
  const begins = parts.map((_, index) => parts.slice(0, index).reduce((sum, { share }) => sum + share, 0));
  return (
    <svg className={`soft ${css.scale}`} width="100%" height="62" aria-hidden="true">
      {parts.map(({ title, share }, index) => (
        <svg
          key={title}
          x={percent(begins[index]!)}
          width={percent(share)}
          height="62"
          overflow="visible"
          aria-hidden="true"
        >
          <rect
            className={index % 2 === 0 ? `pen-100 ${css.even}` : `pen-100 ${css.odd}`}
            y="8"
            width="100%"
            height="24"
          />
          <line className={`stroked ${css.tick}`} y1="4" y2="44" />
          <text x="50%" y="25" textAnchor="middle">
            {index + 1}
          </text>
          {(index < parts.length - 1 || share > total / 6) && (
            <text className={css.begin} x="0" y="58" textAnchor={index === 0 ? "start" : "middle"}>
              {begins[index]}
            </text>
          )}
        </svg>
      ))}
      <line className={`stroked ${css.tick}`} x1="100%" x2="100%" y1="4" y2="44" />
      <text className={css.begin} x="100%" y="58" textAnchor="end">
        {total} {unit === "hours" ? "h" : "min"}
      </text>
    </svg>
  );
}
