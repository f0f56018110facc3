import { useEffect, useId, useRef } from "react";
import { Icon } from "#app/ui/buttons/icon.tsx";
import css from "./error-summary.module.css";

/** A field with an error: its control's `id` and its label. */
export type InvalidField = { id: string; label: string };

/**
 * The box above a form after a failed submit. It takes the focus when `attempt` (the number of submits) changes, and when it
 * appears, unless the user has typed since: then the field that is being filled in keeps the focus. It links to each field; the
 * messages stay at the fields. With one invalid field nothing is shown and the form focuses that field.
 */
export function ErrorSummary({ fields, attempt = 0 }: { fields: readonly InvalidField[]; attempt?: number }) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const shown = fields.length > 1;
  const isEdited = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: edits since the last attempt
  useEffect(() => {
    isEdited.current = false;
    const edited = () => {
      isEdited.current = true;
    };
    document.addEventListener("input", edited, true);
    return () => document.removeEventListener("input", edited, true);
  }, [attempt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt with the same errors must focus again
  useEffect(() => {
    if (shown && !isEdited.current) box.current?.focus();
  }, [shown, attempt]);
  if (!shown) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add the summary to the form's own structure
    <div
      ref={box}
      className={`grid critical ui-size ${css.summary}`}
      role="group"
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <Icon name="warning" size={20} />
      <div>
        <p className="strong" id={titleId}>
          {fields.length} fields need attention
        </p>
        <ul className={`cluster ${css.list}`}>
          {fields.map(({ id, label }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  const control = document.getElementById(id);
                  if (!control) return;
                  event.preventDefault();
                  control.focus();
                }}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
