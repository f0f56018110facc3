import type { ReactNode } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import css from "./record-dialogs.module.css";

export type RecordQuestion<Item> = { kind: "add" } | { kind: "edit" | "delete"; item: Item } | null;

type DialogState = { busy: boolean; refusal: string | undefined };

/** The action of a page (`useAdminAction`) as its parts use it. */
export type PageAction<Intent extends string> = DialogState & {
  act: (values: { intent: Intent } & Record<string, string>) => Promise<void>;
  doneAt: number;
};

/** Opens the dialog that edits a record; `label` names it. */
export const EditButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" className={css.edit} aria-label={label} onClick={onClick}>
    <Icon name="edit" size={16} />
  </button>
);

/** Dialogs to add, edit and delete a record. `noun`: its name in the dialogs. The children are the fields of its form. */
export function RecordDialogs<Item>({
  noun,
  question,
  setQuestion,
  busy,
  refusal,
  add,
  edit,
  remove,
}: DialogState & {
  noun: string;
  question: RecordQuestion<Item>;
  setQuestion: (question: RecordQuestion<Item>) => void;
  add: { title: string; confirm: string; fields: ReactNode; perform: (form: FormData) => void };
  edit: { fields: (item: Item) => ReactNode; perform: (item: Item, form: FormData) => void };
  remove: { title: (item: Item) => string; effect: string; perform: (item: Item) => void };
}) {
  const item = question && question.kind !== "add" ? question.item : null;
  const dialog = { busy, refusal, onClose: () => setQuestion(null) };
  return (
    <>
      <ConfirmDialog
        {...dialog}
        open={question?.kind === "add"}
        title={add.title}
        confirm={add.confirm}
        cancel="Cancel"
        busyText="Saving"
        onConfirm={add.perform}
      >
        {add.fields}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={question?.kind === "edit"}
        title={`Edit this ${noun}`}
        confirm={`Save ${noun}`}
        busyText="Saving"
        onConfirm={(form) => item && edit.perform(item, form)}
      >
        {item && edit.fields(item)}
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
        onConfirm={() => item && remove.perform(item)}
      >
        <p>{remove.effect}</p>
      </ConfirmDialog>
    </>
  );
}
