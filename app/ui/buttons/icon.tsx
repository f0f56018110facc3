import { classNames } from "#app/ui/class-names.ts";
import css from "./icon.module.css";

const paths = {
  arrow: "M4 12h15M13 6l6 6-6 6",
  back: "M20 12H5M11 6l-6 6 6 6",
  calendar: "M4 6h16v14H4zM4 10h16M8.5 3.5V8M15.5 3.5V8",
  chart: "M3.5 20.5h17M7 17v-5M12 17V6.5M17 17v-8",
  chat: "M4 5h16v11H10.5L6 20v-4H4z",
  check: "M4.5 12.5l5 5 10-11",
  chevron: "M6 9.5l6 6 6-6",
  clock: "M12 3.5a8.5 8.5 0 1 0 .01 0zM12 7v5.2l3.5 2",
  close: "M5.5 5.5l13 13M18.5 5.5l-13 13",
  copy: "M8.5 8.5h12v12h-12zM15.5 8.5v-5h-12v12h5",
  document: "M6 3.5h8.5L19 8v12.5H6zM14 3.5V8.5h5M9 13h7M9 16.5h5",
  download: "M12 3.5v12M7 11l5 5 5-5M4 20.5h16",
  edit: "M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5",
  external: "M10 4.5H4.5v15h15V14M13.5 4.5h6v6M19 5l-8.5 8.5",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 .01 0z",
  filter: "M4 6h16M7 12h10M10 18h4",
  grip: "M9 5v.6M15 5v.6M9 12v.6M15 12v.6M9 19v.6M15 19v.6",
  home: "M3.5 11.5L12 4l8.5 7.5M6 9.5v10.5h12V9.5",
  info: "M12 3.5a8.5 8.5 0 1 0 .01 0zM12 11v5.5M12 7.5v.6",
  link: "M9.5 14.5l5-5M8 11l-2.5 2.5a3.5 3.5 0 0 0 5 5L13 16M11 8l2.5-2.5a3.5 3.5 0 0 1 5 5L16 13",
  lock: "M5 11h14v9.5H5zM8 11V7.5a4 4 0 0 1 8 0V11",
  mail: "M3.5 5.5h17v13h-17zM3.5 7l8.5 6.5L20.5 7",
  menu: "M3.5 7h17M3.5 12h17M3.5 17h11",
  minus: "M4 12h16",
  more: "M5 12v.6M12 12v.6M19 12v.6",
  pause: "M8.5 5v14M15.5 5v14",
  phone:
    "M5 4h4l1.5 4.5-2.3 1.7a12 12 0 0 0 5.6 5.6l1.7-2.3L20 15v4c0 1-1 1.5-2 1.4C10.5 19.7 4.3 13.5 3.6 6 3.5 5 4 4 5 4z",
  plus: "M12 4v16M4 12h16",
  refresh: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4.5H15",
  route: "M5 20.5V14a4 4 0 0 1 4-4h10.5M15.5 6l4 4-4 4",
  search: "M10.5 4.5a6 6 0 1 0 .01 0zM15 15l5.5 5.5",
  share: "M12 15.5v-12M7 8l5-5 5 5M5 12.5v8h14v-8",
  shield: "M12 3.5l7.5 3v5.5c0 4.5-3.2 7.3-7.5 8.5-4.3-1.2-7.5-4-7.5-8.5V6.5zM8.5 12l2.5 2.5 4.5-5",
  sliders: "M4 7h9M17 7h3M15 4.5v5M4 12h3M11 12h9M9 9.5v5M4 17h9M17 17h3M15 14.5v5",
  star: "M12 4l2.4 5.2 5.6.6-4.2 3.8 1.2 5.7-5-2.9-5 2.9 1.2-5.7L4 9.8l5.6-.6z",
  ticket: "M3.5 7h17v3.2a1.8 1.8 0 0 0 0 3.6V17h-17v-3.2a1.8 1.8 0 0 0 0-3.6zM14.5 7.5v9",
  trash: "M4 6.5h16M9 6.5V4h6v2.5M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6",
  trend: "M3.5 17.5l5.5-5.5 4 3.5 7-8M15.5 7h5v5",
  user: "M12 4a4 4 0 1 0 .01 0zM4 20.5c.8-4.5 4-6.5 8-6.5s7.2 2 8 6.5",
  warning: "M12 3.5L2.5 20h19zM12 10v4.5M12 17v.6",
} as const;

export type IconName = keyof typeof paths;

/**
 * A line icon in a 24 px box, drawn at `size` px (default 18). Hidden from assistive technology, because text is beside it;
 * controls without visible text use a label (`IconButton`).
 */
export function Icon({
  name,
  size = 18,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <svg className={classNames(css.icon, className)} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
