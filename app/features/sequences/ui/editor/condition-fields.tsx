import { stageKeys, stages } from "#app/features/pipeline/prospects/stages.ts";
import {
  type Condition,
  type FactName,
  factKinds,
  factNames,
  operatorsOf,
} from "#app/features/sequences/definitions/definition.ts";
import { Button, IconButton } from "#app/ui/buttons/button.tsx";
import { SelectField, TextField } from "#app/ui/forms/field.tsx";
import { factLabels, type Operator, operatorLabels } from "../sequence-labels.ts";
import css from "./sequence-form.module.css";

const maxConditions = 8;

/** Conditions of a step: all must hold when it is due. `errorAt` returns the message of a path such as `0.value`. */
export function ConditionFields({
  conditions,
  errorAt,
  onChange,
}: {
  conditions: readonly Condition[];
  errorAt: (path: string) => string | undefined;
  onChange: (conditions: Condition[]) => void;
}) {
  const change = (place: number, values: Partial<Condition>) =>
    onChange(conditions.map((condition, at) => (at === place ? { ...condition, ...values } : condition)));
  return (
    <fieldset className={`grid card shrinks ${css.group}`}>
      <legend>Send only if</legend>
      {conditions.length === 0 && (
        <p className="muted smaller">No conditions. Everyone who reaches this step gets it.</p>
      )}
      {conditions.map((condition, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity, and their fields are controlled
        <div key={place} className={`grid gap-75 end ${css.condition}`}>
          <SelectField
            label={`Fact ${place + 1}`}
            value={condition.fact}
            options={factNames.map((value) => ({ value, label: factLabels[value] }))}
            onChange={({ target }) => change(place, startOf(target.value as FactName))}
          />
          <SelectField
            label={`Comparison ${place + 1}`}
            value={condition.operator}
            error={errorAt(`${place}.operator`)}
            options={operatorsOf[factKinds[condition.fact]].map((value) => ({
              value,
              label: wordOf(condition.fact, value),
            }))}
            onChange={({ target }) => change(place, { operator: target.value as Operator })}
          />
          <ValueField
            label={`Value ${place + 1}`}
            condition={condition}
            error={errorAt(`${place}.value`)}
            onChange={(value) => change(place, { value })}
          />
          <IconButton
            icon="trash"
            bare
            label={`Remove condition ${place + 1}`}
            onClick={() => onChange(conditions.filter((_, at) => at !== place))}
          />
        </div>
      ))}
      <div>
        <Button
          size={32}
          icon="plus"
          disabled={conditions.length >= maxConditions}
          onClick={() => onChange([...conditions, startOf("stage")])}
        >
          Add condition
        </Button>
      </div>
    </fieldset>
  );
}

function startOf(fact: FactName): Condition {
  const [operator] = operatorsOf[factKinds[fact]];
  return { fact, operator, value: fact === "stage" ? stageKeys[0] : factKinds[fact] === "yes_no" ? "yes" : "" };
}

const wordOf = (fact: FactName, operator: Operator): string =>
  factKinds[fact] === "yes_no" ? (operator === "is" ? "yes" : "no") : operatorLabels[operator];

function ValueField({
  label,
  condition: { fact, operator, value },
  error,
  onChange,
}: {
  label: string;
  condition: Condition;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  if (operator === "exists" || operator === "missing" || factKinds[fact] === "yes_no") return <span />;
  if (fact === "stage" && operator !== "contains")
    return (
      <SelectField
        label={label}
        value={value}
        error={error}
        options={stages().map((stage) => ({ value: stage.key, label: stage.label }))}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  return (
    <TextField
      label={label}
      value={value}
      error={error}
      maxLength={120}
      autoComplete="off"
      inputMode={factKinds[fact] === "number" ? "numeric" : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
