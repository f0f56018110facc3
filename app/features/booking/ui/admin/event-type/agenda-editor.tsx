import type { ReactNode } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { NumberField, TextField } from "#app/ui/forms/field.tsx";
import css from "../host-forms.module.css";

/** A part as it is typed. `key`: for React. */
export type TypedPart = { key: string; minutes: string; title: string; text: string };

/** Edits the parts of a call's agenda, which add up to its length. */
export function AgendaEditor({
  parts,
  total,
  faults,
  hint,
  onChange,
}: {
  parts: readonly TypedPart[];
  /** The sum of the minutes, as far as they are numbers. */
  total: number;
  /** By place; `all`: of the whole agenda. */
  faults: Readonly<Record<string, string>>;
  hint?: ReactNode;
  onChange: (parts: TypedPart[]) => void;
}) {
  const change = (at: number, changed: Partial<TypedPart>) =>
    onChange(parts.map((part, index) => (index === at ? { ...part, ...changed } : part)));
  const raise = (at: number) => onChange(parts.toSpliced(at - 1, 2, parts[at]!, parts[at - 1]!));
  return (
    <fieldset className={`grid gap-75 justify-items-start ${css.group}`}>
      <legend className={`larger strong ${css.head}`}>Agenda</legend>
      <p className="small">
        {parts.length > 0
          ? `The parts add up to ${total} minutes. They are shown on the page of the call and in its emails.`
          : "Without parts, no agenda is shown; the strategy session then has its usual three."}
      </p>
      {hint}
      {faults["all"] && (
        <p className="critical" role="alert">
          {faults["all"]}
        </p>
      )}
      {parts.map(({ key, minutes, title, text }, index) => (
        <fieldset key={key} className={`grid gap-75 card ${css.question}`}>
          <legend className="vh">Part {index + 1}</legend>
          <TextField
            label={`Part ${index + 1}`}
            maxLength={100}
            value={title}
            error={faults[`${index}.title`]}
            onChange={(event) => change(index, { title: event.currentTarget.value })}
          />
          <NumberField
            label="Length"
            unit="minutes"
            value={minutes}
            error={faults[`${index}.minutes`]}
            onChange={(event) => change(index, { minutes: event.currentTarget.value })}
          />
          <TextField
            label="What happens"
            optional
            maxLength={300}
            value={text}
            onChange={(event) => change(index, { text: event.currentTarget.value })}
          />
          <div className="line gap-50">
            {index > 0 && (
              <Button size={32} onClick={() => raise(index)} aria-label={`Move up part ${index + 1}`}>
                Move up
              </Button>
            )}
            <Button
              size={32}
              onClick={() => onChange(parts.toSpliced(index, 1))}
              aria-label={`Remove part ${index + 1}`}
            >
              Remove
            </Button>
          </div>
        </fieldset>
      ))}
      {parts.length < 10 && (
        <Button
          size={40}
          icon="plus"
          onClick={() => onChange([...parts, { key: crypto.randomUUID(), minutes: "", title: "", text: "" }])}
        >
          Add a part
        </Button>
      )}
    </fieldset>
  );
}
