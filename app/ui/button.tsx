import type { ComponentProps, MouseEvent, PointerEvent, ReactNode } from "react";
import css from "./button.module.css";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

type Look = {
  /** primary: the one action of a view (vermilion). secondary: ink outline (default). tertiary: underlined words. */
  variant?: "primary" | "secondary" | "tertiary";
  /** Height in px. 32 only in dense admin views. */
  size?: 48 | 40 | 32;
  wide?: boolean;
};
type Face = {
  children: ReactNode;
  /** Before the words. */
  icon?: IconName;
  /** An arrow after the words, when the action moves the reader forward. */
  forward?: boolean;
};

/** The class of a button, for elements this file does not make: `<Link className={buttonClass({ size: 40 })}>`. */
export function buttonClass({ variant = "secondary", size = 48, wide }: Look = {}): string {
  return classNames(css.button, css[variant], css[`size${size}`], wide && css.wide) ?? "";
}

/**
 * A button; `type` is "button" unless said otherwise. While `busy` it keeps its width and its focus, shows `busyText`
 * (announced politely) and lets no click or submit through; assistive technology and tests see it as disabled.
 */
export function Button({
  variant,
  size,
  wide,
  icon,
  forward,
  busy = false,
  busyText,
  type = "button",
  className,
  onClick,
  children,
  ...rest
}: Look & Face & { busy?: boolean; busyText?: string } & Omit<ComponentProps<"button">, "children">) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass({ variant, size, wide }), className)}
      onClick={busy || onClick ? press : undefined}
      onPointerDown={type === "submit" ? keepPress : undefined}
      aria-disabled={busy || rest["aria-disabled"] || undefined}
      aria-live={busyText ? "polite" : undefined}
      data-busy={busy || undefined}
    >
      <ButtonFace icon={icon} forward={forward}>
        {children}
      </ButtonFace>
      {busyText && <span className={css.busyFace}>{busyText}</span>}
    </button>
  );
}

/**
 * A field that is left for the button may grow by its error and push the button from under the mouse; the press counts all
 * the same. A finger needs no help: what it pressed is fixed when it touches.
 */
function keepPress({ currentTarget: button, pointerType }: PointerEvent<HTMLButtonElement>) {
  if (pointerType !== "mouse") return;
  const { left, top, right, bottom } = button.getBoundingClientRect();
  const release = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
    const onSpot = x >= left && x <= right && y >= top && y <= bottom;
    if (onSpot && button.isConnected && !button.contains(document.elementFromPoint(x, y))) button.click();
  };
  document.addEventListener("pointerup", release, { once: true });
}

export function ButtonLink({
  variant,
  size,
  wide,
  icon,
  forward,
  className,
  children,
  ...rest
}: Look & Face & Omit<ComponentProps<"a">, "children"> & { href: string }) {
  return (
    <a {...rest} className={classNames(buttonClass({ variant, size, wide }), className)}>
      <ButtonFace icon={icon} forward={forward}>
        {children}
      </ButtonFace>
    </a>
  );
}

/** A square button that shows an icon only; `label` is its accessible name. */
export function IconButton({
  icon,
  label,
  bare,
  className,
  ...rest
}: { icon: IconName; label: string; bare?: boolean } & Omit<ComponentProps<"button">, "children">) {
  return (
    <button type="button" {...rest} className={classNames(css.square, bare && css.bare, className)} aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}

function ButtonFace({ icon, forward, children }: Face) {
  return (
    <span className={css.face}>
      {icon && <Icon name={icon} />}
      {children}
      {forward && <Icon name="arrow" className={css.forward} />}
    </span>
  );
}
