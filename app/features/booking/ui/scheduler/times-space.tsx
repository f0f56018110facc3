import css from "./times-space.module.css";

/** A day's list is at most as high as this many times; it scrolls when there are more. */
export const shownTimes = 16;

const rowsOf = (times: number, columns: number) => Math.ceil(Math.min(times, shownTimes) / columns);

/** Space as high as the list of a day with this many times (day-times.module.css), in two or three columns by the width. */
export const TimesSpace = ({ times }: { times: number }) =>
  ([2, 3] as const).map((columns) => (
    <svg
      key={columns}
      className={columns === 2 ? css.two : css.three}
      width="1"
      height={`${rowsOf(times, columns) * 3.8125}rem`}
      aria-hidden="true"
    />
  ));
