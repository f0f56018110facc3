import { useId } from "react";
import css from "./range-bar.module.css";

/**
 * A range with its expected value; values are always low, expected, high, in the unit of the figure. `from` and `to` are the
 * ends of the scale. `label` is the text alternative ("Annual value: low $121,000, expected $186,400, high $251,000").
 */
export function RangeBar({
  low,
  expected,
  high,
  from = 0,
  to,
  label,
  ends,
}: {
  low: number;
  expected: number;
  high: number;
  from?: number;
  to: number;
  label: string;
  /** Texts under the ends of the bar: "$121,000 low", "$251,000 high". */
  ends?: readonly [string, string];
}) {
  const patternId = useId();
  const at = (value: number) => (to === from ? 0 : (100 * (Math.min(to, Math.max(from, value)) - from)) / (to - from));
  const percent = (share: number) => `${Math.round(share * 100) / 100}%`;
  return (
    <div className={`soft ${css.range}`}>
      <svg width="100%" height="30" role="img" aria-label={label}>
        <pattern id={patternId} width="5.66" height="5.66" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V6" className={css.hatch} />
        </pattern>
        <rect className={css.scale} y="14" width="100%" height="1" />
        <rect
          className={css.bar}
          x={percent(at(low))}
          y="10"
          width={percent(at(high) - at(low))}
          height="9"
          fill={`url(#${patternId})`}
        />
        <rect
          className={css.expected}
          x={percent(at(expected))}
          y="1"
          width="3"
          height="28"
          transform="translate(-1 0)"
        />
      </svg>
      {ends && (
        <p className={`line between gap-100 ${css.ends}`} aria-hidden="true">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </p>
      )}
    </div>
  );
}
