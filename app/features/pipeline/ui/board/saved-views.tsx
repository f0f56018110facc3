import { Link, useLocation } from "react-router";
import { viewHref, viewQuery } from "#app/features/pipeline/lists/saved-view.ts";
import type { SavedView } from "#app/features/pipeline/lists/saved-views.server.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useUntilDone } from "#app/ui/dialogs/use-until-done.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { CheckField, TextField } from "#app/ui/forms/field.tsx";
import css from "./saved-views.module.css";

type Values = { name: string; query: string; isShared: string };

/**
 * Saved views as tabs above the board and the table. The URL contains the current one (`saved`); a view with other filters than the
 * saved ones is marked as changed.
 */
export function SavedViews({
  views,
  busy,
  refusal,
  doneAt,
  onSave,
  onChange,
  onDelete,
}: {
  views: readonly SavedView[];
  busy: boolean;
  refusal: string | undefined;
  doneAt: number;
  onSave: (view: Values) => void;
  onChange: (viewId: string, version: number, view: Values) => void;
  onDelete: (viewId: string) => void;
}) {
  const { search } = useLocation();
  const [asking, setAsking] = useUntilDone<"save" | "edit" | "delete" | null>(doneAt, null);
  const params = new URLSearchParams(search);
  const query = viewQuery(search);
  const current = views.find(({ id }) => id === params.get("saved"));
  const isChanged = current !== undefined && current.query !== query;
  const dialog = { busy, refusal, onClose: () => setAsking(null) };
  const valuesOf = (form: FormData, saved: string): Values => ({
    ...{ name: String(form.get("name")), query: saved },
    isShared: form.get("isShared") ? "on" : "",
  });
  const all = params.get("view") === "table" ? "?view=table" : "?";
  return (
    <div className={`cluster middle ${css.views}`}>
      <nav className={`line shrinks ${css.tabs}`} aria-label="Saved views">
        <Link
          className={`ellipsis rigid middle gap-50 muted ui-size strong ${css.tab}`}
          to={all}
          aria-current={current ? undefined : "page"}
        >
          All prospects
        </Link>
        {views.map((view) => (
          <Link
            key={view.id}
            className={`ellipsis rigid middle gap-50 muted ui-size strong ${css.tab}`}
            to={viewHref(view)}
            aria-current={view === current ? "page" : undefined}
            title={view.isShared ? "Shared with all admins" : "Only you see this view"}
          >
            {view.name}
            {view === current && isChanged && <Badge kind="caution">Changed</Badge>}
          </Link>
        ))}
      </nav>
      <div className={`cluster gap-50 ${css.actions}`}>
        {isChanged && (
          <Button
            size={32}
            busy={busy}
            onClick={() =>
              onChange(current.id, current.version, {
                ...{ name: current.name, query },
                isShared: current.isShared ? "on" : "",
              })
            }
          >
            Save changes
          </Button>
        )}
        {current && (
          <Button size={32} onClick={() => setAsking("edit")}>
            Edit view
          </Button>
        )}
        {(!current || isChanged) && (
          <Button size={32} onClick={() => setAsking("save")}>
            {isChanged ? "Save as new view" : "Save view"}
          </Button>
        )}
      </div>
      <ConfirmDialog
        {...dialog}
        open={asking === "save"}
        title="Save this view"
        confirm="Save view"
        busyText="Saving"
        onConfirm={(form) => onSave(valuesOf(form, query))}
      >
        <p>The view keeps the current filters, the order, and whether you see the board or the table.</p>
        <ViewFields />
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={asking === "edit" && current !== undefined}
        title="Edit this view"
        confirm="Save view"
        busyText="Saving"
        onConfirm={(form) => current && onChange(current.id, current.version, valuesOf(form, current.query))}
      >
        <ViewFields {...(current ? { view: current } : {})} />
        <p>
          <Button variant="tertiary" size={32} icon="trash" onClick={() => setAsking("delete")}>
            Delete this view
          </Button>
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={asking === "delete" && current !== undefined}
        title={`Delete the view “${current?.name ?? ""}”?`}
        confirm="Delete view"
        busyText="Deleting"
        onConfirm={() => current && onDelete(current.id)}
      >
        <p>{current?.isShared ? "It disappears for all admins. " : ""}The prospects stay as they are.</p>
      </ConfirmDialog>
    </div>
  );
}

const ViewFields = ({ view }: { view?: SavedView }) => (
  <>
    <TextField label="Name" name="name" required maxLength={60} autoComplete="off" defaultValue={view?.name} />
    <CheckField
      label="Share with all admins"
      name="isShared"
      defaultChecked={view?.isShared}
      hint="Every admin can then use, change and delete it."
    />
  </>
);
