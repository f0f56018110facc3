import { useEffect, useRef, useState } from "react";
import { data, Form, Link, useNavigation, useSubmit } from "react-router";
import { choiceParams, importFields, importHours, type RejectedRow } from "#app/features/pipeline/import-file.ts";
import { type ImportPreview, type ImportView, readImport } from "#app/features/pipeline/imports.server.ts";
import { counted, formatNumber } from "#app/lib/numbers.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { shouldRevalidateUnlessLeft, useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { DownloadForm } from "#app/shell/admin/download-form.tsx";
import { ImportActions, ImportProgress, ImportResult, rowsText } from "#app/shell/admin/file-import.tsx";
import { AdminPage } from "#app/ui/admin-page.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { FormFailure } from "#app/ui/form-failure.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Route } from "./+types/import";
import { type ImportIntent, performImportAction } from "./import-actions.ts";
import css from "./imports.module.css";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  const found = await readImport(ctx, { importId: params.id, params: new URL(request.url).searchParams });
  if (!found.ok) throw data(null, { status: 404 });
  return { view: found.value };
}

export const meta = () => [{ title: "Import prospects | GTMarc" }, { name: "robots", content: "noindex" }];

export const shouldRevalidate = shouldRevalidateUnlessLeft;

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performImportAction(await request.formData());

/** One import: match the columns, check the effect, follow the progress, see the result. */
export default function Import({ loaderData: { view } }: Route.ComponentProps) {
  const { act, busy, refusal, toast } = useAdminAction<ImportIntent>();
  return (
    <AdminPage
      title={view.fileName}
      above={{ href: "/admin/prospect-pipeline/import", label: "Imports" }}
      lead={`${rowsText(view.rowCount)}, read as ${view.encoding}.`}
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
      {view.status === "done" && <Result view={view} />}
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
  preview: { choices, header, rows, valid, existing, rejected, problems },
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
  const importable = choices.existing === "fill" ? valid : added;
  return (
    <>
      <Form ref={form} method="get" className={css.form} preventScrollReset onChange={check}>
        <div className={css.map}>
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
              ? effectText({ added, existing, rejected, isFilled: choices.existing === "fill" })
              : isChecking
                ? "The file is being checked."
                : "Check the file with these columns."}
          </b>{" "}
          {isChecked && rejected > 0 && "The rejected rows come back as a file with the problem of each."}
        </p>
      </section>
      <section className={css.section} aria-labelledby="sample">
        <h2 id="sample" className="t4">
          First rows
        </h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide files scroll sideways, by keyboard too */}
        <section className={css.scroll} tabIndex={0} aria-label="First rows of the file">
          <table className={css.sample}>
            <thead>
              <tr>
                {columns.map(({ value, label }) => (
                  <th key={value} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file may be equal and are never reordered
                <tr key={at}>
                  {columns.map(({ value }) => (
                    <td key={value}>{cells[Number(value)]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </section>
      {problems.length > 0 && (
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

const problemColumns = [
  { key: "row", label: "Row", numeric: true, cell: ({ row }: RejectedRow) => row },
  { key: "problem", label: "Problem", heads: true, cell: ({ problem }: RejectedRow) => problem },
  { key: "cells", label: "Content", cell: ({ cells }: RejectedRow) => cells.join(", ").slice(0, 120) },
];

function Result({ view: { id, created, filled, unchanged, rejected, hasRejectedFile } }: { view: ImportView }) {
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
      </Notice>
      {hasRejectedFile && (
        <p className="small">{`Download the rejected rows within ${importHours} hours of the upload; then the file is deleted.`}</p>
      )}
      <ImportActions>
        {hasRejectedFile && (
          <DownloadForm
            action={`/api/admin/prospect-imports/${id}/rejected`}
            fields={{}}
            label="Download rejected rows"
            size={40}
          />
        )}
        <Link className={buttonClass({ size: 40 })} to="/admin/prospect-pipeline?view=table&source=import">
          Show all imported prospects
        </Link>
      </ImportActions>
    </ImportResult>
  );
}
