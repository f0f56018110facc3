import type { SVGProps } from "react";

/** Space as high as the list of a day with this many times: rows of two (day-times.module.css). */
export const TimesSpace = ({ times, ...svg }: { times: number } & SVGProps<SVGSVGElement>) => (
  <svg width="1" height={`${Math.ceil(times / 2) * 3.8125}rem`} aria-hidden="true" {...svg} />
);
