import { Link } from "react-router";
import { importHours, maxImportBytes, maxImportRows } from "#app/features/pipeline/import/import-file.ts";
import { type ImportEntry, listImports } from "#app/features/pipeline/import/imports.server.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { ImportList, ImportUpload, importStatusLabels } from "#app/shell/admin/file-import.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/imports";

export async function loader({ context, request }: Route.LoaderArgs) {
  const imports = await listImports(await requireAdmin(context, request)).then(admitted);
  return { imports };
}

export const meta = () => unlisted("Import prospects");

const rows = formatNumber(maxImportRows);

export default function Imports({ loaderData: { imports } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Import prospects"
      above={{ href: "/admin/prospect-pipeline", label: "Pipeline" }}
      lead="Upload a CSV file, match its columns, and see how many rows are valid before anything is imported."
    >
      <ImportUpload
        label="CSV file"
        hint={`At most 5 MB and ${rows} rows, with headings in the first row. Comma, semicolon or tab, best as “CSV UTF-8”. The file is deleted after the import, at the latest after ${importHours} hours.`}
        accept=".csv,.tsv,.txt,text/csv"
        contentType="text/csv"
        endpoint="/api/admin/prospect-imports"
        maxBytes={maxImportBytes}
        missing="Choose a CSV file."
        tooLarge="The file is larger than 5 MB. Split it into smaller files."
        pageOf={pageOf}
      />
      <ImportList rows={imports} columns={columns} />
    </AdminPage>
  );
}

const pageOf = (id: string) => `/admin/prospect-pipeline/import/${id}`;

const columns = [
  {
    label: "File",
    heads: true,
    cell: ({ id, fileName }: ImportEntry) => <Link to={pageOf(id)}>{fileName}</Link>,
  },
  { label: "State", cell: ({ status }: ImportEntry) => importStatusLabels[status] },
  { label: "Rows", numeric: true, cell: ({ rowCount }: ImportEntry) => formatNumber(rowCount) },
  { label: "Added", numeric: true, cell: ({ created }: ImportEntry) => formatNumber(created) },
  { label: "Filled", numeric: true, cell: ({ filled }: ImportEntry) => formatNumber(filled) },
  { label: "Rejected", numeric: true, cell: ({ rejected }: ImportEntry) => formatNumber(rejected) },
  {
    label: "Uploaded",
    cell: ({ createdAt }: ImportEntry) => <Moment at={createdAt} />,
  },
];
