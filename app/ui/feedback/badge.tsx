import type { ReactNode } from "react";
import { Icon, type IconName } from "#app/ui/buttons/icon.tsx";
import { classNames } from "#app/ui/class-names.ts";
import css from "./badge.module.css";

/**
 * A word in a rectangle. plain and info are for sources (Benchmark, Your answer), the others for states. States have an icon,
 * so color is never the only sign: check for positive, clock for caution, warning for critical.
 */
export function Badge({
  kind = "plain",
  icon,
  children,
}: {
  kind?: "plain" | "info" | "positive" | "caution" | "critical" | "trace" | "sunk";
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <span className={classNames(css.badge, css[kind])}>
      {icon && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}
