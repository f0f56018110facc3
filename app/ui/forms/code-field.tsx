import { type ComponentProps, type PointerEvent, type ReactNode, useEffect, useState } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { boxesOf, digitsOf } from "./code-digits.ts";
import css from "./code-field.module.css";
import { Field } from "./field.tsx";

const boxes = [0, 1, 2, 3, 4, 5];

/**
 * A six-digit code in boxes of 3 + 3. There is one real input, so labels, paste, password managers and text message autofill
 * work; the boxes are drawn over it. Before hydration it is a plain input of the same size. `onComplete` is called once per
 * change to six digits; the caller decides whether to submit.
 */
export function CodeField({
  label,
  hint,
  error,
  value,
  onValue,
  onComplete,
  ...input
}: {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  value: string;
  onValue: (digits: string) => void;
  onComplete?: (digits: string) => void;
} & Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "ref">) {
  const [alive, setAlive] = useState(false);
  const [caret, setCaret] = useState<{ from: number; to: number } | null>(null);
  useEffect(() => setAlive(true), []);

  // Uses the event's element: with autoFocus the first focus is earlier than any ref.
  const follow = ({ selectionStart, selectionEnd }: HTMLInputElement) => {
    setCaret(boxesOf(selectionStart ?? 0, selectionEnd ?? 0, boxes.length));
  };
  const change = (text: string) => {
    const digits = digitsOf(text, boxes.length);
    onValue(digits);
    if (digits.length === boxes.length && digits !== value) onComplete?.(digits);
  };
  const pointAt = (event: PointerEvent<HTMLInputElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const box = Math.min(Math.floor(((event.clientX - left) / width) * boxes.length), value.length);
    event.currentTarget.setSelectionRange(box, Math.min(box + 1, value.length));
    follow(event.currentTarget);
  };

  // A refused code is cleared while its field keeps the focus; the highlight moves back too.
  const marked =
    caret && boxesOf(Math.min(caret.from, value.length), Math.min(caret.to + 1, value.length), boxes.length);

  return (
    <Field label={label} hint={hint} error={error} announced>
      {(wiring) => (
        <div className={css.code} data-alive={alive || undefined}>
          <input
            {...input}
            {...wiring}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            className={`full-width rounded sheet-surface num ${css.input}`}
            value={value}
            onChange={(event) => change(event.target.value)}
            onSelect={(event) => follow(event.currentTarget)}
            onFocus={(event) => follow(event.currentTarget)}
            onBlur={() => setCaret(null)}
            onPointerUp={pointAt}
          />
          <div className={`hidden ${css.boxes}`} aria-hidden="true">
            {boxes.map((box) => (
              <span
                key={box}
                className={classNames(
                  `grid rounded sheet-surface num ${css.box}`,
                  marked && box >= marked.from && box <= marked.to && css.active,
                )}
                data-invalid={wiring["aria-invalid"]}
              >
                {value[box]}
              </span>
            ))}
          </div>
        </div>
      )}
    </Field>
  );
}
