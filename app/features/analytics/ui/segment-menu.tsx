import { useState } from "react";
import { Link, useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { CheckField, TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { areSameFilters, withFilters } from "../reports/report-address.ts";
import type { Segment } from "../segments.server.ts";
import type { VisitFilter } from "../visit-filter.ts";
import { Menu } from "./menu.tsx";
import { filterText } from "./report-bar.tsx";
import css from "./segment-menu.module.css";

export type SegmentActions = {
  busy: boolean;
  refusal: string | undefined;
  /** When the last action succeeded. */
  doneAt: number;
  onSave: (segment: { name: string; filters: readonly VisitFilter[] }) => void;
  onChange: (segment: Pick<Segment, "id" | "version" | "name"> & { filters: readonly VisitFilter[] }) => void;
  onDelete: (segmentId: string) => void;
};

type Question = { kind: "save" } | { kind: "edit" | "delete"; segment: Segment };

/** Filters that were saved under a name: apply, save, rename and delete. */
export function SegmentMenu({
  segments,
  filters,
  busy,
  refusal,
  doneAt,
  onSave,
  onChange,
  onDelete,
}: SegmentActions & { segments: readonly Segment[]; filters: readonly VisitFilter[] }) {
  const { search } = useLocation();
  const [question, setQuestion] = useState<Question | null>(null);
  const [seenAt, setSeenAt] = useState(doneAt);
  if (doneAt > seenAt) {
    setSeenAt(doneAt);
    setQuestion(null);
  }
  const current = segments.find((segment) => areSameFilters(segment.filters, filters));
  const dialog = { busy, refusal, onClose: () => setQuestion(null) };
  const edited = question?.kind === "edit" || question?.kind === "delete" ? question.segment : null;
  return (
    <>
      <Menu about={current ? `Segment: ${current.name}` : "Segments"} label={current?.name ?? "Segments"}>
        {segments.length === 0 ? (
          <p className={css.none}>Save a set of filters here to use it again. All admins see the same segments.</p>
        ) : (
          <ul className={css.list}>
            {segments.map((segment) => (
              <li key={segment.id} className={css.segment}>
                <Link
                  to={withFilters(search, segment.filters)}
                  title={segment.filters.map(filterText).join(", ")}
                  aria-current={segment === current ? "true" : undefined}
                  preventScrollReset
                >
                  {segment.name}
                  {segment === current && <Icon name="check" size={14} />}
                </Link>
                <button
                  type="button"
                  className={css.edit}
                  aria-label={`Edit the segment ${segment.name}`}
                  onClick={() => setQuestion({ kind: "edit", segment })}
                >
                  <Icon name="edit" size={16} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <p className={css.save}>
          {filters.length === 0 ? (
            "Add a filter, then save it as a segment."
          ) : (
            <Button size={32} disabled={current !== undefined} onClick={() => setQuestion({ kind: "save" })}>
              Save filters as segment
            </Button>
          )}
        </p>
      </Menu>
      <ConfirmDialog
        {...dialog}
        open={question?.kind === "save"}
        title="Save a segment"
        confirm="Save segment"
        cancel="Cancel"
        busyText="Saving"
        onConfirm={(form) => onSave({ name: String(form.get("name")), filters })}
      >
        <p>{filters.map(filterText).join(", ")}. Every admin can use, change and delete it.</p>
        <TextField label="Name" name="name" required maxLength={60} autoComplete="off" />
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={question?.kind === "edit"}
        title="Edit this segment"
        confirm="Save segment"
        busyText="Saving"
        onConfirm={(form) =>
          edited &&
          onChange({
            ...{ id: edited.id, version: edited.version, name: String(form.get("name")) },
            filters: form.get("replace") ? filters : edited.filters,
          })
        }
      >
        <TextField
          label="Name"
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          defaultValue={edited?.name}
          key={edited?.id}
        />
        {filters.length > 0 && edited && !areSameFilters(edited.filters, filters) && (
          <CheckField
            label="Replace its filters with the current ones"
            name="replace"
            hint={filters.map(filterText).join(", ")}
          />
        )}
        <p>
          <Button
            variant="tertiary"
            size={32}
            icon="trash"
            onClick={() => edited && setQuestion({ kind: "delete", segment: edited })}
          >
            Delete this segment
          </Button>
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={question?.kind === "delete"}
        title={`Delete the segment “${edited?.name ?? ""}”?`}
        confirm="Delete segment"
        busyText="Deleting"
        onConfirm={() => edited && onDelete(edited.id)}
      >
        <p>It disappears for all admins. The visits stay as they are.</p>
      </ConfirmDialog>
    </>
  );
}
