import { useState } from "react";
import { isoDay } from "#app/lib/us-dates.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Annotation } from "../annotations.server.ts";
import css from "./annotation-list.module.css";

export type AnnotationActions = {
  busy: boolean;
  refusal: string | undefined;
  /** When the last action succeeded. */
  doneAt: number;
  onAdd: (note: { day: string; text: string }) => void;
  onChange: (note: Annotation) => void;
  onDelete: (annotationId: string) => void;
};

type Question = { kind: "add" } | { kind: "edit" | "delete"; note: Annotation };

/** The notes of the chart above, with their numbers in it: add, edit and delete. `lastDay`: the day that a new note gets. */
export function AnnotationList({
  annotations,
  lastDay,
  busy,
  refusal,
  doneAt,
  onAdd,
  onChange,
  onDelete,
}: AnnotationActions & { annotations: readonly Annotation[]; lastDay: string }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [seenAt, setSeenAt] = useState(doneAt);
  if (doneAt > seenAt) {
    setSeenAt(doneAt);
    setQuestion(null);
  }
  const dialog = { busy, refusal, onClose: () => setQuestion(null) };
  const note = question && question.kind !== "add" ? question.note : null;
  const valuesOf = (form: FormData) => ({ day: String(form.get("day")), text: String(form.get("text")) });
  return (
    <div className={css.notes}>
      {annotations.length > 0 && (
        <ol className={css.list} aria-label="Notes in the chart">
          {annotations.map((one, index) => (
            <li key={one.id} className={css.note}>
              <span className={css.number}>{index + 1}</span>
              <span className={css.text}>
                <time dateTime={one.day}>{isoDay(one.day)}</time> {one.text}
              </span>
              <button
                type="button"
                className={css.edit}
                aria-label={`Edit the note of ${isoDay(one.day)}: ${one.text}`}
                onClick={() => setQuestion({ kind: "edit", note: one })}
              >
                <Icon name="edit" size={16} />
              </button>
            </li>
          ))}
        </ol>
      )}
      <Button size={32} icon="plus" onClick={() => setQuestion({ kind: "add" })}>
        Add note
      </Button>
      <ConfirmDialog
        {...dialog}
        open={question?.kind === "add"}
        title="Add a note to the chart"
        confirm="Add note"
        cancel="Cancel"
        busyText="Saving"
        onConfirm={(form) => onAdd(valuesOf(form))}
      >
        <NoteFields note={{ day: lastDay, text: "" }} />
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={question?.kind === "edit"}
        title="Edit this note"
        confirm="Save note"
        busyText="Saving"
        onConfirm={(form) => note && onChange({ ...note, ...valuesOf(form) })}
      >
        {note && <NoteFields note={note} key={note.id} />}
        <p>
          <Button
            variant="tertiary"
            size={32}
            icon="trash"
            onClick={() => note && setQuestion({ kind: "delete", note })}
          >
            Delete this note
          </Button>
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={question?.kind === "delete"}
        title="Delete this note?"
        confirm="Delete note"
        busyText="Deleting"
        onConfirm={() => note && onDelete(note.id)}
      >
        <p>It disappears from the charts of all admins.</p>
      </ConfirmDialog>
    </div>
  );
}

const NoteFields = ({ note }: { note: { day: string; text: string } }) => (
  <>
    <TextField label="Day" name="day" type="date" required defaultValue={note.day} />
    <TextField
      label="Note"
      name="text"
      required
      maxLength={200}
      autoComplete="off"
      defaultValue={note.text}
      hint="What happened, such as a launch or a mailing. All admins see it."
    />
  </>
);
