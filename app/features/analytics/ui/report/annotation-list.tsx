import type { Annotation } from "#app/features/analytics/reports/definitions/annotations.server.ts";
import { isoDay } from "#app/lib/dates/date-text.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { useUntilDone } from "#app/ui/dialogs/use-until-done.ts";
import { TextField } from "#app/ui/forms/field.tsx";
import { EditButton, type PageAction, RecordDialogs, type RecordQuestion } from "../record-dialogs.tsx";
import css from "./annotation-list.module.css";

/** The annotations of the chart above, with their numbers in it: add, edit and delete. `lastDay`: the default day of a new note. */
export function AnnotationList({
  annotations,
  lastDay,
  action: { act, busy, refusal, doneAt },
}: {
  annotations: readonly Annotation[];
  lastDay: string;
  action: PageAction<"add-note" | "change-note" | "delete-note">;
}) {
  const [question, setQuestion] = useUntilDone<RecordQuestion<Annotation>>(doneAt, null);
  const valuesOf = (form: FormData) => ({ day: String(form.get("day")), text: String(form.get("text")) });
  return (
    <div className={`cluster ${css.notes}`}>
      {annotations.length > 0 && (
        <ol className={`cluster ${css.list}`} aria-label="Notes in the chart">
          {annotations.map((one, index) => (
            <li key={one.id} className={`line middle gap-50 smaller ${css.note}`}>
              <span className={css.number}>{index + 1}</span>
              <span className={`breaks ${css.text}`}>
                <time className="muted nowrap" dateTime={one.day}>
                  {isoDay(one.day)}
                </time>{" "}
                {one.text}
              </span>
              <EditButton
                label={`Edit the note of ${isoDay(one.day)}: ${one.text}`}
                onClick={() => setQuestion({ kind: "edit", item: one })}
              />
            </li>
          ))}
        </ol>
      )}
      <Button size={32} icon="plus" onClick={() => setQuestion({ kind: "add" })}>
        Add note
      </Button>
      <RecordDialogs<Annotation>
        {...{ question, setQuestion, busy, refusal }}
        noun="note"
        add={{
          title: "Add a note to the chart",
          confirm: "Add note",
          fields: <NoteFields note={{ day: lastDay, text: "" }} />,
          perform: (form) => void act({ intent: "add-note", ...valuesOf(form) }),
        }}
        edit={{
          fields: (note) => <NoteFields note={note} key={note.id} />,
          perform: ({ id, version }, form) =>
            void act({ intent: "change-note", annotationId: id, version: String(version), ...valuesOf(form) }),
        }}
        remove={{
          title: () => "Delete this note?",
          effect: "It disappears from the charts of all admins.",
          perform: ({ id }) => void act({ intent: "delete-note", annotationId: id }),
        }}
      />
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
