import { z } from "@hono/zod-openapi";
import { DownloadReport, downloadTypes } from "#app/features/kit/downloads.ts";
import { countDownloads, recordDownload } from "#app/features/kit/kit.server.ts";
import { mapped, ok } from "#app/lib/result.ts";
import { Done, done } from "#app/routes/api/endpoint.server.ts";
import { endpoints, publicArea } from "#app/routes/api/endpoints.server.ts";

const open = publicArea({});

export const kitEndpoints = endpoints(
  open.post("/downloads", {
    summary: "Report a completed download of the starter kit; the user comes from the session",
    body: DownloadReport,
    creates: Done,
    statuses: [422, 429],
    limit: "public-form",
    command: async (ctx, input, c) => {
      const isPrivate = c.req.header("sec-gpc") === "1" || c.req.header("dnt") === "1";
      return mapped(await recordDownload(ctx, input, { isPrivate }), () => done);
    },
  }),
  open.get("/downloads/{type}/count", {
    summary: "The number of downloads of the starter kit",
    params: z.object({ type: z.enum(downloadTypes) }),
    returns: z.object({ count: z.number().int() }),
    statuses: [422],
    command: async (ctx, { type }) => ok({ count: await countDownloads(ctx, type) }),
  }),
);
