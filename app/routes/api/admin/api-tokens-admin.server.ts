import { z } from "@hono/zod-openapi";
import { createApiToken, revokeApiToken } from "#app/features/security/tokens/api-tokens.server.ts";
import { apiScopes, maxTokenNameLength } from "#app/lib/api-scopes.ts";
import { text } from "#app/lib/text.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

const NewToken = z.object({
  name: text({ max: maxTokenNameLength, required: "Enter a name, such as the program that will use the token." }),
  scopes: z.array(z.enum(apiScopes)).min(1, "Choose what the token can read.").max(apiScopes.length),
});
const CreatedToken = z.object({ id: z.string(), token: z.string() });

const admin = adminArea("settings", {
  no_scope: [422, "Choose what the token can read."],
  too_many_tokens: "There are 100 tokens already. Revoke one first.",
});

export const apiTokensAdminEndpoints = endpoints(
  admin.post("/admin/api-tokens", {
    summary: "Create an API token; it is only in this response. Needs a fresh code",
    body: NewToken,
    creates: CreatedToken,
    statuses: [409, 422],
    command: createApiToken,
  }),
  admin.delete("/admin/api-tokens/{tokenId}", {
    summary: "Revoke an API token at once",
    command: (ctx, input) => revokeApiToken(ctx, { id: input.tokenId }),
  }),
);
