import { type FormEvent, useDeferredValue, useLayoutEffect, useRef, useState } from "react";
import { bounds } from "#app/features/roi/inputs/bounds.ts";
import {
  completeProcess,
  confirmHours,
  editRow,
  emptyProcess,
  isBlank,
  isTypical,
  type ProcessErrors,
  type ProcessField,
  type ProcessText,
  processErrors,
  processFields,
  processLabels,
  processTexts,
  processTextsIn,
  readProcesses,
  suggestedProcess,
  withOneRow,
  withRow,
} from "#app/features/wizard/answers/process-text.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { ErrorSummary, type InvalidField } from "#app/ui/forms/error-summary.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import { ColleagueDialog, type ColleagueEndpoints } from "../colleagues/colleague-dialog.tsx";
import { Estimate } from "../estimate.tsx";
import { useStepText, type WizardDraft } from "../use-draft.ts";
import { stepForm, WizardFoot } from "../wizard-foot.tsx";
import { CsvImport } from "./csv-import.tsx";
import css from "./process-form.module.css";
import { ProcessRow, processFieldId } from "./process-row.tsx";
import { Suggestions } from "./suggestions.tsx";

/** Step 3: manual work, with the model's result so far next to it, and the button that starts the analysis. */
export function ProcessForm({
  draft,
  colleagues,
  onBack,
  onGenerate,
}: {
  draft: WizardDraft;
  colleagues: ColleagueEndpoints;
  onBack: () => void;
  onGenerate: () => Promise<string | undefined>;
}) {
  /** Unticked or removed rows by name, so that ticking again restores their input. */
  const removed = useRef(new Map<string, ProcessText>());
  const [attempt, setAttempt] = useState(0);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [asking, setAsking] = useState<number | null>(null);
  const { focus: area, employees } = draft.inputs.company ?? {};
  const {
    text: rows,
    latest,
    update,
  } = useStepText<ProcessText[]>(
    draft,
    "processes",
    ({ inputs }, kept) => withOneRow(processTextsIn(kept) ?? processTexts(inputs.processes), inputs.company?.focus),
    (now) => Object.keys(readProcesses(now).errors).length > 0,
  );

  const set = (next: ProcessText[]) => {
    setRefusal(undefined);
    update(next);
    draft.change({ inputs: { processes: readProcesses(next).processes }, step: "processes" });
  };
  const newKey = () => {
    const taken = new Set([...latest(), ...removed.current.values()].map(({ key }) => key));
    let made = 1;
    while (taken.has(`new-${made}`)) made += 1;
    return `new-${made}`;
  };
  const change = (row: ProcessText, field: ProcessField, typed: string) => set(editRow(latest(), row, field, typed));
  const add = (row: ProcessText) => set([...latest().filter((other) => !isBlank(other)), row]);
  const addAndGo = (row: ProcessText, field: ProcessField) => {
    add(row);
    requestAnimationFrame(() => document.getElementById(processFieldId(row.key, field))?.focus());
  };
  const remove = (key: string) => {
    for (const row of latest()) if (row.key === key) removed.current.set(row.name, row);
    set(
      withOneRow(
        latest().filter((row) => row.key !== key),
        area,
      ),
    );
  };
  const removeAndGo = (key: string) => {
    remove(key);
    document.getElementById("add-process")?.focus();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at hydration
  useLayoutEffect(() => {
    // Keep the focused row if the backup lacks it; otherwise the next key would be lost.
    const focused = rows.find(({ key }) => processFields.some((field) => isFocused(processFieldId(key, field))));
    const now = latest();
    if (focused && withRow(now, focused) !== now) set([...now, focused]);
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const now = latest();
    const faults = faultyFields(now, processErrors(now));
    setAttempt(attempt + 1);
    setRefusal(undefined);
    if (now.every(isBlank)) {
      setRefusal("Add at least one process: without hours, there is nothing to analyze.");
      return document.getElementById(processFieldId(now[0]!.key, "name"))?.focus();
    }
    if (faults.length === 1) document.getElementById(faults[0]!.id)?.focus();
    if (faults.length > 0) return;
    setBusy(true);
    setRefusal(await onGenerate());
    setBusy(false);
  };

  const errors = attempt > 0 ? processErrors(rows) : only(readProcesses(rows).errors, left);
  const deferred = useDeferredValue(rows);
  const isFull = rows.length >= bounds.processes.max;
  const filled = rows.filter((row) => !isBlank(row));
  return (
    <>
      <main id="main" className={`wrap grid ${css.page}`}>
        <div className={`grid gap-100 ${css.head}`}>
          <h1 className="t1">Where do the hours go?</h1>
          <p className="lede">
            Name the work your team does by hand. Hours are the weekly average per person, however often the work comes
            up.
          </p>
        </div>
        <Estimate draft={draft} processes={deferred.flatMap((row) => completeProcess(row) ?? [])} />
        <div className={css.work}>
          {refusal && (
            <Notice kind="critical" live className={css.refusal}>
              {refusal}
            </Notice>
          )}
          <ErrorSummary fields={attempt > 0 ? faultyFields(rows, errors) : []} attempt={attempt} />
          <Suggestions
            area={area}
            employees={employees}
            taken={rows.map((row) => row.name)}
            isFull={isFull}
            onAdd={(suggestion) =>
              add(removed.current.get(suggestion.name) ?? suggestedProcess(newKey(), suggestion, employees))
            }
            onRemove={(name) => {
              for (const row of latest()) if (row.name === name) remove(row.key);
            }}
            onOwn={(name) => addAndGo({ ...emptyProcess(newKey(), area), name }, "activity")}
          />
          <ScriptForm id={stepForm} noValidate onSubmit={submit} className={css.own}>
            <h2 className="t4">
              Your processes{" "}
              <span className="num">
                {filled.length}
                <span className={`note ${css.most}`}> of at most {bounds.processes.max}</span>
              </span>
            </h2>
            <ol className={`card ${css.rows}`}>
              {rows.map((row, index) => (
                <li key={row.key}>
                  <ProcessRow
                    row={row}
                    number={index + 1}
                    isTypical={isTypical(row, employees)}
                    errors={errors[row.key] ?? {}}
                    onChange={(field, typed) => change(row, field, typed)}
                    onLeave={(field) => setLeft((before) => new Set(before).add(`${row.key}.${field}`))}
                    onConfirm={() => set(confirmHours(latest(), row))}
                    onAsk={isBlank(row) ? undefined : () => setAsking(filled.indexOf(row))}
                    onRemove={rows.length > 1 || !isBlank(row) ? () => removeAndGo(row.key) : undefined}
                  />
                </li>
              ))}
            </ol>
          </ScriptForm>
          <div className={`cluster middle top-125 ${css.add}`}>
            <Button
              id="add-process"
              icon="plus"
              disabled={isFull}
              onClick={() => addAndGo(emptyProcess(newKey(), area), "name")}
            >
              Add a process
            </Button>
            <CsvImport<ProcessText>
              what={{ one: "process", many: "processes" }}
              columns="process, area, activity, hours, people, frequency, pain"
              disabled={isFull}
              read={async (bytes) =>
                (await import("#app/features/wizard/answers/csv-import.ts")).readProcessesCsv(bytes, {
                  rows: latest(),
                  area,
                })
              }
              summarize={({ name, hours, people }) => ({ name, text: `${hours || "?"} h/wk × ${people || "?"}` })}
              onAdd={(read) => {
                const now = latest().filter((row) => !isBlank(row));
                const added = read.map((row, index) => ({ ...row, key: `${newKey()}-${index}` }));
                set([...now, ...added].slice(0, Math.max(now.length, bounds.processes.max)));
              }}
            />
          </div>
        </div>
      </main>
      <ColleagueDialog
        open={asking !== null}
        place={asking}
        draft={draft}
        calls={colleagues}
        onClose={() => setAsking(null)}
      />
      <WizardFoot
        onBack={onBack}
        note="Next: your analysis. It takes a second."
        action="Generate Analysis"
        busy={busy}
        busyText="Calculating"
      />
    </>
  );
}

/** Before the first attempt, shows errors only for fields that were left. */
function only(errors: ProcessErrors, left: ReadonlySet<string>): ProcessErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([key, fields]) => [
      key,
      Object.fromEntries(Object.entries(fields).filter(([field]) => left.has(`${key}.${field}`))),
    ]),
  );
}

const faultyFields = (rows: readonly ProcessText[], errors: ProcessErrors): InvalidField[] =>
  rows.flatMap((row, index) =>
    processFields
      .filter((field) => errors[row.key]?.[field])
      .map((field) => ({
        id: processFieldId(row.key, field),
        label: `${processLabels[field]} of ${row.name.trim() || `process ${index + 1}`}`,
      })),
  );

const isFocused = (id: string) => document.activeElement?.id === id;
