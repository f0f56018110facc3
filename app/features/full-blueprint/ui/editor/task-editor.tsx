import { useState } from "react";
import type { Task } from "#app/features/full-blueprint/full-blueprint.ts";
import { askedNumber, numberText, parseNumber } from "#app/lib/forms/typed-number.ts";
import { Button, IconButton } from "#app/ui/buttons/button.tsx";
import { NumberField, TextField } from "#app/ui/forms/field.tsx";
import css from "./drawing-editor.module.css";

export function TaskEditor({ tasks, onChange }: { tasks: readonly Task[]; onChange: (tasks: Task[]) => void }) {
  const set = (id: string, part: Partial<Task>) =>
    onChange(tasks.map((task) => (task.id === id ? { ...task, ...part } : task)));
  return (
    <section aria-labelledby="blueprint-tasks">
      <h2 className="line baseline gap-75 below-75 larger strong" id="blueprint-tasks">
        Tasks <span className="note">{tasks.length} of 100</span>
      </h2>
      <ul className={`grid gap-75 ${css.tasks}`}>
        {tasks.map(({ id, title, owner, week }, place) => (
          <li key={id}>
            <TextField
              label={`Task ${place + 1}`}
              value={title}
              maxLength={240}
              onChange={(event) => set(id, { title: event.currentTarget.value })}
            />
            <TextField
              label="Who"
              value={owner}
              maxLength={80}
              onChange={(event) => set(id, { owner: event.currentTarget.value })}
            />
            <WeekField week={week} onWeek={(next) => set(id, { week: next })} />
            <IconButton
              icon="trash"
              label={`Remove task ${place + 1}`}
              onClick={() => onChange(tasks.filter((task) => task.id !== id))}
            />
          </li>
        ))}
      </ul>
      <div className="top-100">
        <Button
          size={40}
          icon="plus"
          disabled={tasks.length >= 100}
          onClick={() => onChange([...tasks, { id: newPartId(), title: "", owner: "", week: null }])}
        >
          Add a task
        </Button>
      </div>
    </section>
  );
}

/** What is typed stays as it is while it is no week; the task then has none. */
function WeekField({ week, onWeek }: { week: number | null; onWeek: (week: number | null) => void }) {
  const [typed, setTyped] = useState(() => numberText(week));
  const shown = weekOf(typed) === week ? typed : numberText(week);
  const isWrong = shown.trim() !== "" && weekOf(shown) === null;
  return (
    <NumberField
      label="Week"
      inputMode="numeric"
      value={shown}
      error={isWrong ? (askedNumber(shown) ?? "Week: give a whole number from 1 to 52.") : undefined}
      onChange={({ target }) => {
        setTyped(target.value);
        onWeek(weekOf(target.value));
      }}
    />
  );
}

function weekOf(text: string): number | null {
  const week = parseNumber(text);
  return week !== null && Number.isInteger(week) && week >= 1 && week <= 52 ? week : null;
}

/** Returns an id that a part keeps, so that versions can be compared and ticks are kept. */
export const newPartId = (): string => crypto.randomUUID().slice(0, 13);
