import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { contentDisposition, firmFile } from "#app/lib/formats/file-names.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import type { Area } from "#app/lib/rights.ts";
import { oneLine } from "#app/lib/text.ts";
import { cut } from "#app/lib/words/cut.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { formToPage, freshCodeFirst, isForm, recordId } from "#app/routes/api/endpoint.server.ts";
import { adminArea, type Endpoint } from "#app/routes/api/endpoints.server.ts";

/** The response of a download in the API document. */
export const csvFile = { description: "The file", content: { "text/csv": { schema: { type: "string" as const } } } };

export const toMissing = {
  description: "A form without a fresh code or the required right: redirects to the page that asks for it",
};

/** Headers of a file named `{firm}-{name}`. */
export const fileHeaders = (name: string, type: string): Record<string, string> => ({
  "content-type": type,
  "content-disposition": contentDisposition("attachment", firmFile(name)),
  "cache-control": "no-store",
});

export const csvType = "text/csv; charset=utf-8";

/** Sends a CSV file named `{firm}-{name}.csv`; generators are streamed. */
export const csvDownload = (c: Context, name: string, file: string | AsyncGenerator<string, undefined>) =>
  c.body(typeof file === "string" ? file : streamOf(file), 200, fileHeaders(`${name}.csv`, csvType));

export function streamOf(parts: AsyncGenerator<string | Uint8Array, undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    cancel: async () => void (await parts.return(undefined)),
  });
}

/** Refuses a download without a fresh code: a plain form continues at the page that asks for one and then opens `next`. */
export const toFreshCode = (next: (c: Context) => string) => (_: object, c: Context) =>
  isForm(c) ? c.redirect(`/auth/fresh-code?next=${encodeURIComponent(next(c))}`, 303) : freshCodeFirst(c);

/** The body and the query of an endpoint that takes a file. */
export const uploadOf = (type: string) => ({
  query: z.object({ name: z.string().optional() }),
  request: { body: { required: true, content: { [type]: { schema: { type: "string" as const, format: "binary" } } } } },
});

/** The file that was sent to such an endpoint. */
export const sentFile = async (c: Context, name: string | undefined, defaultName: string) => ({
  fileName: cut(oneLine(name ?? ""), 200) || defaultName,
  bytes: new Uint8Array(await c.req.arrayBuffer()),
});

type RejectedRows = {
  area: Area;
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
export const rejectedRows = ({ area, path, page, summary, read }: RejectedRows): Endpoint<never, never, never> =>
  adminArea(area, { fresh_code_required: toFreshCode((c) => `${page}/${c.req.param("importId")}`) }).post(
    `${path}/{importId}/rejected`,
    {
      summary,
      before: [formToPage(page)],
      params: z.object({ importId: recordId() }),
      responses: { 200: csvFile, 303: toMissing },
      command: async (ctx, input, c) => {
        const rows = await read(ctx, input);
        return rows.ok ? csvDownload(c, "rejected-rows", rows.value.file) : rows;
      },
    },
  ) as never;
