import { z } from "@hono/zod-openapi";
import { exportProspects } from "#app/features/pipeline/import/exports.server.ts";
import {
  defaultFileName,
  ImportChoices,
  importHours,
  maxImportColumns,
  maxImportRows,
} from "#app/features/pipeline/import/import-file.ts";
import { undoImport } from "#app/features/pipeline/import/import-undo.server.ts";
import {
  deleteImport,
  exportRejectedRows,
  startImport,
  uploadImport,
} from "#app/features/pipeline/import/imports.server.ts";
import { readProspectFilters } from "#app/features/pipeline/prospects/prospect-list.ts";
import { searchIn } from "#app/lib/addresses/list-query.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { refuse } from "#app/lib/refusal.ts";
import { ok } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { env } from "#app/platform/env.server.ts";
import { csvDownload, csvFile, rejectedRows, sentFile, toFreshCode, toMissing, uploadOf } from "../downloads.server.ts";
import { Created, formToPage } from "../endpoint.server.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

const admin = adminArea(
  "pipeline",
  {
    not_text: [422, "This is not a text file. Save the sheet as CSV, then upload that file."],
    not_a_table: [422, "This is a vCard, web page, XML, JSON or Word document. Export the contacts as CSV first."],
    too_large: [413, "The file is larger than 5 MB. Split it into smaller files."],
    no_rows: [422, "The file has no rows under its headings."],
    too_many_rows: [422, `The file has more than ${formatNumber(maxImportRows)} rows. Split it into smaller files.`],
    too_many_cells: [
      422,
      `The file has more than ${maxImportColumns} columns, or far too many empty rows or cells. Remove them and upload it again.`,
    ],
    reader_ended: [
      422,
      "Reading the file was stopped because it took too much time or memory. Split it into smaller files.",
    ],
    no_email_column: [422, "Choose the column with the email address."],
    already_started: "This import was started already.",
    no_selection: [422, "Choose at least one prospect, then export again."],
    not_done: "This import cannot be undone: it is not finished, or it was undone already.",
    expired: `The file was deleted after ${importHours} hours. Upload it again.`,
  },
  [409, 413, 422],
);

export const pipelineFilesAdminEndpoints = endpoints(
  admin.post("/admin/prospect-imports/{importId}/start", {
    summary: "Import an uploaded file in the background",
    body: ImportChoices,
    command: startImport,
  }),
  admin.delete("/admin/prospect-imports/{importId}", {
    summary: "Delete an uploaded file",
    command: deleteImport,
  }),
  admin.post("/admin/prospect-imports/{importId}/undo", {
    summary: "Undo an import in the background: remove prospects and values that nothing else changed since",
    command: undoImport,
  }),
  admin.get("/admin/fresh-code", {
    summary: "Whether the session's last code is recent enough for a download; checked before its form is sent",
    isFresh: true,
    statuses: [],
    command: async () => ok(),
  }),
  admin.post("/admin/prospect-imports", {
    summary: "Upload a CSV file of prospects, at most 5 MB; nothing is imported yet",
    ...uploadOf("text/csv"),
    creates: Created,
    statuses: [404, 409, 413, 422],
    command: async (ctx, { name }, c) => uploadImport(ctx, await sentFile(c, name, defaultFileName)),
  }),
  rejectedRows({
    area: "pipeline",
    path: "/admin/prospect-imports",
    page: "/admin/prospect-pipeline/import",
    summary:
      "The rejected rows of an import, with the problem of each, and rows that were imported without a value; needs a fresh code",
    read: exportRejectedRows,
  }),
  // A plain form posts here and the browser saves the file.
  admin.post("/admin/prospect-exports", {
    summary:
      "Prospects as CSV: those that match the pipeline's query in `filters`, or the chosen `ids`; needs a fresh code",
    before: [formToPage("/admin/prospect-pipeline")],
    request: {
      body: {
        content: {
          "application/x-www-form-urlencoded": {
            schema: z.object({ filters: z.string().optional(), ids: z.string().optional() }),
          },
        },
      },
    },
    responses: { 200: csvFile, 303: toMissing },
    statuses: [],
    command: async (ctx, _, c) => {
      const form = c.req.valid("form" as never) as { filters?: string; ids?: string };
      const params = new URLSearchParams(form.filters);
      const ids = (form.ids ?? "").split(",").filter(isUuid);
      // Without a valid selection, exporting everything would be wrong.
      if (ids.length === 0 && form.filters === undefined) return refuse("no_selection");
      // A selection is exported as it is, whatever the filters are now.
      const filters = readProspectFilters(
        ids.length > 0 ? new URLSearchParams() : params,
        ids.length > 0 ? "" : searchIn(params),
        env().COMPANY_TIMEZONE,
      );
      const result = await exportProspects(ctx, { filters, prospectIds: ids.length > 0 ? ids : null });
      if (result.ok) return csvDownload(c, "prospects", result.value.parts);
      const query = params.toString();
      return result.reason.kind === "fresh_code_required"
        ? toFreshCode(() => `/admin/prospect-pipeline${query ? `?${query}` : ""}`)(result.reason, c)
        : result;
    },
  }),
);
