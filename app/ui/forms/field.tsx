import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useState } from "react";
import { Icon, type IconName } from "#app/ui/buttons/icon.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { useEarlyEdit } from "#app/ui/drafts/early-edit.ts";
import css from "./field.module.css";

/*
 * Form controls. All are native elements, so they work and submit before hydration. Other properties are passed to the element:
 * spread react-hook-form's `register("email")`. The label text alone is the accessible name, without "Optional", units or links
 * beside it.
 */

type Frame = {
  label: string;
  /** One line below with the expected input. */
  hint?: ReactNode;
  /** A sentence on how to fix the value; marks the control invalid. */
  error?: string | undefined;
  optional?: boolean;
  /** Beside the label, such as a "Forgot it?" link. */
  aside?: ReactNode;
  id?: string | undefined;
  className?: string | undefined;
  /** Announces the error when it appears: for controls that keep or get the focus during validation. */
  announced?: boolean;
};

/** Properties that connect a control to its label, hint and error. */
export type ControlWiring = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

/** Label, control, error and hint, connected. `children` renders the control with these properties. */
export function Field({
  label,
  hint,
  error,
  optional,
  aside,
  id,
  className,
  describedBy,
  announced,
  input,
  children,
}: Frame & {
  describedBy?: string | undefined;
  /** The control's properties; edits made before hydration are reported to the `onChange` of a controlled one. */
  input?: Pick<ComponentProps<"input" | "select" | "textarea">, "value"> & {
    onChange?: ((event: ChangeEvent<never>) => void) | undefined;
  };
  children: (wiring: ControlWiring) => ReactNode;
}) {
  const made = useId();
  const own = id ?? made;
  useEarlyEdit(own, input?.value === undefined ? undefined : String(input.value), input?.onChange);
  return (
    <div className={classNames(`grid gap-40 ${css.field}`, className)}>
      <div className={`cluster baseline ${css.head}`}>
        <label htmlFor={own}>{label}</label>
        {optional && <span className="note">Optional</span>}
        {aside && <span className={`smaller ${css.aside}`}>{aside}</span>}
      </div>
      {children({ id: own, ...described(own, error, hint, describedBy) })}
      <Messages id={own} error={error} hint={hint} announced={announced} />
    </div>
  );
}

export function TextField({ icon, ...props }: Frame & { icon?: IconName } & ComponentProps<"input">) {
  const [frame, input] = split(props);
  return (
    <Field {...frame} input={input}>
      {(wiring) =>
        icon ? (
          <div className={css.box}>
            <Icon name={icon} />
            <input type="text" {...input} {...wiring} />
          </div>
        ) : (
          <input type="text" {...input} {...wiring} className={css.input} />
        )
      }
    </Field>
  );
}

export function TextArea(props: Frame & ComponentProps<"textarea">) {
  const [frame, input] = split(props);
  return (
    <Field {...frame} input={input}>
      {(wiring) => <textarea rows={4} {...input} {...wiring} className={classNames(css.input, css.area)} />}
    </Field>
  );
}

export type SelectOption = string | { value: string; label: string };

/** A native select. `placeholder` is a first, empty option. */
export function SelectField({
  options,
  placeholder,
  ...props
}: Frame & { options: readonly SelectOption[]; placeholder?: string } & Omit<ComponentProps<"select">, "children">) {
  const [frame, input] = split(props);
  return (
    <Field {...frame} input={input}>
      {(wiring) => (
        <div className={css.select}>
          <select {...input} {...wiring} className={css.input}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => {
              const { value, label } = typeof option === "string" ? { value: option, label: option } : option;
              return (
                <option key={value} value={value === label ? undefined : value}>
                  {label}
                </option>
              );
            })}
          </select>
          <Icon name="chevron" size={16} />
        </div>
      )}
    </Field>
  );
}

/** A number as text with the numeric keyboard: no changes by mouse wheel, commas allowed. `unit` follows, `sign` precedes. */
export function NumberField({
  unit,
  sign,
  ...props
}: Frame & { unit?: string; sign?: string } & Omit<ComponentProps<"input">, "type">) {
  const [frame, input] = split(props);
  const unitId = useId();
  return (
    <Field {...frame} input={input} describedBy={unit ? unitId : undefined}>
      {(wiring) => (
        <div className={css.box}>
          {sign && <span className={`muted ${css.unit}`}>{sign}</span>}
          <input type="text" inputMode="decimal" autoComplete="off" {...input} {...wiring} className={css.figures} />
          {unit && (
            <span className={`muted ${css.unit}`} id={unitId}>
              {unit}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}

/** A password with a Show/Hide button. The button's name omits the label's word so that labels stay unique. */
export function PasswordField({ children, ...props }: Frame & Omit<ComponentProps<"input">, "type">) {
  const [frame, input] = split(props);
  const [shown, setShown] = useState(false);
  return (
    <Field {...frame} input={input}>
      {(wiring) => (
        <div className={css.box}>
          <input autoCapitalize="none" spellCheck={false} {...input} {...wiring} type={shown ? "text" : "password"} />
          <button
            type="button"
            className={`smaller strong ${css.show}`}
            aria-controls={wiring.id}
            aria-describedby={wiring.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? "Hide" : "Show"}
          </button>
        </div>
      )}
    </Field>
  );
}

/** A single checkbox. `label` may contain links. */
export function CheckField({
  label,
  hint,
  error,
  id,
  className,
  ...input
}: Omit<Frame, "label" | "optional" | "aside"> & { label: ReactNode } & Omit<ComponentProps<"input">, "type">) {
  const made = useId();
  const own = id ?? made;
  useEarlyEdit(own, input.checked, input.onChange);
  return (
    <div className={classNames(`grid gap-40 ${css.field}`, className)}>
      <label className={css.check}>
        <input {...input} type="checkbox" id={own} {...described(own, error, hint)} />
        <span>{label}</span>
      </label>
      <Messages id={own} error={error} hint={hint} />
    </div>
  );
}

/** The error and hint of a control, with the ids used by `described`. */
export function Messages({
  id,
  error,
  hint,
  announced,
}: {
  id: string;
  error?: string | undefined;
  hint?: ReactNode;
  announced?: boolean | undefined;
}) {
  return (
    <>
      {error && (
        <p className={css.error} id={`${id}-error`} role={announced ? "alert" : undefined}>
          <Icon name="warning" size={16} />
          {error}
        </p>
      )}
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
}

/** Attributes that connect a control to its messages. */
export function described(id: string, error?: string, hint?: ReactNode, also?: string) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`, also].filter(Boolean).join(" ");
  return { "aria-invalid": error ? (true as const) : undefined, "aria-describedby": ids || undefined };
}

function split<Props extends Frame>(props: Props): [Frame, Omit<Props, keyof Frame>] {
  const { label, hint, error, optional, aside, id, className, announced, ...input } = props;
  return [{ label, hint, error, optional, aside, id, className, ...(announced ? { announced } : {}) }, input];
}
