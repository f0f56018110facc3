import { useCallback, useState } from "react";
import { Link } from "react-router";
import { mailHref, repliesAnchor } from "#app/features/mail/messages/mail-states.ts";
import type { Task } from "#app/features/pipeline/prospects/prospect-detail.server.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useUntilDone } from "#app/ui/dialogs/use-until-done.ts";
import { SelectField, TextField } from "#app/ui/forms/field.tsx";
import type { CardOwner } from "../board/prospect-card.tsx";
import { dueText } from "../figures.ts";
import { EditedElsewhere } from "./edited-elsewhere.tsx";
import { InlineForm, type ProspectActions } from "./inline-form.tsx";
import css from "./tasks-part.module.css";

type TaskIntent = "add-task" | "edit-task" | "finish-task" | "reopen-task" | "delete-task";

export function TasksPart({
  prospectId,
  tasks,
  people,
  defaultAssignee,
  today,
  actions,
}: {
  prospectId: string;
  tasks: readonly Task[];
  people: readonly CardOwner[];
  defaultAssignee: string | null;
  /** ISO date. */
  today: string;
  actions: ProspectActions<TaskIntent>;
}) {
  // The task when editing started: the form remains if a colleague changes or deletes the task meanwhile.
  const [editing, setEditing] = useState<Task | null>(null);
  const [isUnsaved, setUnsaved] = useState(false);
  const [deleting, setDeleting] = useUntilDone<Task | null>(actions.doneAtOf("delete-task"), null);
  const close = useCallback(() => setEditing(null), []);
  const nameOf = (userId: string | null) => people.find((person) => person.userId === userId)?.name;
  const isGone = editing !== null && !tasks.some(({ id }) => id === editing.id);
  return (
    <section className={`grid gap-90 ${css.part}`} aria-labelledby="tasks">
      <h2 id="tasks">Tasks</h2>
      {tasks.length === 0 && <p className="muted smaller">No tasks. Add the next step below.</p>}
      <ul className={`grid ${css.tasks}`}>
        {[...(isGone ? [editing] : []), ...tasks].map((task) =>
          editing?.id === task.id ? (
            <li key={task.id} className={css.editing}>
              <EditedElsewhere
                noun="task"
                isGone={isGone}
                isChanged={task.version !== editing.version && !actions.isRunning("edit-task")}
              >
                {[task.title, dueText(task.dueOn, today).text, nameOf(task.assigneeId) ?? "Not assigned"].join(", ")}
              </EditedElsewhere>
              <InlineForm
                label={`Edit ${editing.title}`}
                busy={actions.isRunning("edit-task")}
                refusal={task.version === editing.version ? actions.refusalOf("edit-task") : undefined}
                doneAt={actions.doneAtOf("edit-task")}
                submit="Save task"
                onSend={(values) =>
                  actions.perform({ ...values, intent: "edit-task", taskId: task.id, version: String(task.version) })
                }
                onSaved={close}
                onCancel={close}
                onUnsaved={setUnsaved}
              >
                <TaskFields people={people} task={editing} today={today} />
              </InlineForm>
            </li>
          ) : (
            <li key={task.id}>
              <label>
                <input
                  type="checkbox"
                  checked={task.doneAt !== null}
                  onChange={(event) =>
                    actions.perform({
                      intent: event.currentTarget.checked ? "finish-task" : "reopen-task",
                      taskId: task.id,
                    })
                  }
                />
                <span className={task.doneAt ? `muted ${css.done}` : undefined}>{task.title}</span>
              </label>
              <span className={`cluster middle ${css.facts}`}>
                {task.mailId && (
                  <Link to={mailHref(task.mailId, repliesAnchor)} aria-label={`Open the email: ${task.title}`}>
                    Open the email
                  </Link>
                )}
                <TaskState task={task} assignee={nameOf(task.assigneeId)} today={today} />
                <Button
                  variant="tertiary"
                  size={32}
                  disabled={isUnsaved}
                  aria-label={`Edit task: ${task.title}`}
                  onClick={() => setEditing(task)}
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
        busy={actions.isRunning("add-task")}
        refusal={actions.refusalOf("add-task")}
        doneAt={actions.doneAtOf("add-task")}
        submit="Add task"
        onSend={(values) => actions.perform({ ...values, intent: "add-task", prospectId })}
      >
        <TaskFields people={people} task={{ title: "", dueOn: null, assigneeId: defaultAssignee }} today={today} />
      </InlineForm>
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this task?"
        confirm="Delete task"
        busy={actions.isRunning("delete-task")}
        busyText="Deleting"
        refusal={actions.refusalOf("delete-task")}
        onClose={() => setDeleting(null)}
        onConfirm={() =>
          deleting && actions.perform({ intent: "delete-task", taskId: deleting.id, version: String(deleting.version) })
        }
      >
        <p>“{deleting?.title}” is removed from the list and the timeline.</p>
      </ConfirmDialog>
    </section>
  );
}

function TaskState({ task, assignee, today }: { task: Task; assignee: string | undefined; today: string }) {
  const due = dueText(task.dueOn, today);
  const done = task.settledBecause ? `Closed automatically: ${task.settledBecause}` : "Done";
  return (
    <span className={due.isLate && !task.doneAt ? "critical smaller strong" : "muted smaller"}>
      {[task.doneAt ? done : due.text, assignee].filter(Boolean).join(", ")}
    </span>
  );
}

const TaskFields = ({
  task,
  people,
  today,
}: {
  task: Pick<Task, "title" | "dueOn" | "assigneeId">;
  people: readonly CardOwner[];
  today: string;
}) => (
  <>
    <TextField label="What needs to be done?" name="title" required maxLength={200} defaultValue={task.title} />
    <div className={`grid gap-75 ${css.pair}`}>
      <TextField
        label="Due"
        type="date"
        name="dueOn"
        optional
        // A late task can be saved with its current date.
        min={task.dueOn && task.dueOn < today ? task.dueOn : today}
        defaultValue={task.dueOn ?? ""}
      />
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
