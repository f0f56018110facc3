import {
  type ComponentProps,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from "react";
import { classNames } from "#app/ui/class-names.ts";
import css from "./button.module.css";
import { Icon, type IconName } from "./icon.tsx";

type Look = {
  /** primary: the main action of a view (vermilion). secondary: ink outline (default). tertiary: underlined text. */
  variant?: "primary" | "secondary" | "tertiary";
  /** Height in px. 32 only in dense admin views. */
  size?: 48 | 40 | 32;
  wide?: boolean;
};
type Face = {
  children: ReactNode;
  icon?: IconName;
  /** Adds an arrow after the text, for actions that lead to the next step. */
  forward?: boolean;
};

/** The class of a button, for other elements: `<Link className={buttonClass({ size: 40 })}>`. */
export function buttonClass({ variant = "secondary", size = 48, wide }: Look = {}): string {
  return classNames(css.button, css[variant], css[`size${size}`], wide && css.wide) ?? "";
}

/** Between a press and `busy`: a second press within it is part of the same action. */
const gapMs = 400;

/**
 * A button; `type` defaults to "button". While `busy` it keeps its width and focus, shows `busyText` (announced politely) and
 * blocks clicks and submits; it is disabled for assistive technology. A button with `busyText` ignores the second click of a
 * double press; submits have ui/forms/form-sending.ts.
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
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  // After it was busy, the next press is another action; from the moment at which it is shown so.
  useLayoutEffect(() => {
    if (!busy) pressedAt.current = Number.NEGATIVE_INFINITY;
  }, [busy]);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const isRepeated = type === "button" && busyText !== undefined && event.timeStamp - pressedAt.current < gapMs;
    if (busy || isRepeated) return event.preventDefault();
    pressedAt.current = event.timeStamp;
    onClick?.(event);
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
 * A field that loses the focus may show an error and push the button away from the mouse; the click still counts. Touch needs
 * no fix: its target is set at the touch.
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

/** A square icon button; `label` is its accessible name. */
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
