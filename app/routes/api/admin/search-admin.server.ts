import { z } from "@hono/zod-openapi";
import { ok } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { searchRecords } from "#app/shell/admin/search/search.server.ts";
import { maxSearchLength, searchKinds } from "#app/shell/admin/search/search-groups.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

const Hit = z.object({ title: z.string(), detail: z.string(), href: z.string() });
const Found = z.object({ groups: z.array(z.object({ kind: z.enum(searchKinds), hits: z.array(Hit) })) });

const admin = adminArea("start", {});

export const searchAdminEndpoints = endpoints(
  admin.get("/admin/search", {
    summary: "Find people, companies, blueprints, calls, invoices, mail and newsletter issues",
    query: z.object({ q: text({ max: maxSearchLength }) }),
    returns: Found,
    command: async (ctx, { q }) => ok({ groups: await searchRecords(ctx, q) }),
  }),
);
