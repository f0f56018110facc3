import { Fragment, type ReactNode } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import type { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import css from "./record-dialogs.module.css";

export type RecordQuestion<Item> = { kind: "add" } | { kind: "edit" | "delete"; item: Item } | null;

type Noun = "segment" | "note" | "goal";
/** The action of a page (`useAdminAction`) that adds, changes and deletes records. */
export type RecordAction = {
  act: (values: { intent: `${"add" | "change" | "delete"}-${Noun}` } & Record<string, string>) => Promise<void>;
  busy: boolean;
  refusal: string | undefined;
  doneAt: number;
};

/** Opens the dialog that edits a record; `label` names it. */
export const EditButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" className={`rigid rounded muted ${css.edit}`} aria-label={label} onClick={onClick}>
    <Icon name="edit" size={16} />
  </button>
);

/**
 * Dialogs to add, edit and delete a record. `noun`: its name in the dialogs and in the intents of the page. `fields`: those of its form,
 * null for a new one; their values are sent, and with `more` others. `remove`: the question and the effect.
 */
export function RecordDialogs<Item extends { id: string; version: number }>({
  noun,
  act,
  dialog: [question, setQuestion, dialog],
  add,
  fields,
  more,
  remove,
}: {
  noun: Noun;
  act: RecordAction["act"];
  dialog: ReturnType<typeof useDialog<RecordQuestion<Item>>>;
  add: { title: string; confirm: string };
  fields: (item: Item | null) => ReactNode;
  more?: (form: FormData, item: Item | null) => Record<string, string>;
  remove: { title: (item: Item) => string; effect: string };
}) {
  const item = question && question.kind !== "add" ? question.item : null;
  const ofItem = item && { id: item.id, version: String(item.version) };
  const valuesOf = (form: FormData) => ({
    ...(Object.fromEntries(form) as Record<string, string>),
    ...more?.(form, item),
    ...ofItem,
  });
  return (
    <>
      <ConfirmDialog
        {...dialog}
        open={question?.kind === "add"}
        title={add.title}
        confirm={add.confirm}
        busyText="Saving"
        onConfirm={(form) => void act({ intent: `add-${noun}`, ...valuesOf(form) })}
      >
        {fields(null)}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={question?.kind === "edit"}
        title={`Edit this ${noun}`}
        confirm={`Save ${noun}`}
        busyText="Saving"
        onConfirm={(form) => void act({ intent: `change-${noun}`, ...valuesOf(form) })}
      >
        {item && <Fragment key={item.id}>{fields(item)}</Fragment>}
        <p>
          <Button
            variant="tertiary"
            size={32}
            icon="trash"
            onClick={() => item && setQuestion({ kind: "delete", item })}
          >
            {`Delete this ${noun}`}
          </Button>
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={question?.kind === "delete"}
        title={item ? remove.title(item) : ""}
        confirm={`Delete ${noun}`}
        busyText="Deleting"
        onConfirm={() => ofItem && void act({ intent: `delete-${noun}`, ...ofItem })}
      >
        <p>{remove.effect}</p>
      </ConfirmDialog>
    </>
  );
}
