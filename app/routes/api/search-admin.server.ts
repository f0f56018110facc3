import { createRoute, z } from "@hono/zod-openapi";
import { text } from "#app/lib/text.ts";
import { searchRecords } from "#app/shell/admin/search/search.server.ts";
import { maxSearchLength, searchKinds } from "#app/shell/admin/search/search-groups.ts";
import { adminOnly, answers, newEndpoints, refusals } from "./endpoint.server.ts";

const Hit = z.object({ title: z.string(), detail: z.string(), href: z.string() });
const Found = z.object({ groups: z.array(z.object({ kind: z.enum(searchKinds), hits: z.array(Hit) })) });

export const searchAdminEndpoints = newEndpoints().openapi(
  createRoute({
    method: "get",
    path: "/admin/search",
    summary: "Find people, companies, blueprints, calls, invoices, mail and newsletter issues",
    middleware: adminOnly,
    request: { query: z.object({ q: text({ max: maxSearchLength }) }) },
    responses: { ...answers(200, Found), ...refusals(401, 403, 422) },
  }),
  async (c) => c.json({ groups: await searchRecords(c.get("ctx"), c.req.valid("query").q) }, 200),
);
