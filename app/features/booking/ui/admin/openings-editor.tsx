import { type ReactNode, useId } from "react";
import { Button, IconButton } from "#app/ui/buttons/button.tsx";
import css from "./openings-editor.module.css";

export type TypedOpening = { key: string; start: string; end: string };

export function OpeningsEditor({
  legend,
  openings,
  error,
  hint,
  onChange,
}: {
  legend: string;
  openings: readonly TypedOpening[];
  error?: string | undefined;
  hint?: ReactNode;
  onChange: (openings: TypedOpening[]) => void;
}) {
  const errorId = useId();
  const change = (key: string, part: Partial<TypedOpening>) =>
    onChange(openings.map((opening) => (opening.key === key ? { ...opening, ...part } : opening)));
  return (
    <fieldset className={`grid middle ${css.day}`} aria-describedby={error ? errorId : undefined}>
      <legend>{legend}</legend>
      <div className={`cluster ${css.rows}`}>
        {openings.length === 0 && <span className="muted">Closed</span>}
        {openings.map(({ key, start, end }, index) => (
          <span key={key} className={`middle gap-50 ${css.row}`}>
            <input
              type="time"
              aria-label={`${legend}, opening ${index + 1}, from`}
              aria-invalid={error ? true : undefined}
              value={start}
              onChange={(event) => change(key, { start: event.currentTarget.value })}
            />
            <span aria-hidden="true">to</span>
            <input
              type="time"
              aria-label={`${legend}, opening ${index + 1}, to`}
              aria-invalid={error ? true : undefined}
              value={end}
              onChange={(event) => change(key, { end: event.currentTarget.value })}
            />
            <IconButton
              icon="close"
              label={`Remove opening ${index + 1} of ${legend}`}
              onClick={() => onChange(openings.filter((opening) => opening.key !== key))}
            />
          </span>
        ))}
      </div>
      <Button
        size={32}
        icon="plus"
        aria-label={`Add an opening to ${legend}`}
        onClick={() => onChange([...openings, { key: crypto.randomUUID(), start: "09:00", end: "17:00" }])}
      >
        Add
      </Button>
      {error && (
        <p id={errorId} className="critical smaller whole">
          {error}
        </p>
      )}
      {hint && <p className="soft smaller whole">{hint}</p>}
    </fieldset>
  );
}
