import css from "./drawing.module.css";

/** Usage: `fill={`url(#${id})`}`. */
export function HatchPattern({ id }: { id: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path className={css.hatchLine} d="M0 0V6" />
    </pattern>
  );
}
