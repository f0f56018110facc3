import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { exportProspects } from "#app/features/pipeline/exports.server.ts";
import {
  defaultFileName,
  ImportChoices,
  importHours,
  maxImportColumns,
  maxImportRows,
} from "#app/features/pipeline/import-file.ts";
import { undoImport } from "#app/features/pipeline/import-undo.server.ts";
import { deleteImport, exportRejectedRows, startImport, uploadImport } from "#app/features/pipeline/imports.server.ts";
import { readProspectFilters } from "#app/features/pipeline/prospect-list.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { never, type Result } from "#app/lib/result.ts";
import { oneLine } from "#app/lib/text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { env } from "#app/platform/env.server.ts";
import { csvDownload, csvFile } from "./csv-download.server.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  Created,
  Done,
  done,
  formToPage,
  freshCode,
  freshCodeFirst,
  isForm,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
} from "./endpoint.server.ts";
import { rejectedRows, toMissing } from "./rejected-rows.server.ts";
import { freshCodePage } from "./users-admin.server.ts";

const ofImport = z.object({ importId: recordId() });
/** The statuses that `answer` can return. */
const refused = refusals(401, 403, 404, 409, 413, 422);

export const pipelineFilesAdminEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/prospect-imports/{importId}/start",
      summary: "Import an uploaded file in the background",
      middleware: adminOnly,
      request: { params: ofImport, body: jsonBody(ImportChoices) },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) =>
      answer(c, await startImport(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), () =>
        c.json(done, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/prospect-imports/{importId}",
      summary: "Delete an uploaded file",
      middleware: adminOnly,
      request: { params: ofImport },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) => answer(c, await deleteImport(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/prospect-imports/{importId}/undo",
      summary: "Undo an import in the background: remove prospects and values that nothing else changed since",
      middleware: adminOnly,
      request: { params: ofImport },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) => answer(c, await undoImport(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/admin/fresh-code",
      summary: "Whether the session's last code is recent enough for a download; checked before its form is sent",
      middleware: [adminOnly, freshCode],
      responses: { ...answers(200, Done), ...refusals(401, 403) },
    }),
    (c) => c.json(done, 200),
  );

pipelineFilesAdminEndpoints.openAPIRegistry.registerPath({
  method: "post",
  path: "/admin/prospect-imports",
  summary: "Upload a CSV file of prospects, at most 5 MB; nothing is imported yet",
  request: {
    query: z.object({ name: z.string().optional() }),
    body: { required: true, content: { "text/csv": { schema: { type: "string", format: "binary" } } } },
  },
  responses: { ...answers(201, Created), ...refused },
});
pipelineFilesAdminEndpoints.post("/admin/prospect-imports", adminOnly, async (c) => {
  const fileName = oneLine(c.req.query("name") ?? "").slice(0, 200) || defaultFileName;
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  return answer(c, await uploadImport(c.get("ctx"), { fileName, bytes }), (value) => c.json(value, 201));
});

rejectedRows(pipelineFilesAdminEndpoints, {
  path: "/admin/prospect-imports",
  page: "/admin/prospect-pipeline/import",
  summary:
    "The rejected rows of an import, with the problem of each, and rows that were imported without a value; needs a fresh code",
  read: exportRejectedRows,
});

pipelineFilesAdminEndpoints.openAPIRegistry.registerPath({
  method: "post",
  path: "/admin/prospect-exports",
  summary:
    "Prospects as CSV: those that match the pipeline's query in `filters`, or the chosen `ids`; needs a fresh code",
  request: {
    body: {
      content: {
        "application/x-www-form-urlencoded": {
          schema: z.object({ filters: z.string().optional(), ids: z.string().optional() }),
        },
      },
    },
  },
  responses: {
    200: csvFile,
    303: toMissing,
    ...refusals(401, 403),
  },
});
/** A plain form posts here and the browser saves the file. */
pipelineFilesAdminEndpoints.post(
  "/admin/prospect-exports",
  formToPage("/admin/prospect-pipeline"),
  adminOnly,
  async (c) => {
    const form = isForm(c) ? new URLSearchParams(await c.req.text()) : new URLSearchParams();
    const params = new URLSearchParams(form.get("filters") ?? "");
    const ids = (form.get("ids") ?? "").split(",").filter(isUuid);
    // Without a valid selection, exporting everything would be wrong.
    if (ids.length === 0 && !form.has("filters"))
      return refusal(c, 422, "no_selection", "Choose at least one prospect, then export again.");
    // A selection is exported as it is, whatever the filters are now.
    const filters = readProspectFilters(
      ids.length > 0 ? new URLSearchParams() : params,
      ids.length > 0 ? "" : searchOf(params),
      env().COMPANY_TIMEZONE,
    );
    const result = await exportProspects(c.get("ctx"), { filters, prospectIds: ids.length > 0 ? ids : null });
    if (!result.ok && result.reason.kind === "fresh_code_required" && isForm(c)) {
      const query = params.toString();
      return c.redirect(freshCodePage(`/admin/prospect-pipeline${query ? `?${query}` : ""}`), 303);
    }
    return answer(c, result, ({ parts }) => csvDownload(c, "prospects", parts));
  },
);

const searchOf = (params: URLSearchParams): string => (params.get("q") ?? "").trim().slice(0, 100);

type FileRefusal = Refusal<
  | "not_admin"
  | "not_found"
  | "fresh_code_required"
  | "not_text"
  | "too_large"
  | "no_rows"
  | "too_many_rows"
  | "too_many_cells"
  | "reader_ended"
  | "no_email_column"
  | "already_started"
  | "expired"
  | "not_done"
>;

function answer<Value, Answer>(c: Context, result: Result<Value, FileRefusal>, respond: (value: Value) => Answer) {
  if (result.ok) return respond(result.value);
  const { reason } = result;
  switch (reason.kind) {
    case "not_admin":
      return adminFirst(c);
    case "not_found":
      return notFound(c);
    case "fresh_code_required":
      return freshCodeFirst(c);
    case "not_text":
      return refusal(c, 422, reason.kind, "This is not a text file. Save the sheet as CSV, then upload that file.");
    case "too_large":
      return refusal(c, 413, reason.kind, "The file is larger than 5 MB. Split it into smaller files.");
    case "no_rows":
      return refusal(c, 422, reason.kind, "The file has no rows under its headings.");
    case "too_many_rows":
      return refusal(
        c,
        422,
        reason.kind,
        `The file has more than ${formatNumber(maxImportRows)} rows. Split it into smaller files.`,
      );
    case "too_many_cells":
      return refusal(
        c,
        422,
        reason.kind,
        `The file has more than ${maxImportColumns} columns, or far too many empty rows or cells. Remove them and upload it again.`,
      );
    case "reader_ended":
      return refusal(
        c,
        422,
        reason.kind,
        "Reading the file was stopped because it took too much time or memory. Split it into smaller files.",
      );
    case "no_email_column":
      return refusal(c, 422, reason.kind, "Choose the column with the email address.");
    case "already_started":
      return refusal(c, 409, reason.kind, "This import was started already.");
    case "not_done":
      return refusal(
        c,
        409,
        reason.kind,
        "This import cannot be undone: it is not finished, or it was undone already.",
      );
    case "expired":
      return refusal(c, 409, reason.kind, `The file was deleted after ${importHours} hours. Upload it again.`);
    default:
      return never(reason);
  }
}
