import css from "./drawing.module.css";

/** The pattern of `hatching`, once in a page with such drawings. `band`: of `bandHatching`, inside a blueprint band. */
export function HatchPattern({ band = false }: { band?: boolean }) {
  return (
    <svg className={css.definitions} width="0" height="0" aria-hidden="true">
      <pattern
        id={band ? "hatch-band" : "hatch"}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <path className={css.hatchLine} d="M0 0V6" />
      </pattern>
    </svg>
  );
}

/** A `fill`. */
export const hatching = "url(#hatch)";

/** A pattern has the colors of the place where it is defined, so the band needs its own. */
export const bandHatching = "url(#hatch-band)";
