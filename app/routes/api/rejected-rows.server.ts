import { z } from "@hono/zod-openapi";
import type { Refusal } from "#app/lib/refusal.ts";
import { never, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { csvDownload, csvFile } from "./csv-download.server.ts";
import {
  adminFirst,
  adminOnly,
  formToPage,
  freshCodeFirst,
  isForm,
  type newEndpoints,
  notFound,
  recordId,
  refusals,
} from "./endpoint.server.ts";
import { freshCodePage } from "./users-admin.server.ts";

export const toMissing = {
  description: "A form without a fresh code or the required right: redirects to the page that asks for it",
};

type RejectedRows = {
  /** Of the imports; the download is at `{path}/{importId}/rejected`. */
  path: string;
  /** The page of the imports; an import is shown at `{page}/{importId}`. */
  page: string;
  summary: string;
  read(
    ctx: Ctx,
    input: { importId: string },
  ): Promise<Result<{ file: string }, Refusal<"not_admin" | "not_found" | "fresh_code_required">>>;
};

/** The download of an import's rejected rows. A plain form posts here and the browser saves the file. */
export function rejectedRows(
  endpoints: ReturnType<typeof newEndpoints>,
  { path, page, summary, read }: RejectedRows,
): void {
  endpoints.openAPIRegistry.registerPath({
    method: "post",
    path: `${path}/{importId}/rejected`,
    summary,
    request: { params: z.object({ importId: recordId() }) },
    responses: { 200: csvFile, 303: toMissing, ...refusals(401, 403, 404) },
  });
  endpoints.post(`${path}/:importId/rejected`, formToPage(page), adminOnly, async (c) => {
    const importId = c.req.param("importId");
    if (!isUuid(importId)) return notFound(c);
    const result = await read(c.get("ctx"), { importId });
    if (result.ok) return csvDownload(c, "rejected-rows", result.value.file);
    const { reason } = result;
    switch (reason.kind) {
      case "not_admin":
        return adminFirst(c);
      case "not_found":
        return notFound(c);
      case "fresh_code_required":
        return isForm(c) ? c.redirect(freshCodePage(`${page}/${importId}`), 303) : freshCodeFirst(c);
      default:
        return never(reason);
    }
  });
}
