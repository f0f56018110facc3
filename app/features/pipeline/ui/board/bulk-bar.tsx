import { type ReactNode, useState } from "react";
import { maxAtOnce, type ProspectsChange, type StageMoves, tagOutcome } from "#app/features/pipeline/lists/bulk.ts";
import { type LostReason, type Stage, stages } from "#app/features/pipeline/prospects/stages.ts";
import { counted, formatNumber } from "#app/lib/numbers.ts";
import { ChosenBar } from "#app/ui/admin/admin-list.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useUntilDone } from "#app/ui/dialogs/use-until-done.ts";
import { SelectField, TextField } from "#app/ui/forms/field.tsx";
import { DeletedParts } from "../prospect/deleted-parts.tsx";
import { LostFields } from "../prospect/lost-fields.tsx";
import type { CardOwner } from "./prospect-card.tsx";

/** Selected prospects by id, with the stage that the admin sees. */
export type ChosenProspects = ReadonlyMap<string, Stage>;

export function BulkBar({
  chosen,
  owners,
  hasMore,
  note,
  exportForm,
  busy,
  refusal,
  doneAt,
  onSelectAll,
  onClear,
  onMove,
  onChange,
  onDelete,
}: {
  chosen: ChosenProspects;
  owners: readonly CardOwner[];
  hasMore: boolean;
  note: string | undefined;
  exportForm: ReactNode;
  busy: boolean;
  refusal: string | undefined;
  doneAt: number;
  onSelectAll: () => void;
  onClear: () => void;
  onMove: (moves: StageMoves) => void;
  /** `done` describes the change to each: "got the tag warm". */
  onChange: (change: ProspectsChange["change"], done: string) => void;
  onDelete: () => void;
}) {
  const [asking, setAsking] = useUntilDone<"owner" | "stage" | "add" | "remove" | "delete" | null>(doneAt, null);
  const [to, setTo] = useState<Stage | "">("");
  const dialog = { busy, refusal, busyText: "Saving", onClose: () => setAsking(null) };
  const those = counted(chosen.size, "prospect");
  const text = (form: FormData, name: string) => String(form.get(name) ?? "");
  const move = (form: FormData) => {
    if (!to) return;
    const reason = to === "lost" ? (text(form, "reason") as LostReason) : null;
    const groups = [...Map.groupBy(chosen, ([, stage]) => stage)].map(([from, entries]) => ({
      ...{ from, to },
      prospectIds: entries.map(([id]) => id),
    }));
    onMove({ groups, reason, note: text(form, "note") || null });
  };
  const tag = (kind: "add_tag" | "remove_tag") => (form: FormData) => {
    const written = text(form, "tag").trim().toLowerCase();
    onChange({ kind, tag: written }, tagOutcome(kind, written));
  };
  return (
    <>
      <ChosenBar count={chosen.size} noun={chosen.size === 1 ? "prospect" : "prospects"} note={note}>
        {hasMore && (
          <Button size={32} busy={busy} onClick={onSelectAll}>
            {`Select all that match, up to ${formatNumber(maxAtOnce)}`}
          </Button>
        )}
        <Button size={32} onClick={() => setAsking("owner")}>
          Set owner
        </Button>
        <Button
          size={32}
          onClick={() => {
            setTo("");
            setAsking("stage");
          }}
        >
          Move to stage
        </Button>
        <Button size={32} onClick={() => setAsking("add")}>
          Add tag
        </Button>
        <Button size={32} onClick={() => setAsking("remove")}>
          Remove tag
        </Button>
        {exportForm}
        <Button size={32} onClick={() => setAsking("delete")}>
          Delete
        </Button>
        <Button size={32} onClick={onClear}>
          Clear selection
        </Button>
      </ChosenBar>
      <ConfirmDialog
        {...dialog}
        open={asking === "owner"}
        title={`Set the owner of ${those}`}
        confirm="Set owner"
        onConfirm={(form) => onChange({ kind: "owner", ownerId: text(form, "ownerId") || null }, "changed")}
      >
        <SelectField
          label="Owner"
          name="ownerId"
          placeholder="No owner"
          options={owners.map(({ userId, name }) => ({ value: userId, label: name }))}
        />
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={asking === "stage"}
        title={`Move ${those} to another stage`}
        confirm={chosen.size === 1 ? "Move 1 prospect" : `Move ${those}`}
        onConfirm={move}
      >
        <SelectField
          label="Stage"
          name="stage"
          required
          placeholder="Choose a stage"
          value={to}
          onChange={({ target }) => setTo(target.value as Stage)}
          options={stages().map(({ key, label }) => ({ value: key, label }))}
        />
        {to === "lost" && <LostFields />}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={asking === "delete"}
        title={`Delete ${those}?`}
        confirm={chosen.size === 1 ? "Delete 1 prospect" : `Delete ${those}`}
        busyText="Deleting"
        onConfirm={onDelete}
      >
        <DeletedParts />
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={asking === "add"}
        title={`Add a tag to ${those}`}
        confirm="Add tag"
        onConfirm={tag("add_tag")}
      >
        <TextField label="Tag" name="tag" required maxLength={40} autoComplete="off" />
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={asking === "remove"}
        title={`Remove a tag from ${those}`}
        confirm="Remove tag"
        onConfirm={tag("remove_tag")}
      >
        <TextField label="Tag" name="tag" required maxLength={40} autoComplete="off" />
      </ConfirmDialog>
    </>
  );
}
