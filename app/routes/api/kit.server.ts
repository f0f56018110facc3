import { createRoute, z } from "@hono/zod-openapi";
import { DownloadReport, downloadTypes } from "#app/features/kit/downloads.ts";
import { countDownloads, recordDownload } from "#app/features/kit/kit.server.ts";
import { never } from "#app/lib/result.ts";
import { answers, Done, done, jsonBody, newEndpoints, refusals, tooMany } from "./endpoint.server.ts";
import { countPublicForm } from "./public-form.server.ts";

export const kitEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/downloads",
      summary: "Report a completed download of the starter kit; the user comes from the session",
      request: { body: jsonBody(DownloadReport) },
      responses: { ...answers(201, Done), ...refusals(422, 429) },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const limit = await countPublicForm(c);
      if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
      const isPrivate = c.req.header("sec-gpc") === "1" || c.req.header("dnt") === "1";
      const result = await recordDownload(ctx, c.req.valid("json"), { isPrivate });
      if (!result.ok) return never(result.reason);
      return c.json(done, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/downloads/{type}/count",
      summary: "The number of downloads of the starter kit",
      request: { params: z.object({ type: z.enum(downloadTypes) }) },
      responses: { ...answers(200, z.object({ count: z.number().int() })), ...refusals(422) },
    }),
    async (c) => c.json({ count: await countDownloads(c.get("ctx"), c.req.valid("param").type) }, 200),
  );
