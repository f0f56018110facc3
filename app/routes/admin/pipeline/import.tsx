import { useEffect, useRef, useState } from "react";
import { data, Form, Link, useNavigation, useSubmit } from "react-router";
import {
  choiceParams,
  type ImportField,
  importFields,
  importHours,
  type RejectedRow,
} from "#app/features/pipeline/import/import-file.ts";
import {
  type ImportPreview,
  type ImportView,
  type PreviewRow,
  readImport,
} from "#app/features/pipeline/import/imports.server.ts";
import { unlisted } from "#app/lib/firm.ts";
import { counted, formatNumber } from "#app/lib/numbers.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { shortened } from "#app/lib/words/cut.ts";
import { shouldRevalidateUnlessLeft, useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { DownloadForm } from "#app/shell/admin/download-form.tsx";
import { ImportActions, ImportProgress, ImportResult, rowsText } from "#app/shell/admin/file-import.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button, buttonClass } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { SelectField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import type { Route } from "./+types/import";
import { type ImportIntent, performImportAction } from "./import-actions.ts";
import { KeptProspects, NothingToUndo, Undone, undoText } from "./import-undone.tsx";
import css from "./imports.module.css";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  const found = await readImport(ctx, { importId: params.id, params: new URL(request.url).searchParams });
  if (!found.ok) throw data(null, { status: 404 });
  return { view: found.value };
}

export const meta = () => unlisted("Import prospects");

export const shouldRevalidate = shouldRevalidateUnlessLeft;

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performImportAction(await request.formData());

/** One import: match the columns, check the effect, follow the progress, see the result. */
export default function Import({ loaderData: { view } }: Route.ComponentProps) {
  const acting = useAdminAction<ImportIntent>();
  const { act, busy, refusal, toast } = acting;
  return (
    <AdminPage
      title={view.fileName}
      above={{ href: "/admin/prospect-pipeline/import", label: "Imports" }}
      lead={`${rowsText(view.rowCount)}, read as ${view.encoding}.${view.encoding.startsWith("UTF") ? "" : " If letters look wrong, save the file as “CSV UTF-8” and upload it again."}`}
    >
      <FormFailure text={refusal} />
      {view.status === "failed" && (
        <Notice kind="critical" live title="The import failed. Nothing was imported.">
          {view.preview ? "Start it again. If it fails again, look at the server's log." : null}
        </Notice>
      )}
      {view.preview && <Preview view={view} preview={view.preview} busy={busy} act={act} />}
      {(view.status === "queued" || view.status === "running") && (
        <ImportProgress status={view.status} progress={view.progress} rows={view.rowCount} />
      )}
      {view.status === "undoing" && <ImportProgress status={view.status} progress={0} rows={view.rowCount} />}
      {view.status === "done" && <Result view={view} acting={acting} />}
      {view.undone && <Undone undone={view.undone} />}
      {!view.preview && (view.status === "uploaded" || view.status === "failed") && (
        <Notice kind="info" title="The file was deleted.">
          {`Files are kept for ${importHours} hours at most. `}
          <Link to="/admin/prospect-pipeline/import">Upload it again</Link>.
        </Notice>
      )}
      {toast}
    </AdminPage>
  );
}

function Preview({
  view,
  preview: { choices, header, rows, valid, existing, rejected, problems, ...notes },
  busy,
  act,
}: {
  view: ImportView;
  preview: ImportPreview;
  busy: boolean;
  act: ReturnType<typeof useAdminAction<ImportIntent>>["act"];
}) {
  const isChecking = useNavigation().state !== "idle";
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const columns = header.map((label, at) => ({ value: String(at), label: label || `Column ${at + 1}` }));
  const values = choiceParams(choices);
  // The displayed values; they differ from the checked ones until the response arrives. Browsers may restore them on reload.
  const [shown, setShown] = useState(values);
  const isChecked = Object.entries(values).every(([field, value]) => shown[field] === value);
  const check = () => {
    if (form.current) setShown(readForm(form.current));
    void submit(form.current, { preventScrollReset: true, replace: true });
  };
  useEffect(() => {
    if (form.current) setShown(readForm(form.current));
  }, []);
  const added = valid - existing;
  const hasEmail = choices.columns.email !== undefined;
  const importable = choices.existing === "fill" ? valid : added;
  return (
    <>
      <Form
        ref={form}
        method="get"
        className={`grid cols-1 gap-125 justify-items-start ${css.form}`}
        preventScrollReset
        onChange={check}
      >
        <div className={`grid gap-100 ${css.map}`}>
          {Object.entries(importFields).map(([field, { label }]) => (
            <SelectField
              key={field}
              label={label}
              name={field}
              placeholder="Not imported"
              options={columns}
              defaultValue={values[field]}
            />
          ))}
          <SelectField
            label="Addresses in the pipeline"
            name="existing"
            options={[
              { value: "skip", label: "Leave as they are" },
              { value: "fill", label: "Fill empty fields" },
            ]}
            defaultValue={choices.existing}
          />
        </div>
        <Button type="submit" size={40} busy={isChecking} busyText="Checking">
          Check the file with these columns
        </Button>
      </Form>
      <section className={css.section} aria-labelledby="effect">
        <h2 id="effect" className="t4">
          What will be imported
        </h2>
        <p role="status">
          <b>
            {isChecked
              ? hasEmail
                ? effectText({ added, existing, rejected, isFilled: choices.existing === "fill" })
                : "Choose the column with the email."
              : isChecking
                ? "The file is being checked."
                : "Check the file with these columns."}
          </b>{" "}
          {isChecked && hasEmail && rejected > 0 && "The rejected rows come back as a file with the problem of each."}
        </p>
        {isChecked && <FileNotes {...notes} />}
      </section>
      {rows.length > 0 && <StoredRows rows={rows} />}
      {notes.partialRows.length > 0 && (
        <section className={css.section}>
          <Table
            caption="First rows without a value"
            columns={problemColumns}
            rows={notes.partialRows}
            rowKey={({ row }) => String(row)}
          />
        </section>
      )}
      {hasEmail && problems.length > 0 && (
        <section className={css.section}>
          <Table
            caption="First rejected rows"
            columns={problemColumns}
            rows={problems}
            rowKey={({ row }) => String(row)}
          />
        </section>
      )}
      <ImportActions>
        <Button
          variant="primary"
          size={40}
          busy={busy}
          busyText="Starting"
          disabled={importable === 0 || isChecking || !isChecked}
          onClick={() => void act({ intent: "start", importId: view.id, choices: JSON.stringify(choices) })}
        >
          {`Import ${rowsText(importable)}`}
        </Button>
        <Button size={40} disabled={busy} onClick={() => void act({ intent: "delete", importId: view.id })}>
          Delete the file
        </Button>
      </ImportActions>
    </>
  );
}

/** What of the file is ignored. */
function FileNotes({
  titleRows,
  hasHeader,
  partial,
  unusedColumns,
}: Pick<ImportPreview, "titleRows" | "hasHeader" | "partial" | "unusedColumns">) {
  const notes = [
    !hasHeader && "The file has no headings: choose the columns by their number.",
    titleRows > 0 &&
      `${rowsText(titleRows)} above the ${hasHeader ? "headings" : "first address"} ${titleRows === 1 ? "is" : "are"} ignored.`,
    partial > 0 && `${rowsText(partial)} ${partial === 1 ? "is" : "are"} imported without a value that cannot be read.`,
    unusedColumns.length > 0 && `Not imported: ${unusedColumns.join(", ")}.`,
  ].filter((note) => note !== false);
  return notes.length === 0 ? null : (
    <ul className={`breaks ${css.notes}`}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

const storedFields = Object.entries(importFields) as [ImportField, { label: string }][];

/** The first valid rows as they will be stored. Fields that all of them leave empty are not shown. */
function StoredRows({ rows }: Pick<ImportPreview, "rows">) {
  const textOf = (row: PreviewRow, field: ImportField): string => {
    const value = row[field];
    return Array.isArray(value) ? value.join(", ") : typeof value === "number" ? formatNumber(value) : (value ?? "");
  };
  const shown = storedFields.filter(([field]) => rows.some((row) => textOf(row, field) !== ""));
  const fields = shown.map(([field, { label }]) => ({
    label,
    heads: field === "email",
    cell: (row: PreviewRow) => textOf(row, field) && ofPreview(textOf(row, field)),
  }));
  const effect = {
    label: "What happens",
    heads: false,
    cell: ({ filled }: PreviewRow) => ofPreview(happeningTo(filled)),
  };
  return (
    <section className={css.section}>
      <Table
        caption="First prospects, as they will be stored"
        columns={rows.some(({ filled }) => filled) ? fields.toSpliced(1, 0, effect) : fields}
        rows={rows}
        rowKey={({ email }) => email}
      />
    </section>
  );
}

/** "Stays as it is", "Filled: Role, Tags". */
function happeningTo(filled: PreviewRow["filled"]): string {
  if (!filled) return "Added";
  if (filled.length === 0) return "Stays as it is";
  return `Filled: ${filled.map((field) => importFields[field].label).join(", ")}`;
}

const readForm = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([field, value]) => [field, String(value)]));

/** "60 prospects will be added, 1 is in the pipeline already and stays as it is, 2 rows are rejected." */
function effectText({
  added,
  existing,
  rejected,
  isFilled,
}: {
  added: number;
  existing: number;
  rejected: number;
  isFilled: boolean;
}): string {
  const isOne = existing === 1;
  const kept = isFilled
    ? `${isOne ? "gets its" : "get their"} empty fields filled`
    : isOne
      ? "stays as it is"
      : "stay as they are";
  const parts = [
    added > 0 && `${counted(added, "prospect")} will be added`,
    existing > 0 &&
      `${added > 0 ? formatNumber(existing) : counted(existing, "prospect")} ${isOne ? "is" : "are"} in the pipeline already and ${kept}`,
    rejected > 0 && `${rowsText(rejected)} ${rejected === 1 ? "is" : "are"} rejected`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

const fromFile = (text: string) => <span className="breaks">{text}</span>;
/** Breaks ordinary words only where the table would be wider than the page. */
const ofPreview = (text: string) => <span className={/\S{18}/.test(text) ? "breaks" : css.words}>{text}</span>;
const problemColumns = [
  { label: "Row", numeric: true, cell: ({ row }: RejectedRow) => row },
  { label: "Problem", heads: true, cell: ({ problem }: RejectedRow) => fromFile(problem) },
  { label: "Content", cell: ({ cells }: RejectedRow) => fromFile(shortened(cells.join(", "), 120)) },
];

function Result({
  view: { id, created, filled, unchanged, rejected, hasRejectedFile, problems, unusedColumns, undo },
  acting: { act, busy, refusal },
}: {
  view: ImportView;
  acting: ReturnType<typeof useAdminAction<ImportIntent>>;
}) {
  const [isAsking, setAsking] = useState(false);
  const canUndo = undo !== null && undo.removed + undo.restored > 0;
  return (
    <ImportResult label="Result">
      <Notice kind="positive" live title={`${counted(created, "prospect")} added.`}>
        {filled > 0 && <p>{`Empty fields of ${counted(filled, "prospect")} were filled.`}</p>}
        {unchanged > 0 && (
          <p>
            {unchanged === 1
              ? "1 prospect was in the pipeline already and stays as it is."
              : `${formatNumber(unchanged)} prospects were in the pipeline already and stay as they are.`}
          </p>
        )}
        {rejected > 0 && <p>{`${rowsText(rejected)} could not be imported.`}</p>}
        {unusedColumns.length > 0 && <p>{`Columns not imported: ${unusedColumns.join(", ")}.`}</p>}
      </Notice>
      {problems.length > 0 && (
        <section className={css.section}>
          <Table
            caption="First rows that were not imported, or not completely"
            columns={problemColumns}
            rows={problems}
            rowKey={({ row }) => String(row)}
          />
        </section>
      )}
      {(hasRejectedFile || rejected > 0 || unchanged > 0) && (
        <p className="small">
          {hasRejectedFile
            ? `The file lists every such row. Download it within ${importHours} hours of the upload; then the rows are deleted.`
            : `The rows were deleted: they are kept for ${importHours} hours at most, and no longer than the people in them.`}
        </p>
      )}
      <ImportActions>
        {hasRejectedFile && (
          <DownloadForm
            action={`/api/admin/prospect-imports/${id}/rejected`}
            fields={{}}
            label="Download these rows"
            size={40}
          />
        )}
        <Link className={buttonClass({ size: 40 })} to="/admin/prospect-pipeline?view=table&source=import">
          Show all imported prospects
        </Link>
        {undo && canUndo && (
          <Button size={40} disabled={busy} onClick={() => setAsking(true)}>
            Undo the import
          </Button>
        )}
      </ImportActions>
      {created + filled > 0 && !canUndo && <NothingToUndo undo={undo} stored={created + filled} />}
      {undo && canUndo && (
        <ConfirmDialog
          open={isAsking}
          title="Undo this import?"
          confirm="Undo the import"
          cancel="Keep it"
          busy={busy}
          busyText="Starting"
          refusal={refusal}
          onClose={() => setAsking(false)}
          onConfirm={() => void act({ intent: "undo", importId: id })}
        >
          <p>{undoText(undo, { removed: "will be deleted", restored: "will lose the values that it filled in" })}</p>
          <KeptProspects kept={undo.kept} />
          <p>Webhooks that were sent and files that were exported cannot be undone.</p>
        </ConfirmDialog>
      )}
    </ImportResult>
  );
}
