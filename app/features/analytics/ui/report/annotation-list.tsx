import type { Annotation } from "#app/features/analytics/reports/definitions/annotations.server.ts";
import { isoDay } from "#app/lib/dates/date-text.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { TextField } from "#app/ui/forms/field.tsx";
import { EditButton, type RecordAction, RecordDialogs, type RecordQuestion } from "../record-dialogs.tsx";
import css from "./annotation-list.module.css";

/** The annotations of the chart above, with their numbers in it: add, edit and delete. `lastDay`: the default day of a new note. */
export function AnnotationList({
  annotations,
  lastDay,
  action,
}: {
  annotations: readonly Annotation[];
  lastDay: string;
  action: RecordAction;
}) {
  const dialog = useDialog<RecordQuestion<Annotation>>(action, null);
  const [, setQuestion] = dialog;
  return (
    <div className={`cluster start ${css.notes}`}>
      {annotations.length > 0 && (
        <ol className={`cluster ${css.list}`} aria-label="Notes in the chart">
          {annotations.map((one, index) => (
            <li key={one.id} className={`line middle gap-50 smaller ${css.note}`}>
              <span className={`traced rigid strong ${css.number}`}>{index + 1}</span>
              <span className="breaks">
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
      <RecordDialogs
        {...{ noun: "note", act: action.act, dialog }}
        add={{ title: "Add a note to the chart", confirm: "Add note" }}
        fields={(note) => (
          <>
            <TextField label="Day" name="day" type="date" required defaultValue={note?.day ?? lastDay} />
            <TextField
              label="Note"
              name="text"
              required
              maxLength={200}
              autoComplete="off"
              defaultValue={note?.text}
              hint="What happened, such as a launch or a mailing. All admins see it."
            />
          </>
        )}
        remove={{ title: () => "Delete this note?", effect: "It disappears from the charts of all admins." }}
      />
    </div>
  );
}
