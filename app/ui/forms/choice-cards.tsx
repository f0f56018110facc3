import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { takeEarlyEdit } from "#app/ui/drafts/early-edit.ts";
import css from "./choice-cards.module.css";
import { described, Messages } from "./field.tsx";

export type Choice = { value: string; label: string; text?: ReactNode; media?: ReactNode; disabled?: boolean };
type Choices = {
  legend: string;
  options: readonly Choice[];
  hint?: ReactNode;
  error?: string | undefined;
  /** On wide screens; on narrow ones two columns instead of three, otherwise one. */
  columns?: 1 | 2 | 3;
  quiet?: boolean;
};

/** A radio group with an explanation per option, in a ruled grid. */
export function RadioCards({
  value,
  defaultValue,
  ...props
}: Choices & { value?: string; defaultValue?: string } & Omit<
    ComponentProps<"input">,
    "type" | "value" | "defaultValue"
  >) {
  return (
    <ChoiceGrid
      {...props}
      type="radio"
      checked={value === undefined ? undefined : (option) => option === value}
      startsChecked={(option) => option === defaultValue}
    />
  );
}

/** A checkbox group in the same grid: tools, modules. */
export function CheckCards({
  value,
  defaultValue,
  ...props
}: Choices & { value?: readonly string[]; defaultValue?: readonly string[] } & Omit<
    ComponentProps<"input">,
    "type" | "value" | "defaultValue"
  >) {
  return (
    <ChoiceGrid
      {...props}
      type="checkbox"
      checked={value === undefined ? undefined : (option) => value.includes(option)}
      startsChecked={(option) => defaultValue?.includes(option) ?? false}
    />
  );
}

function ChoiceGrid({
  type,
  legend,
  options,
  hint,
  error,
  columns = 1,
  quiet,
  checked,
  startsChecked,
  className,
  ...input
}: Choices & {
  type: "radio" | "checkbox";
  checked: ((value: string) => boolean) | undefined;
  startsChecked: (value: string) => boolean;
} & Omit<ComponentProps<"input">, "type" | "value" | "defaultValue" | "checked">) {
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at hydration
  useLayoutEffect(() => {
    for (const box of grid.current?.querySelectorAll("input") ?? [])
      takeEarlyEdit(box, checked?.(box.value), input.onChange);
  }, []);
  return (
    <fieldset className={classNames(css.choices, className)} {...described(id, error, hint)}>
      <legend className={quiet ? "vh" : "t4"}>{legend}</legend>
      <div ref={grid} className={classNames(css.grid, css[`columns${columns}`])}>
        {options.map(({ value, label, text, media, disabled }) => (
          <label key={value} className={classNames("line soft ui-size", css.option, Boolean(text) && css.tall)}>
            {media && <span className={`grid rigid ${css.media}`}>{media}</span>}
            <span className={`grid shrinks ${css.words}`}>
              <span>{label}</span>
              {text && <span className="small">{text}</span>}
            </span>
            <input
              {...input}
              type={type}
              value={value}
              disabled={disabled || input.disabled}
              {...(checked ? { checked: checked(value) } : { defaultChecked: startsChecked(value) })}
            />
          </label>
        ))}
      </div>
      <Messages id={id} error={error} hint={hint} />
    </fieldset>
  );
}
