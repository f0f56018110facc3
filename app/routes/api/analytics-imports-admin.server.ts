import { z } from "@hono/zod-openapi";
import {
  exportRejectedHistory,
  removeHistoryImport,
  startHistoryImport,
  uploadHistory,
} from "#app/features/analytics/imports/history-imports.server.ts";
import { historyFileHours, maxHistoryRows } from "#app/features/analytics/imports/import-limits.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { oneLine } from "#app/lib/text.ts";
import { adminOnly, answers, Created, refusals } from "./endpoint.server.ts";
import { adminArea, commonRefusals, endpoints, type RefusalTable, refuseBy } from "./endpoints.server.ts";
import { rejectedRows } from "./rejected-rows.server.ts";

const refused = refusals(401, 403, 404, 409, 413, 422);

const maxProblems = 10;
const historyRefusals = {
  too_large: [413, "The file is larger than 10 MB, or than 60 MB unpacked. Export fewer months at once."],
  unreadable: [422, "This file cannot be read. Upload the ZIP file as it was exported."],
  unknown_format: [422, "This is no export of Plausible (imported_visitors_….csv) or Umami (website_event.csv)."],
  no_rows: ({ problems }: { problems: string[] }) =>
    [422, ["The export has no usable rows.", ...problems.slice(0, maxProblems)].join(" ").slice(0, 1500)] as const,
  no_column: ({ file, column }: { file: string; column: string }) => [422, `${file} has no column ${column}.`] as const,
  too_many_rows: [422, `The export has more than ${formatNumber(maxHistoryRows)} rows. Export fewer months at once.`],
  already_started: "This import was started already.",
  still_running: "This import is running. Remove it when it is done.",
  expired: `The file was deleted after ${historyFileHours} hours. Upload it again.`,
  overlapping: "Another import has some of these days. Remove that import first.",
} as const satisfies RefusalTable;
const admin = adminArea(historyRefusals, [409, 413, 422]);

export const analyticsImportsAdminEndpoints = endpoints(
  admin.post("/admin/analytics-imports/{importId}/start", {
    summary: "Import an uploaded history of visits in the background",
    command: startHistoryImport,
  }),
  admin.delete("/admin/analytics-imports/{importId}", {
    summary: "Remove an import of visits with all of its data, or an upload",
    command: removeHistoryImport,
  }),
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
  const stored = await uploadHistory(c.get("ctx"), { fileName, bytes });
  return stored.ok ? c.json(stored.value, 201) : refuseBy({ ...commonRefusals, ...historyRefusals }, c, stored.reason);
});

rejectedRows(analyticsImportsAdminEndpoints, {
  path: "/admin/analytics-imports",
  page: "/admin/analytics/import",
  summary: "The rejected rows of an import of visits, with the problem of each; needs a fresh code",
  read: exportRejectedHistory,
});
