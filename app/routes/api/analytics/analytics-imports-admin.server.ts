import {
  exportRejectedHistory,
  removeHistoryImport,
  startHistoryImport,
  uploadHistory,
} from "#app/features/analytics/imports/history-imports.server.ts";
import { historyFileHours, maxHistoryRows } from "#app/features/analytics/imports/import-limits.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { shortened } from "#app/lib/words/cut.ts";
import { rejectedRows, sentFile, uploadOf } from "../downloads.server.ts";
import { Created } from "../endpoint.server.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

const maxProblems = 10;
const admin = adminArea(
  "analytics",
  {
    too_large: [413, "The file is larger than 10 MB, or than 60 MB unpacked. Export fewer months at once."],
    unreadable: [422, "This file cannot be read. Upload the ZIP file as it was exported."],
    unknown_format: [422, "This is no export of Plausible (imported_visitors_….csv) or Umami (website_event.csv)."],
    no_rows: ({ problems }: { problems: string[] }) =>
      [422, shortened(["The export has no usable rows.", ...problems.slice(0, maxProblems)].join(" "), 1500)] as const,
    no_column: ({ file, column }: { file: string; column: string }) =>
      [422, `${file} has no column ${column}.`] as const,
    too_many_rows: [422, `The export has more than ${formatNumber(maxHistoryRows)} rows. Export fewer months at once.`],
    already_started: "This import was started already.",
    still_running: "This import is running. Remove it when it is done.",
    expired: `The file was deleted after ${historyFileHours} hours. Upload it again.`,
    overlapping: "Another import has some of these days. Remove that import first.",
  },
  [409, 413, 422],
);

export const analyticsImportsAdminEndpoints = endpoints(
  admin.post("/admin/analytics-imports/{importId}/start", {
    summary: "Import an uploaded history of visits in the background",
    command: startHistoryImport,
  }),
  admin.delete("/admin/analytics-imports/{importId}", {
    summary: "Remove an import of visits with all of its data, or an upload",
    command: removeHistoryImport,
  }),
  admin.post("/admin/analytics-imports", {
    summary: "Upload a history of visits, a ZIP or CSV file of at most 10 MB; nothing is imported yet",
    ...uploadOf("application/zip"),
    creates: Created,
    statuses: [404, 409, 413, 422],
    command: async (ctx, { name }, c) => uploadHistory(ctx, await sentFile(c, name, "export.zip")),
  }),
  rejectedRows({
    area: "analytics",
    path: "/admin/analytics-imports",
    page: "/admin/analytics/import",
    summary: "The rejected rows of an import of visits, with the problem of each; needs a fresh code",
    read: exportRejectedHistory,
  }),
);
