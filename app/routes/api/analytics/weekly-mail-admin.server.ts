import { z } from "@hono/zod-openapi";
import { setWeeklyMail } from "#app/features/analytics/weekly-mail/weekly-mail.server.ts";
import { env } from "#app/platform/env.server.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

const admin = adminArea("analytics", {});

export const weeklyMailAdminEndpoints = endpoints(
  admin.put("/admin/weekly-mail", {
    summary: "Switch the weekly email about visits on or off for the current admin",
    body: z.object({ isWanted: z.boolean() }),
    command: (ctx, { isWanted }) => setWeeklyMail(ctx, { isWanted, firmZone: env().COMPANY_TIMEZONE }),
  }),
);
