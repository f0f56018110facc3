import { activities, areas } from "#app/features/content/automations/automation-terms.ts";
import { bounds, frequencies } from "#app/features/roi/inputs/bounds.ts";
import { activityLabels, focusLabels, frequencyLabels } from "#app/features/roi/inputs/input-labels.ts";
import { type ProcessField, type ProcessText, processLabels } from "#app/features/wizard/answers/process-text.ts";
import { Button, IconButton } from "#app/ui/buttons/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { NumberField, SelectField, TextField } from "#app/ui/forms/field.tsx";
import css from "./process-row.module.css";

const painLabels = [
  "1, hardly noticed",
  "2, a nuisance",
  "3, slows us down",
  "4, goes wrong often",
  "5, everyone dreads it",
];

export const processFieldId = (key: string, field: ProcessField) => `${field}-${key}`;

export function ProcessRow({
  row,
  number,
  isTypical,
  errors,
  onChange,
  onLeave,
  onConfirm,
  onRemove,
  onAsk,
  isNamed,
}: {
  row: ProcessText;
  number: number;
  isTypical: boolean;
  errors: Partial<Record<ProcessField, string>>;
  onChange: (field: ProcessField, typed: string) => void;
  onLeave: (field: ProcessField) => void;
  /** Confirms the hours of an assumed row. */
  onConfirm?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
  onAsk?: (() => void) | undefined;
  /** Gives the fields names, for a form that is sent without scripts. */
  isNamed?: boolean;
}) {
  const wire = (field: ProcessField) => ({
    id: processFieldId(row.key, field),
    ...(isNamed && { name: field }),
    label: processLabels[field],
    value: row[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => onChange(field, event.target.value),
    onBlur: () => onLeave(field),
  });
  const pains = painLabels.map((label, index) => ({ value: String(index + 1), label }));
  return (
    <fieldset className={`grid ${css.process}`}>
      <legend className="vh">{row.name.trim() || `Process ${number}`}</legend>
      <span className={`note ${css.number}`} aria-hidden="true">
        {String(number).padStart(2, "0")}
      </span>
      <div className={`grid ${css.fields}`}>
        <TextField
          {...wire("name")}
          aside={
            row.assumed ? (
              <Badge kind="trace">Assumed hours</Badge>
            ) : (
              isTypical && <Badge kind="sunk">Typical values</Badge>
            )
          }
          className={css.name}
          maxLength={bounds.processNameLength.max}
          autoComplete="off"
        />
        <SelectField
          {...wire("area")}
          className={css.area}
          placeholder="Choose"
          options={areas.map((value) => ({ value, label: focusLabels[value] }))}
        />
        <SelectField
          {...wire("activity")}
          className={css.activity}
          placeholder="Choose"
          options={activities.map((value) => ({ value, label: activityLabels[value] }))}
        />
        <NumberField {...wire("hours")} className={css.hours} unit="h" />
        <NumberField {...wire("people")} className={css.people} inputMode="numeric" />
        <SelectField
          {...wire("frequency")}
          className={css.frequency}
          placeholder="Choose"
          options={frequencies.map((value) => ({ value, label: frequencyLabels[value] }))}
        />
        <SelectField
          {...wire("pain")}
          className={css.pain}
          placeholder="Choose"
          options={isOneOf(row.pain, pains) ? pains : [...pains, { value: row.pain, label: row.pain }]}
        />
      </div>
      {((row.assumed && onConfirm) || onAsk) && (
        <p className={`cluster top-75 ${css.confirm}`}>
          {row.assumed && onConfirm && (
            <Button variant="tertiary" size={40} icon="check" onClick={onConfirm}>
              These hours are right<span className="vh">: {row.name}</span>
            </Button>
          )}
          {onAsk && (
            <Button variant="tertiary" size={40} icon="user" onClick={onAsk}>
              Ask a colleague<span className="vh"> about {row.name.trim() || `process ${number}`}</span>
            </Button>
          )}
        </p>
      )}
      {onRemove && (
        <IconButton
          icon="trash"
          bare
          label={`Remove ${row.name.trim() || `process ${number}`}`}
          onClick={onRemove}
          className={css.remove}
        />
      )}
    </fieldset>
  );
}

/** Whether the list has this value; an API call may have saved another one, such as 3.5, which is then added. */
const isOneOf = (value: string, options: readonly { value: string }[]) =>
  value === "" || options.some((option) => option.value === value);
