/** Joins class names and leaves out what is missing. `classNames(css.button, wide && css.wide)` */
export function classNames(...names: (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(" ") || undefined;
}
