import type { Task } from "#app/features/full-blueprint/full-blueprint.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import css from "./drawing-editor.module.css";
import { newPartId } from "./part-id.ts";

export function TaskEditor({ tasks, onChange }: { tasks: readonly Task[]; onChange: (tasks: Task[]) => void }) {
  const set = (id: string, part: Partial<Task>) =>
    onChange(tasks.map((task) => (task.id === id ? { ...task, ...part } : task)));
  return (
    <section aria-labelledby="blueprint-tasks">
      <h2 className={css.head} id="blueprint-tasks">
        Tasks <span className="note">{tasks.length} of 100</span>
      </h2>
      <ul className={css.tasks}>
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
            <TextField
              label="Week"
              inputMode="numeric"
              value={week ?? ""}
              onChange={(event) => set(id, { week: weekOf(event.currentTarget.value) })}
            />
            <IconButton
              icon="trash"
              label={`Remove task ${place + 1}`}
              onClick={() => onChange(tasks.filter((task) => task.id !== id))}
            />
          </li>
        ))}
      </ul>
      <div className={css.add}>
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

function weekOf(text: string): number | null {
  const week = Number.parseInt(text, 10);
  return week >= 1 && week <= 52 ? week : null;
}
