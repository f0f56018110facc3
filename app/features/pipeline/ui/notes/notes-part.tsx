import { useCallback, useState } from "react";
import type { Mentionable } from "#app/features/pipeline/notes/mentions.ts";
import type { Note } from "#app/features/pipeline/prospects/prospect-detail.server.ts";
import type { MarkdownNode } from "#app/lib/formats/markdown.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useUntilDone } from "#app/ui/dialogs/use-until-done.ts";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import { MarkdownView } from "#app/ui/text/markdown-view.tsx";
import { EditedElsewhere } from "../prospect/edited-elsewhere.tsx";
import { InlineForm, type ProspectActions } from "../prospect/inline-form.tsx";
import { MentionArea } from "./mention-area.tsx";
import css from "./notes-part.module.css";

export type ReadableNote = Note & { nodes: readonly MarkdownNode[] };

export function NotesPart({
  prospectId,
  notes,
  admins,
  actions,
}: {
  prospectId: string;
  notes: readonly ReadableNote[];
  admins: readonly Mentionable[];
  actions: ProspectActions<"write-note" | "edit-note" | "delete-note">;
}) {
  // The note when editing started: the form remains if a colleague changes or deletes the note meanwhile.
  const [editing, setEditing] = useState<ReadableNote | null>(null);
  const [isUnsaved, setUnsaved] = useState(false);
  const [deleting, setDeleting] = useUntilDone<ReadableNote | null>(actions.doneAtOf("delete-note"), null);
  const dates = useFirmDates();
  const close = useCallback(() => setEditing(null), []);
  const isGone = editing !== null && !notes.some(({ id }) => id === editing.id);
  return (
    <section className={`grid gap-90 ${css.part}`} aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      <InlineForm
        label="New note"
        busy={actions.isRunning("write-note")}
        refusal={actions.refusalOf("write-note")}
        doneAt={actions.doneAtOf("write-note")}
        submit="Save note"
        onSend={(values) => actions.perform({ ...values, intent: "write-note", prospectId })}
      >
        <MentionArea label="Note" rows={3} admins={admins} />
      </InlineForm>
      <ul className={`grid ${css.notes}`}>
        {[...(isGone ? [editing] : []), ...notes].map((note) => (
          <li className="grid" key={note.id} id={`note-${note.id}`}>
            {editing?.id === note.id ? (
              <>
                <EditedElsewhere
                  noun="note"
                  isGone={isGone}
                  isChanged={note.version !== editing.version && !actions.isRunning("edit-note")}
                >
                  <MarkdownView nodes={note.nodes} />
                </EditedElsewhere>
                <InlineForm
                  label="Edit note"
                  busy={actions.isRunning("edit-note")}
                  refusal={note.version === editing.version ? actions.refusalOf("edit-note") : undefined}
                  doneAt={actions.doneAtOf("edit-note")}
                  submit="Save changes"
                  onSend={({ body = "" }) =>
                    actions.perform({ intent: "edit-note", noteId: note.id, body, version: String(note.version) })
                  }
                  onSaved={close}
                  onCancel={close}
                  onUnsaved={setUnsaved}
                >
                  <MentionArea label="Text" rows={6} defaultValue={editing.body} admins={admins} />
                </InlineForm>
              </>
            ) : (
              <>
                <p className="note">
                  {[note.author ?? "Former admin", dates.day(note.createdAt), note.editedAt && "edited"]
                    .filter(Boolean)
                    .join(", ")}
                </p>
                <div className={css.body}>
                  <MarkdownView nodes={note.nodes} />
                </div>
                <div className={`line gap-50 ${css.buttons}`}>
                  <Button variant="tertiary" size={32} disabled={isUnsaved} onClick={() => setEditing(note)}>
                    Edit
                  </Button>
                  <Button variant="tertiary" size={32} onClick={() => setDeleting(note)}>
                    Delete
                  </Button>
                </div>
              </>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this note?"
        confirm="Delete note"
        busy={actions.isRunning("delete-note")}
        busyText="Deleting"
        refusal={actions.refusalOf("delete-note")}
        onClose={() => setDeleting(null)}
        onConfirm={() =>
          deleting && actions.perform({ intent: "delete-note", noteId: deleting.id, version: String(deleting.version) })
        }
      >
        <p>Its text cannot be restored.</p>
      </ConfirmDialog>
    </section>
  );
}
