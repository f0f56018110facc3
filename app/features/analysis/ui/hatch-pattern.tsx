import css from "./drawing.module.css";

/** `of` names the drawing and is unique in its page. Usage: `fill={hatchFill("tornado-wide")}`. */
export function HatchPattern({ of }: { of: string }) {
  return (
    <pattern id={`hatch-${of}`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path className={css.hatchLine} d="M0 0V6" />
    </pattern>
  );
}

export const hatchFill = (of: string) => `url(#hatch-${of})`;
