import { z } from "zod";
import { defineJob } from "#app/platform/queues/jobs.server.ts";
import { mailComments } from "./comments/comment-mails.server.ts";

export const mailCommentsJob = defineJob({
  name: "full-blueprint.mail-comments",
  payload: z.object({}),
  run: (ctx) => mailComments(ctx),
  single: true,
});
