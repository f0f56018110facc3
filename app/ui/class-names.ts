/** Joins class names without falsy ones. `classNames(css.button, wide && css.wide)` */
export function classNames(...names: (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(" ") || undefined;
}
