import { createRoute, z } from "@hono/zod-openapi";
import { createApiToken, revokeApiToken } from "#app/features/security/api-tokens.server.ts";
import { apiScopes, maxTokenNameLength } from "#app/lib/api-scopes.ts";
import { never } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  Done,
  done,
  freshCodeFirst,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
} from "./endpoint.server.ts";

const NewToken = z.object({
  name: text({ max: maxTokenNameLength, required: "Enter a name, such as the program that will use the token." }),
  scopes: z.array(z.enum(apiScopes)).min(1, "Choose what the token can read.").max(apiScopes.length),
});
const CreatedToken = z.object({ id: z.string(), token: z.string() });

export const apiTokensAdminEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/api-tokens",
      summary: "Create an API token; it is only in this response. Needs a fresh code",
      middleware: adminOnly,
      request: { body: jsonBody(NewToken) },
      responses: { ...answers(201, CreatedToken), ...refusals(401, 403, 409, 422) },
    }),
    async (c) => {
      const result = await createApiToken(c.get("ctx"), c.req.valid("json"));
      if (result.ok) return c.json(result.value, 201);
      switch (result.reason.kind) {
        case "not_admin":
          return adminFirst(c);
        case "fresh_code_required":
          return freshCodeFirst(c);
        case "no_scope":
          return refusal(c, 422, "no_scope", "Choose what the token can read.");
        case "too_many_tokens":
          return refusal(c, 409, "too_many_tokens", "There are 100 tokens already. Revoke one first.");
        default:
          return never(result.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/api-tokens/{tokenId}",
      summary: "Revoke an API token at once",
      middleware: adminOnly,
      request: { params: z.object({ tokenId: recordId() }) },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404) },
    }),
    async (c) => {
      const result = await revokeApiToken(c.get("ctx"), { id: c.req.valid("param").tokenId });
      if (result.ok) return c.json(done, 200);
      return result.reason.kind === "not_admin" ? adminFirst(c) : notFound(c);
    },
  );
