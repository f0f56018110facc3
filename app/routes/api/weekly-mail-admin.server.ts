import { createRoute, z } from "@hono/zod-openapi";
import { setWeeklyMail } from "#app/features/analytics/weekly-mail.server.ts";
import { env } from "#app/platform/env.server.ts";
import { adminFirst, adminOnly, answers, Done, done, jsonBody, newEndpoints, refusals } from "./endpoint.server.ts";

export const weeklyMailAdminEndpoints = newEndpoints().openapi(
  createRoute({
    method: "put",
    path: "/admin/weekly-mail",
    summary: "Switch the weekly email about visits on or off for the current admin",
    middleware: adminOnly,
    request: { body: jsonBody(z.object({ isWanted: z.boolean() })) },
    responses: { ...answers(200, Done), ...refusals(401, 403, 422) },
  }),
  async (c) => {
    const { isWanted } = c.req.valid("json");
    const result = await setWeeklyMail(c.get("ctx"), { isWanted, firmZone: env().COMPANY_TIMEZONE });
    return result.ok ? c.json(done, 200) : adminFirst(c);
  },
);
