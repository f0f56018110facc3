import { type ChangeEvent, memo } from "react";
import { processDial, withConfirmedHours, withProcess } from "#app/features/analysis/sheets/what-if.ts";
import { activities } from "#app/features/content/automations/automation-terms.ts";
import { frequencies } from "#app/features/roi/inputs/bounds.ts";
import { activityLabels, frequencyLabels } from "#app/features/roi/inputs/input-labels.ts";
import type { ModelInput, Process } from "#app/features/roi/inputs/model-input.ts";
import { sameValue } from "#app/features/wizard/draft-merge.ts";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { useEarlyEdit } from "#app/ui/drafts/early-edit.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import { DialField } from "./dial-field.tsx";
import css from "./process-dials.module.css";
import type { InputEditor } from "./use-what-if.ts";

type Row = { index: number; process: Process };

/** Zero hours exclude a process. */
export function ProcessDials({ input, editor }: { input: ModelInput; editor: InputEditor }) {
  const { stored, latest, update } = editor;
  const rows = input.processes.map((process, index): Row => ({ index, process }));
  const isChanged = ({ index, process }: Row) => !sameValue(process, stored.processes[index]);
  const choose = ({ index }: Row, change: Partial<Process>) => update(withProcess(latest(), index, change));
  return (
    <div className={css.block}>
      <Table
        caption="Your processes"
        quiet
        rows={rows}
        rowKey={({ index }) => String(index)}
        edited={isChanged}
        columns={[
          {
            label: "Process",
            heads: true,
            cell: (row) => (
              <div>
                {row.process.name}
                {row.process.assumed && (
                  <>
                    {" "}
                    <Badge kind="trace">Assumed hours</Badge>
                    <button
                      type="button"
                      className={css.undo}
                      onClick={() => update(withConfirmedHours(latest(), row.index))}
                    >
                      These hours are right<span className="vh">: {row.process.name}</span>
                    </button>
                  </>
                )}
                {isChanged(row) && (
                  <button
                    type="button"
                    className={css.undo}
                    aria-label={`Reset ${row.process.name}`}
                    onClick={() => update(withStoredProcess(latest(), stored, row.index))}
                  >
                    Reset
                  </button>
                )}
              </div>
            ),
          },
          {
            label: "Activity",
            cell: (row) => (
              <Choice
                id={`process-${row.index}-activity`}
                label={`Activity of ${row.process.name}`}
                value={row.process.activity}
                options={activityOptions}
                onChoose={(activity) => choose(row, { activity })}
              />
            ),
          },
          {
            label: "Hours each, a week",
            numeric: true,
            cell: ({ index, process }) => (
              <DialField
                dial={{ ...processDial(index, "hours"), label: `Hours per person and week of ${process.name}` }}
                input={input}
                editor={editor}
                unit="h"
                quietUndo
              />
            ),
          },
          {
            label: "People",
            numeric: true,
            cell: ({ index, process }) => (
              <DialField
                dial={{ ...processDial(index, "people"), label: `People in ${process.name}` }}
                input={input}
                editor={editor}
                quietUndo
              />
            ),
          },
          {
            label: "Frequency",
            cell: (row) => (
              <Choice
                id={`process-${row.index}-frequency`}
                label={`Frequency of ${row.process.name}`}
                value={row.process.frequency}
                options={frequencyOptions}
                onChoose={(frequency) => choose(row, { frequency })}
              />
            ),
          },
          {
            label: "Pain",
            cell: (row) => (
              <Choice
                id={`process-${row.index}-pain`}
                label={`Pain of ${row.process.name}`}
                value={String(row.process.pain)}
                options={painOptions(row.process.pain)}
                onChoose={(pain) => choose(row, { pain: Number(pain) })}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

const withStoredProcess = (input: ModelInput, stored: ModelInput, index: number): ModelInput => ({
  ...input,
  processes: input.processes.map((process, at) => (at === index ? stored.processes[index]! : process)),
});

interface Option<Value extends string> {
  value: Value;
  label: string;
}

const activityOptions = activities.map((value) => ({ value, label: activityLabels[value] }));
const frequencyOptions = frequencies.map((value) => ({ value, label: frequencyLabels[value] }));
const wholePains = painList([1, 2, 3, 4, 5]);

/** One to five; a fractional value from the API remains selectable. */
const painOptions = (pain: number) =>
  Number.isInteger(pain) ? wholePains : painList([1, 2, 3, 4, 5, pain].sort((one, other) => one - other));

function painList(pains: readonly number[]): Option<string>[] {
  return pains.map((value) => ({ value: String(value), label: `${value} of 5` }));
}

function Choice<Value extends string>({
  id,
  label,
  value,
  options,
  onChoose,
}: {
  id: string;
  label: string;
  value: Value;
  options: readonly Option<Value>[];
  onChoose: (value: Value) => void;
}) {
  const choose = (event: ChangeEvent<HTMLSelectElement>) => onChoose(event.target.value as Value);
  useEarlyEdit(id, value, choose);
  return (
    <span className={css.choice}>
      <select id={id} aria-label={label} value={value} onChange={choose}>
        <Options options={options} />
      </select>
      <Icon name="chevron" size={14} />
    </span>
  );
}

const Options = memo(function Options({ options }: { options: readonly Option<string>[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
});
