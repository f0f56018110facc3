import { useEffect } from "react";
import { data, Form, Link, useNavigation, useRevalidator } from "react-router";
import { choiceParams, importFields, importHours, type RejectedRow } from "#app/features/pipeline/import-file.ts";
import { type ImportPreview, type ImportView, readImport } from "#app/features/pipeline/imports.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { useAct } from "#app/shell/admin/act.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { DeskPage } from "#app/ui/desk-page.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Route } from "./+types/import";
import { type ImportIntent, performImportAct } from "./import-actions.ts";
import css from "./imports.module.css";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  const found = await readImport(ctx, { importId: params.id, params: new URL(request.url).searchParams });
  if (!found.ok) throw data(null, { status: 404 });
  return { view: found.value };
}

export const meta = () => [{ title: "Import prospects | GTMarc" }, { name: "robots", content: "noindex" }];

export const clientAction = async ({ request }: Route.ClientActionArgs) => performImportAct(await request.formData());

const number = (value: number) => value.toLocaleString("en-US");
const rowsText = (value: number) => `${number(value)} ${value === 1 ? "row" : "rows"}`;

/** One import: match the columns and see the effect, follow the progress, read the result. */
export default function Import({ loaderData: { view } }: Route.ComponentProps) {
  const { act, busy, refusal, toast } = useAct<ImportIntent>();
  return (
    <DeskPage
      title={view.fileName}
      above={{ href: "/admin/prospect-pipeline/import", label: "Imports" }}
      lead={`${rowsText(view.rowCount)}, read as ${view.encoding}.`}
    >
      {refusal && (
        <Notice kind="critical" live>
          {refusal}
        </Notice>
      )}
      {view.status === "failed" && (
        <Notice kind="critical" live title="The import failed. Nothing was imported.">
          {view.preview ? "Start it again. If it fails again, look at the server's log." : null}
        </Notice>
      )}
      {view.preview && <Preview view={view} preview={view.preview} busy={busy} act={act} />}
      {(view.status === "queued" || view.status === "running") && <Progress view={view} />}
      {view.status === "done" && <Result view={view} />}
      {!view.preview && (view.status === "uploaded" || view.status === "failed") && (
        <Notice kind="info" title="The file was deleted.">
          {`Files are kept for ${importHours} hours at most. `}
          <Link to="/admin/prospect-pipeline/import">Upload it again</Link>.
        </Notice>
      )}
      {toast}
    </DeskPage>
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
  act: ReturnType<typeof useAct<ImportIntent>>["act"];
}) {
  const isChecking = useNavigation().state !== "idle";
  const columns = header.map((label, at) => ({ value: String(at), label: label || `Column ${at + 1}` }));
  const values = choiceParams(choices);
  const kept = choices.existing === "fill" ? "only their empty fields are filled" : "they stay as they are";
  return (
    <>
      <Form method="get" className={css.form} preventScrollReset>
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
          <b>{`${rowsText(valid)} will be imported, ${number(rejected)} will not.`}</b>{" "}
          {existing > 0 && `${number(existing)} of the addresses are in the pipeline already: ${kept}. `}
          {rejected > 0 && "The rejected rows come back as a file with the problem of each."}
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
              {rows.map((cells) => (
                <tr key={cells.join("\t")}>
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
      <div className={css.acts}>
        <Button
          variant="primary"
          size={40}
          busy={busy}
          busyText="Starting"
          disabled={valid === 0}
          onClick={() => void act({ intent: "start", importId: view.id, choices: JSON.stringify(choices) })}
        >
          {`Import ${rowsText(valid)}`}
        </Button>
        <Button size={40} disabled={busy} onClick={() => void act({ intent: "delete", importId: view.id })}>
          Delete the file
        </Button>
      </div>
    </>
  );
}

const problemColumns = [
  { key: "row", label: "Row", numeric: true, cell: ({ row }: RejectedRow) => row },
  { key: "problem", label: "Problem", heads: true, cell: ({ problem }: RejectedRow) => problem },
  { key: "cells", label: "Content", cell: ({ cells }: RejectedRow) => cells.join(", ").slice(0, 120) },
];

const pollMs = 1000;

function Progress({ view: { status, progress, rowCount } }: { view: ImportView }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => void revalidate(), pollMs);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <section className={css.result} aria-label="Progress">
      <p role="status">
        {status === "queued" ? "Waiting to start." : `${number(progress)} of ${rowsText(rowCount)} processed.`}
      </p>
      <progress max={rowCount} value={progress} aria-label="Rows processed" />
      <p className="small">You can leave this page. Everything is imported at once, at the end.</p>
    </section>
  );
}

function Result({ view: { id, created, filled, unchanged, rejected, hasRejectedFile } }: { view: ImportView }) {
  return (
    <section className={css.result} aria-label="Result">
      <Notice kind="positive" live title={`${number(created)} ${created === 1 ? "prospect" : "prospects"} added.`}>
        {filled > 0 && <p>{`Empty fields of ${number(filled)} were filled.`}</p>}
        {unchanged > 0 && <p>{`${number(unchanged)} were in the pipeline already and stay as they are.`}</p>}
        {rejected > 0 && <p>{`${rowsText(rejected)} could not be imported.`}</p>}
      </Notice>
      <p className={css.acts}>
        {hasRejectedFile && (
          <a className={buttonClass({ size: 40 })} href={`/api/admin/prospect-imports/${id}/rejected`} download>
            Download rejected rows
          </a>
        )}
        <Link className={buttonClass({ size: 40 })} to="/admin/prospect-pipeline?view=table&source=import">
          Show imported prospects
        </Link>
      </p>
    </section>
  );
}
