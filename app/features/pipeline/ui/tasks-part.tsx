import { useCallback, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import type { Task } from "../prospect-detail.server.ts";
import { dueText } from "./figures.ts";
import { InlineForm } from "./inline-form.tsx";
import type { ProspectActs } from "./prospect-acts.ts";
import type { CardOwner } from "./prospect-card.tsx";
import css from "./tasks-part.module.css";

type TaskIntent = "add-task" | "edit-task" | "finish-task" | "reopen-task" | "delete-task";

/** The tasks of a prospect: open ones first, each editable in place. */
export function TasksPart({
  prospectId,
  tasks,
  people,
  defaultAssignee,
  now,
  acts,
}: {
  prospectId: string;
  tasks: readonly Task[];
  people: readonly CardOwner[];
  defaultAssignee: string | null;
  now: Date;
  acts: ProspectActs<TaskIntent>;
}) {
  const [editing, setEditing] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Task | null>(null);
  const close = useCallback(() => setEditing(null), []);
  const deletedAt = acts.doneAtOf("delete-task");
  const [seenDelete, setSeenDelete] = useState(0);
  if (deletedAt > seenDelete) {
    setSeenDelete(deletedAt);
    setDeleting(null);
  }
  const nameOf = (userId: string | null) => people.find((person) => person.userId === userId)?.name;
  return (
    <section className={css.part} aria-labelledby="tasks">
      <h2 id="tasks">Tasks</h2>
      {tasks.length === 0 && <p className={css.quiet}>No tasks. Add the next step below.</p>}
      <ul className={css.tasks}>
        {tasks.map((task) =>
          task.id === editing ? (
            <li key={task.id} className={css.editing}>
              <InlineForm
                label={`Edit ${task.title}`}
                busy={acts.isRunning("edit-task")}
                refusal={acts.refusalOf("edit-task")}
                doneAt={acts.doneAtOf("edit-task")}
                submit="Save task"
                onSend={(values) => acts.perform({ ...values, intent: "edit-task", taskId: task.id })}
                onSaved={close}
                onCancel={close}
              >
                <TaskFields people={people} task={task} />
              </InlineForm>
            </li>
          ) : (
            <li key={task.id}>
              <label>
                <input
                  type="checkbox"
                  checked={task.doneAt !== null}
                  onChange={(event) =>
                    acts.perform({
                      intent: event.currentTarget.checked ? "finish-task" : "reopen-task",
                      taskId: task.id,
                    })
                  }
                />
                <span className={task.doneAt ? css.done : undefined}>{task.title}</span>
              </label>
              <span className={css.facts}>
                <TaskState task={task} assignee={nameOf(task.assigneeId)} now={now} />
                <Button
                  variant="tertiary"
                  size={32}
                  aria-label={`Edit task: ${task.title}`}
                  onClick={() => setEditing(task.id)}
                >
                  Edit
                </Button>
                <Button
                  variant="tertiary"
                  size={32}
                  aria-label={`Delete task: ${task.title}`}
                  onClick={() => setDeleting(task)}
                >
                  Delete
                </Button>
              </span>
            </li>
          ),
        )}
      </ul>
      <InlineForm
        label="New task"
        busy={acts.isRunning("add-task")}
        refusal={acts.refusalOf("add-task")}
        doneAt={acts.doneAtOf("add-task")}
        submit="Add task"
        onSend={(values) => acts.perform({ ...values, intent: "add-task", prospectId })}
      >
        <TaskFields people={people} task={{ title: "", dueOn: null, assigneeId: defaultAssignee }} />
      </InlineForm>
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this task?"
        confirm="Delete task"
        busy={acts.isRunning("delete-task")}
        busyText="Deleting"
        refusal={acts.refusalOf("delete-task")}
        onClose={() => setDeleting(null)}
        onConfirm={() => acts.perform({ intent: "delete-task", taskId: deleting?.id ?? "" })}
      >
        <p>“{deleting?.title}” is removed from the list and the timeline.</p>
      </ConfirmDialog>
    </section>
  );
}

function TaskState({ task, assignee, now }: { task: Task; assignee: string | undefined; now: Date }) {
  const due = dueText(task.dueOn, now);
  return (
    <span className={due.isLate && !task.doneAt ? css.late : css.quiet}>
      {[task.doneAt ? "Done" : due.text, assignee].filter(Boolean).join(", ")}
    </span>
  );
}

const TaskFields = ({
  task,
  people,
}: {
  task: Pick<Task, "title" | "dueOn" | "assigneeId">;
  people: readonly CardOwner[];
}) => (
  <>
    <TextField label="What is there to do?" name="title" required maxLength={200} defaultValue={task.title} />
    <div className={css.pair}>
      <TextField label="Due" type="date" name="dueOn" optional defaultValue={task.dueOn ?? ""} />
      <SelectField
        label="Assigned to"
        name="assigneeId"
        placeholder="No one"
        defaultValue={task.assigneeId ?? ""}
        options={people.map(({ userId, name }) => ({ value: userId, label: name }))}
      />
    </div>
  </>
);
