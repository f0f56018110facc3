import css from "./qr-code.module.css";

/** `1` is dark. Dark on white in dark mode, too, because scanners expect it. */
export function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const margin = 3;
  const size = rows.length + 2 * margin;
  const path = rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(
        (run) => `M${run.index + margin} ${y + margin}h${run[0].length}v1h-${run[0].length}z`,
      ),
    )
    .join("");
  return (
    <svg
      className={`framed ${css.code}`}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} className={css.background} />
      <path d={path} className={css.ink} />
    </svg>
  );
}
