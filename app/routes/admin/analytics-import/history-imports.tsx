import { Link } from "react-router";
import { exportKindNames, exportKinds } from "#app/features/analytics/exports/kinds.ts";
import { type HistoryEntry, listHistoryImports } from "#app/features/analytics/imports/history-imports.server.ts";
import { historyFileHours, historyKindLabels, maxHistoryBytes } from "#app/features/analytics/imports/import-limits.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { AnalyticsSections } from "#app/routes/admin/analytics/analytics-sections.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { DownloadForm } from "#app/shell/admin/download-form.tsx";
import { ImportList, ImportUpload, importStatusLabels } from "#app/shell/admin/file-import.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/history-imports";
import { dayRangeText } from "./day-range.ts";
import css from "./history-imports.module.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const imports = await listHistoryImports(await requireAdmin(context, request));
  if (!imports.ok) throw new Error("The guard accepted a non-admin.");
  return { imports: imports.value };
}

export const meta = () => unlisted("Import and export visits");

export default function HistoryImports({ loaderData: { imports } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Import and export visits"
      lead="Import the history of your visits from Plausible or Umami. You see what the file contains before anything is imported, and can undo a whole import. Your own data can leave as files."
    >
      <AnalyticsSections current="/admin/analytics/import" />
      <ImportUpload
        label="Export of Plausible or Umami"
        hint={`Plausible: the ZIP file of Imports & exports, with daily figures. Umami: the ZIP file of its data export, with single page views. A CSV file from either is accepted too. At most 10 MB. The file is deleted after the import, at the latest after ${historyFileHours} hours.`}
        accept=".zip,.csv,application/zip,text/csv"
        contentType="application/zip"
        endpoint="/api/admin/analytics-imports"
        maxBytes={maxHistoryBytes}
        missing="Choose the exported file."
        tooLarge="The file is larger than 10 MB. Export fewer months at once."
        pageOf={pageOf}
      />
      <ImportList rows={imports} columns={columns} />
      <section className={`grid gap-50 ${css.export}`} aria-labelledby="export">
        <h2 className="t3" id="export">
          Export your data
        </h2>
        <p>
          Hits, visits and daily figures are CSV files with times in the firm's time zone. Plausible's format is a ZIP
          file with daily figures that Plausible and this page import. Files have no emails and no keys of visitors;
          imported days and rejected hits are left out.
        </p>
        <div className={`cluster gap-75 ${css.exports}`}>
          {exportKindNames.map((kind) => (
            <DownloadForm
              key={kind}
              action={`/api/admin/analytics-exports/${kind}`}
              fields={{}}
              label={`Export ${exportKinds[kind].label}`}
              size={40}
            />
          ))}
        </div>
      </section>
    </AdminPage>
  );
}

const pageOf = (id: string) => `/admin/analytics/import/${id}`;

const columns = [
  {
    label: "File",
    heads: true,
    cell: ({ id, fileName }: HistoryEntry) => <Link to={pageOf(id)}>{fileName}</Link>,
  },
  { label: "From", cell: ({ contents }: HistoryEntry) => historyKindLabels[contents.kind] },
  { label: "State", cell: ({ status }: HistoryEntry) => importStatusLabels[status] },
  {
    label: "Days",
    cell: ({ contents: { firstDay, lastDay } }: HistoryEntry) =>
      firstDay && lastDay ? dayRangeText(firstDay, lastDay) : "None",
  },
  {
    label: "Visits",
    numeric: true,
    cell: ({ contents }: HistoryEntry) => formatNumber(contents.visits),
  },
  {
    label: "Uploaded",
    cell: ({ createdAt }: HistoryEntry) => <Moment at={createdAt} />,
  },
];
