import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useState } from "react";
import { classNames } from "./class-names.ts";
import { useEarlyEdit } from "./early-edit.ts";
import css from "./field.module.css";
import { Icon, type IconName } from "./icon.tsx";

/*
 * Form controls. Every one is a native element, so it works and submits before any script arrives. The rest of the
 * properties go to that element: spread react-hook-form's `register("email")` into them. The words of the label are the
 * whole accessible name; "Optional", a unit or a link beside it never enters it.
 */

type Frame = {
  label: string;
  /** One line below, saying what is wanted. */
  hint?: ReactNode;
  /** One sentence that says how to put it right; its presence marks the control invalid. */
  error?: string | undefined;
  optional?: boolean;
  /** Beside the label, such as a "Forgot it?" link. */
  aside?: ReactNode;
  id?: string | undefined;
  className?: string | undefined;
};

/** What a control must carry to be tied to its label, hint and error. */
export type ControlWiring = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

/** Label, control, error and hint, tied together. `children` draws the control with the wiring it is given. */
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
  /** The control's properties: of a controlled one, edits made before hydration are reported to its `onChange`. */
  input?: Pick<ComponentProps<"input" | "select" | "textarea">, "value"> & {
    onChange?: ((event: ChangeEvent<never>) => void) | undefined;
  };
  /** The error is read out when it comes: for a control that keeps the focus while it is judged. */
  announced?: boolean;
  children: (wiring: ControlWiring) => ReactNode;
}) {
  const made = useId();
  const own = id ?? made;
  useEarlyEdit(own, input?.value === undefined ? undefined : String(input.value), input?.onChange);
  return (
    <div className={classNames(css.field, className)}>
      <div className={css.head}>
        <label htmlFor={own}>{label}</label>
        {optional && <span className="note">Optional</span>}
        {aside && <span className={css.aside}>{aside}</span>}
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

/** The browser's own list. `placeholder` is a first, empty choice. */
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
                <option key={value} value={value}>
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

/** A number typed as text with the numeric keyboard: no wheel accidents, commas allowed. `unit` follows, `sign` precedes. */
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
          {sign && <span className={css.unit}>{sign}</span>}
          <input type="text" inputMode="decimal" autoComplete="off" {...input} {...wiring} className={css.figures} />
          {unit && (
            <span className={css.unit} id={unitId}>
              {unit}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}

/** A password with a Show and Hide button. The button is named without the word of the label, so labels stay unique. */
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
            className={css.show}
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

/** One checkbox with its sentence. `label` may hold links. */
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
    <div className={classNames(css.field, className)}>
      <label className={css.check}>
        <input {...input} type="checkbox" id={own} {...described(own, error, hint)} />
        <span>{label}</span>
      </label>
      <Messages id={own} error={error} hint={hint} />
    </div>
  );
}

/** The error and the hint of a control, with the ids that `described` names. */
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

/** Attributes that tie a control to its messages. */
export function described(id: string, error?: string, hint?: ReactNode, also?: string) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`, also].filter(Boolean).join(" ");
  return { "aria-invalid": error ? (true as const) : undefined, "aria-describedby": ids || undefined };
}

function split<Props extends Frame>(props: Props): [Frame, Omit<Props, keyof Frame>] {
  const { label, hint, error, optional, aside, id, className, ...input } = props;
  return [{ label, hint, error, optional, aside, id, className }, input];
}
