import { exportAuditLog } from "#app/features/security/audit/audit-log.server.ts";
import { actsAsAdmin, hasFreshCode } from "#app/lib/actor.ts";
import { csvLine, csvStart } from "#app/lib/csv.ts";
import { companyDates } from "#app/platform/company-dates.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { AdminCtx } from "#app/shell/admin/admin.server.ts";
import { type AuditLine, describeEntries } from "#app/shell/admin/audit-lines.server.ts";
import { readAuditFilter } from "#app/shell/admin/audit-query.server.ts";
import { csvDownload, csvFile } from "./csv-download.server.ts";
import { adminFirst, adminOnly, freshCodeFirst, isForm, newEndpoints, refusals } from "./endpoint.server.ts";
import { freshCodePage } from "./users-admin.server.ts";

export const auditAdminEndpoints = newEndpoints();

auditAdminEndpoints.openAPIRegistry.registerPath({
  method: "post",
  path: "/admin/audit-log/export",
  summary: "The audit log as CSV, with the filters of its page in the query; needs a fresh code",
  responses: {
    200: csvFile,
    303: { description: "A form without a fresh code: to the page that asks for one" },
    ...refusals(401, 403),
  },
});

/** A plain form posts here and the browser saves the file. Rows are streamed. */
auditAdminEndpoints.post("/admin/audit-log/export", adminOnly, async (c) => {
  const ctx = c.get("ctx");
  const url = new URL(c.req.url);
  if (!actsAsSignedInAdmin(ctx)) return adminFirst(c);
  if (!hasFreshCode(ctx.actor, ctx.now))
    return isForm(c) ? c.redirect(freshCodePage(`/admin/audit-log${url.search}`), 303) : freshCodeFirst(c);
  const result = await exportAuditLog(ctx, await readAuditFilter(ctx, url.searchParams));
  if (!result.ok) return result.reason.kind === "not_admin" ? adminFirst(c) : freshCodeFirst(c);
  return csvDownload(c, `audit-log-${companyDates().isoDay(ctx.now)}`, csvOf(ctx, result.value));
});

const actsAsSignedInAdmin = (ctx: Ctx): ctx is AdminCtx => ctx.actor.kind === "user" && actsAsAdmin(ctx.actor);

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
