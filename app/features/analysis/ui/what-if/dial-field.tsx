import { type ChangeEvent, memo, useEffect, useRef, useState } from "react";
import { type Dial, dialText, isAdjusted, setDial } from "#app/features/analysis/sheets/what-if.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { classNames } from "#app/ui/class-names.ts";
import { useEarlyEdit } from "#app/ui/drafts/early-edit.ts";
import css from "./dial-field.module.css";
import type { InputEditor } from "./use-what-if.ts";

/** Every valid input updates the figures; an invalid value stays in the field, and the figures use the stored one. */
export const DialField = memo(function DialField({
  dial,
  input,
  editor,
  sign,
  unit,
  describedBy,
  quietUndo,
}: DialFieldProps) {
  const { stored, resets } = editor;
  const [typed, setTyped] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const shown = typed ?? dialText(dial, input);
  const adjusted = isAdjusted(dial, stored, input);
  useOnReset(resets, () => {
    setTyped(null);
    setMessage(null);
  });
  const type = (text: string) => {
    setTyped(text);
    const outcome = setDial(dial, editor.latest(), text);
    editor.fault(dial, !outcome.ok);
    setMessage(outcome.ok ? null : outcome.message);
    if (outcome.ok) editor.update(outcome.input);
  };
  useEarlyEdit(dial.key, shown, (event: ChangeEvent<HTMLInputElement>) => type(event.target.value));
  const was = dialText(dial, stored);
  const errorId = `${dial.key}-error`;
  return (
    <div className={css.dial}>
      <div className={classNames(css.box, adjusted && css.adjusted)}>
        {sign && <span aria-hidden="true">{sign}</span>}
        <input
          id={dial.key}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-label={dial.label}
          aria-invalid={message ? true : undefined}
          aria-describedby={[message && errorId, describedBy].filter(Boolean).join(" ") || undefined}
          value={shown}
          size={Math.max(3, shown.length)}
          onChange={(event) => type(event.target.value)}
          onBlur={() => {
            if (!message) setTyped(null);
          }}
        />
        {unit && <span aria-hidden="true">{unit}</span>}
      </div>
      {message && (
        <p className={css.error} id={errorId}>
          {message}
        </p>
      )}
      {adjusted && !message && !quietUndo && (
        <p className={css.was}>
          was {was}{" "}
          <button type="button" onClick={() => type(was)} aria-label={`Reset ${dial.label} to ${was}`}>
            Reset
          </button>
        </p>
      )}
    </div>
  );
}, shows);

interface DialFieldProps {
  dial: Dial;
  input: ModelInput;
  editor: InputEditor;
  sign?: string;
  unit?: string;
  describedBy?: string;
  /** The row shows the stored value, so the field only marks the change. */
  quietUndo?: boolean;
}

function shows(one: DialFieldProps, other: DialFieldProps): boolean {
  return (
    one.dial.key === other.dial.key &&
    one.dial.label === other.dial.label &&
    one.dial.read(one.input) === other.dial.read(other.input) &&
    one.editor === other.editor &&
    one.describedBy === other.describedBy
  );
}

/** Calls `reset` when `count` has changed since the last render, not on the first. */
function useOnReset(count: number, reset: () => void) {
  const seen = useRef(count);
  useEffect(() => {
    if (seen.current === count) return;
    seen.current = count;
    reset();
  });
}
