import css from "./ruler.module.css";

/**
 * A value on a scale of 0 to 100 (`value` in percent), with its figures below. Hidden from assistive technology, because the
 * figure is beside it.
 */
export function Ruler({ value, ends = ["0", "50", "100"] }: { value: number; ends?: readonly string[] }) {
  const reading = `${Math.min(100, Math.max(0, value))}%`;
  return (
    <div>
      <svg className={css.ruler} width="100%" height="42" aria-hidden="true">
        <rect className={css.reading} y="17" height="4" width={reading} />
        <rect className={css.reading} x={reading} y="2" height="38" width="1" />
      </svg>
      <p className={`line between muted ${css.ends}`} aria-hidden="true">
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </p>
    </div>
  );
}
