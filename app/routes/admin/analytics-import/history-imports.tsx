import { type FormEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import { type HistoryEntry, listHistoryImports } from "#app/features/analytics/history-imports.server.ts";
import { historyFileHours, historyKindLabels, maxHistoryBytes } from "#app/features/analytics/imports/import-limits.ts";
import { csrfToken } from "#app/lib/csrf-token.ts";
import { AnalyticsSections } from "#app/routes/admin/analytics/analytics-sections.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { ask } from "#app/shell/api-client.ts";
import { Button } from "#app/ui/button.tsx";
import { DeskPage } from "#app/ui/desk-page.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Field } from "#app/ui/field.tsx";
import { Moment } from "#app/ui/firm-dates.tsx";
import { KeyedList } from "#app/ui/keyed-list.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Route } from "./+types/history-imports";
import { dayRangeText } from "./day-range.ts";
import css from "./history-imports.module.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const imports = await listHistoryImports(await requireAdmin(context, request));
  if (!imports.ok) throw new Error("The guard accepted a non-admin.");
  return { imports: imports.value };
}

export const meta = () => [{ title: "Import visits | GTMarc" }, { name: "robots", content: "noindex" }];

type UploadResponse = { ok: boolean; status: number; json(): Promise<{ id: string }> };

/** Upload of an export of another product, and the latest imports. */
export default function HistoryImports({ loaderData: { imports } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const upload = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const file = new FormData(event.currentTarget).get("file");
    if (!(file instanceof File) || file.size === 0) return setError("Choose the exported file.");
    if (file.size > maxHistoryBytes) return setError("The file is larger than 10 MB. Export fewer months at once.");
    setBusy(true);
    setError(undefined);
    const answer = await ask<UploadResponse>(
      fetch(`/api/admin/analytics-imports?name=${encodeURIComponent(file.name)}`, {
        method: "POST",
        headers: { "content-type": "application/zip", "x-csrf-token": csrfToken() },
        body: file,
      }),
    );
    setBusy(false);
    if (answer.ok) await navigate(`/admin/analytics/import/${answer.value.id}`);
    else setError(answer.error.message);
  };
  return (
    <DeskPage
      title="Import visits"
      lead="Bring the history of your visits along from Plausible or Umami. You see what the file contains before anything is imported, and can undo a whole import."
    >
      <AnalyticsSections current="/admin/analytics/import" />
      <form method="post" className={css.upload} onSubmit={(event) => void upload(event)}>
        <Field
          label="Export of Plausible or Umami"
          error={error}
          told
          hint={`Plausible: the ZIP file of Imports & exports, with daily figures. Umami: the ZIP file of its data export, with single page views. At most 10 MB. The file is deleted after the import, at the latest after ${historyFileHours} hours.`}
        >
          {(wiring) => <input type="file" name="file" accept=".zip,.csv,application/zip,text/csv" {...wiring} />}
        </Field>
        <Button type="submit" variant="primary" size={40} busy={busy} busyText="Uploading">
          Upload file
        </Button>
        <noscript>
          <p>Uploading needs JavaScript.</p>
        </noscript>
      </form>
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

const statusLabels = {
  uploaded: "Not imported",
  queued: "Waiting",
  running: "Importing",
  done: "Imported",
  failed: "Failed",
} as const;

const columns = [
  {
    key: "file",
    label: "File",
    heads: true,
    cell: ({ id, fileName }: HistoryEntry) => <Link to={`/admin/analytics/import/${id}`}>{fileName}</Link>,
  },
  { key: "kind", label: "From", cell: ({ contents }: HistoryEntry) => historyKindLabels[contents.kind] },
  { key: "status", label: "State", cell: ({ status }: HistoryEntry) => statusLabels[status] },
  {
    key: "days",
    label: "Days",
    cell: ({ contents: { firstDay, lastDay } }: HistoryEntry) =>
      firstDay && lastDay ? dayRangeText(firstDay, lastDay) : "None",
  },
  {
    key: "visits",
    label: "Visits",
    numeric: true,
    cell: ({ contents }: HistoryEntry) => contents.visits.toLocaleString("en-US"),
  },
  {
    key: "at",
    label: "Uploaded",
    cell: ({ createdAt }: HistoryEntry) => <Moment at={createdAt} />,
  },
];
