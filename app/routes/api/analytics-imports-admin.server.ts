import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  exportRejectedHistory,
  removeHistoryImport,
  startHistoryImport,
  uploadHistory,
} from "#app/features/analytics/history-imports.server.ts";
import { historyFileHours, maxHistoryRows } from "#app/features/analytics/imports/import-limits.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { never, type Result } from "#app/lib/result.ts";
import { oneLine } from "#app/lib/text.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  Created,
  Done,
  done,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
} from "./endpoint.server.ts";
import { rejectedRows } from "./rejected-rows.server.ts";

const ofImport = z.object({ importId: recordId() });
const refused = refusals(401, 403, 404, 409, 413, 422);

export const analyticsImportsAdminEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/analytics-imports/{importId}/start",
      summary: "Import an uploaded history of visits in the background",
      middleware: adminOnly,
      request: { params: ofImport },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) => answer(c, await startHistoryImport(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/analytics-imports/{importId}",
      summary: "Remove an import of visits with all of its data, or an upload",
      middleware: adminOnly,
      request: { params: ofImport },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) => answer(c, await removeHistoryImport(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  );

analyticsImportsAdminEndpoints.openAPIRegistry.registerPath({
  method: "post",
  path: "/admin/analytics-imports",
  summary: "Upload a history of visits, a ZIP or CSV file of at most 10 MB; nothing is imported yet",
  request: {
    query: z.object({ name: z.string().optional() }),
    body: { required: true, content: { "application/zip": { schema: { type: "string", format: "binary" } } } },
  },
  responses: { ...answers(201, Created), ...refused },
});
analyticsImportsAdminEndpoints.post("/admin/analytics-imports", adminOnly, async (c) => {
  const fileName = oneLine(c.req.query("name") ?? "").slice(0, 200) || "export.zip";
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  return answer(c, await uploadHistory(c.get("ctx"), { fileName, bytes }), (value) => c.json(value, 201));
});

rejectedRows(analyticsImportsAdminEndpoints, {
  path: "/admin/analytics-imports",
  page: "/admin/analytics/import",
  summary: "The rejected rows of an import of visits, with the problem of each; needs a fresh code",
  read: exportRejectedHistory,
});

const maxProblems = 10;

type HistoryRefusal =
  | Refusal<
      | "not_admin"
      | "not_found"
      | "too_large"
      | "unreadable"
      | "unknown_format"
      | "too_many_rows"
      | "already_started"
      | "still_running"
      | "expired"
      | "overlapping"
    >
  | Refusal<"no_column", { file: string; column: string }>
  | Refusal<"no_rows", { problems: string[] }>;

function answer<Value, Answer>(c: Context, result: Result<Value, HistoryRefusal>, respond: (value: Value) => Answer) {
  if (result.ok) return respond(result.value);
  const { kind } = result.reason;
  switch (result.reason.kind) {
    case "not_admin":
      return adminFirst(c);
    case "not_found":
      return notFound(c);
    case "too_large":
      return refusal(
        c,
        413,
        kind,
        "The file is larger than 10 MB, or than 60 MB unpacked. Export fewer months at once.",
      );
    case "unreadable":
      return refusal(c, 422, kind, "This file cannot be read. Upload the ZIP file as it was exported.");
    case "unknown_format":
      return refusal(
        c,
        422,
        kind,
        "This is no export of Plausible (imported_visitors_….csv) or Umami (website_event.csv).",
      );
    case "no_rows":
      return refusal(
        c,
        422,
        kind,
        ["The export has no usable rows.", ...result.reason.problems.slice(0, maxProblems)].join(" ").slice(0, 1500),
      );
    case "no_column":
      return refusal(c, 422, kind, `${result.reason.file} has no column ${result.reason.column}.`);
    case "too_many_rows":
      return refusal(
        c,
        422,
        kind,
        `The export has more than ${formatNumber(maxHistoryRows)} rows. Export fewer months at once.`,
      );
    case "already_started":
      return refusal(c, 409, kind, "This import was started already.");
    case "still_running":
      return refusal(c, 409, kind, "This import is running. Remove it when it is done.");
    case "expired":
      return refusal(c, 409, kind, `The file was deleted after ${historyFileHours} hours. Upload it again.`);
    case "overlapping":
      return refusal(c, 409, kind, "Another import has some of these days. Remove that import first.");
    default:
      return never(result.reason);
  }
}
