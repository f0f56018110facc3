import { exportAuditLog } from "#app/features/security/audit/audit-log.server.ts";
import { canChange } from "#app/lib/actor.ts";
import { csvLine, csvStart } from "#app/lib/formats/csv.ts";
import { refuse } from "#app/lib/refusal.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import type { AdminCtx } from "#app/shell/admin/admin.server.ts";
import { type AuditLine, describeEntries } from "#app/shell/admin/audit/audit-lines.server.ts";
import { readAuditFilter } from "#app/shell/admin/audit/audit-query.server.ts";
import { csvDownload, csvFile, toFreshCode } from "../downloads.server.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

const admin = adminArea("audit", {
  fresh_code_required: toFreshCode((c) => `/admin/audit-log${new URL(c.req.url).search}`),
});

export const auditAdminEndpoints = endpoints(
  // A plain form posts here and the browser saves the file. Rows are streamed.
  admin.post("/admin/audit-log/export", {
    summary: "The audit log as CSV, with the filters of its page in the query; needs a fresh code",
    responses: {
      200: csvFile,
      303: { description: "A form without a fresh code: to the page that asks for one" },
    },
    command: async (ctx, _, c) => {
      if (!actsAsSignedInAdmin(ctx)) return refuse("not_admin");
      const log = await exportAuditLog(ctx, await readAuditFilter(ctx, new URL(c.req.url).searchParams));
      return log.ok ? csvDownload(c, `audit-log-${companyDates().isoDay(ctx.now)}`, csvOf(ctx, log.value)) : log;
    },
  }),
);

const actsAsSignedInAdmin = (ctx: Ctx): ctx is AdminCtx => ctx.actor.kind === "user" && canChange(ctx.actor, "audit");

const columns = ["Time (UTC)", "Who", "Address", "Action", "What", "Object", "Object id", "Details", "Client"];

async function* csvOf(
  ctx: Pick<Ctx, "db">,
  batches: AsyncIterable<Parameters<typeof describeEntries>[1]>,
): AsyncGenerator<string, undefined> {
  yield csvStart + csvLine(columns);
  for await (const batch of batches) yield (await describeEntries(ctx, batch)).map(csvLineOf).join("");
}

const csvLineOf = ({ at, actor, action, text, object, detail, client }: AuditLine) =>
  csvLine([
    at.toISOString(),
    actor.name,
    actor.email,
    action,
    text,
    object.name,
    object.id,
    Object.keys(detail).length > 0 ? JSON.stringify(detail) : null,
    client,
  ]);
