import { type FormEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import { importHours, maxImportBytes, maxImportRows } from "#app/features/pipeline/import-file.ts";
import { type ImportEntry, listImports } from "#app/features/pipeline/imports.server.ts";
import { csrfToken } from "#app/lib/csrf-token.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { ask } from "#app/shell/api-client.ts";
import { Button } from "#app/ui/button.tsx";
import { DeskPage } from "#app/ui/desk-page.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Field } from "#app/ui/field.tsx";
import { Moment } from "#app/ui/firm-dates.tsx";
import { KeyedList } from "#app/ui/keyed-list.tsx";
import { ScriptForm } from "#app/ui/script-form.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Route } from "./+types/imports";
import css from "./imports.module.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const imports = await listImports(await requireAdmin(context, request));
  if (!imports.ok) throw new Error("The guard accepted a non-admin.");
  return { imports: imports.value };
}

export const meta = () => [{ title: "Import prospects | GTMarc" }, { name: "robots", content: "noindex" }];

const rows = maxImportRows.toLocaleString("en-US");

/** Upload of a CSV file of prospects, and the latest imports. */
export default function Imports({ loaderData: { imports } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const upload = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const file = new FormData(event.currentTarget).get("file");
    if (!(file instanceof File) || file.size === 0) return setError("Choose a CSV file.");
    if (file.size > maxImportBytes) return setError("The file is larger than 5 MB. Split it into smaller files.");
    setBusy(true);
    setError(undefined);
    const answer = await ask<UploadResponse>(
      fetch(`/api/admin/prospect-imports?name=${encodeURIComponent(file.name)}`, {
        method: "POST",
        headers: { "content-type": "text/csv", "x-csrf-token": csrfToken() },
        body: file,
      }),
    );
    setBusy(false);
    if (answer.ok) await navigate(`/admin/prospect-pipeline/import/${answer.value.id}`);
    else setError(answer.error.message);
  };
  return (
    <DeskPage
      title="Import prospects"
      above={{ href: "/admin/prospect-pipeline", label: "Pipeline" }}
      lead="Upload a CSV file, match its columns, and see how many rows are valid before anything is imported."
    >
      <ScriptForm className={css.upload} onSubmit={(event) => void upload(event)}>
        <Field
          label="CSV file"
          error={error}
          told
          hint={`At most 5 MB and ${rows} rows, with headings in the first row. Comma, semicolon or tab; UTF-8 or Windows-1252. The file is deleted after the import, at the latest after ${importHours} hours.`}
        >
          {(wiring) => <input type="file" name="file" accept=".csv,.tsv,.txt,text/csv" {...wiring} />}
        </Field>
        <Button type="submit" variant="primary" size={40} busy={busy} busyText="Uploading">
          Upload file
        </Button>
        <noscript>
          <p>Uploading needs JavaScript.</p>
        </noscript>
      </ScriptForm>
      {imports.length === 0 ? (
        <Empty title="No imports yet" text="Uploaded files appear here with their results." />
      ) : (
        <KeyedList>
          <Table caption="Latest imports" columns={columns} rows={imports} rowKey={({ id }) => id} />
        </KeyedList>
      )}
    </DeskPage>
  );
}

type UploadResponse = { ok: boolean; status: number; json(): Promise<{ id: string }> };

export const statusLabels = {
  uploaded: "Not imported",
  queued: "Waiting",
  running: "Importing",
  done: "Imported",
  failed: "Failed",
} as const;

const count = (number: number) => number.toLocaleString("en-US");

const columns = [
  {
    key: "file",
    label: "File",
    heads: true,
    cell: ({ id, fileName }: ImportEntry) => <Link to={`/admin/prospect-pipeline/import/${id}`}>{fileName}</Link>,
  },
  { key: "status", label: "State", cell: ({ status }: ImportEntry) => statusLabels[status] },
  { key: "rows", label: "Rows", numeric: true, cell: ({ rowCount }: ImportEntry) => count(rowCount) },
  { key: "created", label: "Added", numeric: true, cell: ({ created }: ImportEntry) => count(created) },
  { key: "filled", label: "Filled", numeric: true, cell: ({ filled }: ImportEntry) => count(filled) },
  { key: "rejected", label: "Rejected", numeric: true, cell: ({ rejected }: ImportEntry) => count(rejected) },
  {
    key: "at",
    label: "Uploaded",
    cell: ({ createdAt }: ImportEntry) => <Moment at={createdAt} />,
  },
];
