import css from "./drawing.module.css";

/** The pattern of `hatching`, once in a page with such drawings. */
export function HatchPattern() {
  return (
    <svg className={css.definitions} width="0" height="0" aria-hidden="true">
      <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className={css.hatchLine} d="M0 0V6" />
      </pattern>
    </svg>
  );
}

/** A `fill`. */
export const hatching = "url(#hatch)";
