import type { OpenAPIHono } from "@hono/zod-openapi";
import { sessionCookieName } from "#app/features/accounts/sign-in/session-cookie.server.ts";
import { type CatalogueEvent, listCatalogue } from "#app/features/webhooks/endpoints/catalogue.server.ts";
import { describeSchedule } from "#app/features/webhooks/sending/retry-schedule.ts";
import { firmName } from "#app/lib/firm.ts";
import { env } from "#app/platform/env.server.ts";
import { type EndpointEnv, meanings } from "./endpoint.server.ts";

type Document = ReturnType<OpenAPIHono<EndpointEnv>["getOpenAPI31Document"]>;
type Operation = {
  operationId?: string;
  security?: Record<string, string[]>[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, unknown>;
};

/** OpenAPI 3.1 has `identifier`; the library's type lacks it. */
const license = { name: "MIT", identifier: "MIT" };

/**
 * /api/openapi.json. Every endpoint is documented by its own definition; this adds what applies to all: operation ids,
 * security, and the errors of the request chain. An endpoint that declares 401 needs a session, unless its definition sets
 * `security` itself.
 */
export function openApiDocument(endpoints: OpenAPIHono<EndpointEnv>): Document {
  const document = endpoints.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: firmName(),
      version: "1.0.0",
      description: `The API of the ${firmName()} site and application. Requests and responses are JSON; errors share one format.`,
      license,
    },
    servers: [{ url: "/", description: "The site that serves this document" }],
  });
  for (const [path, methods] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>))
      complete(operation, method, path);
  document.webhooks = Object.fromEntries(
    listCatalogue().flatMap(({ events }) => events.map((event) => [event.name, webhookOf(event)])),
  );
  document.components = { ...document.components, securitySchemes: securitySchemes() };
  return document;
}

function complete(operation: Operation, method: string, path: string) {
  operation.operationId ??= operationId(method, path);
  operation.security ??= "401" in operation.responses ? [{ session: [] }, { bearer: [] }] : [];
  const body = operation.requestBody?.content ?? {};
  const implied = [
    ...(method === "get" ? [] : ["413", "429"]),
    ...("application/json" in body ? ["400", "415"] : []),
  ].filter((status) => !(status in operation.responses));
  for (const status of implied) operation.responses[status] = refused(meanings[Number(status)]);
  const isRefusal = (status: string) => status.startsWith("4");
  if (!Object.keys(operation.responses).some(isRefusal)) operation.responses["4XX"] = refused("Refused");
}

/** Describes an event as the webhook request that endpoints receive. */
const webhookOf = ({ name, when, schema, sample }: CatalogueEvent): NonNullable<Document["webhooks"]>[string] => ({
  post: {
    operationId: operationId("webhook", name),
    ...{ summary: when, description: webhookText, security: [] },
    parameters: ["webhook-id", "webhook-timestamp", "webhook-signature"].map((header) => ({
      ...{ name: header, in: "header", required: true, schema: { type: "string" } },
    })),
    requestBody: { required: true, content: { "application/json": { schema, example: sample } } },
    responses: {
      "2XX": { description: "Received" },
      "410": { description: "Send nothing more: the endpoint is disabled" },
    },
  },
});

const webhookText = `Signed as Standard Webhooks defines. A response with a status of 2xx ends the delivery. Otherwise it is repeated after ${describeSchedule().join(", ")}.`;

const refused = (description = "Refused") => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

/** `post /api/auth/sign-in/email` is `postAuthSignInEmail`, `get /api/blueprints/{id}` is `getBlueprintsById`. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, "")
    .replace(/\{(\w+)\}/g, "by-$1")
    .split(/[^A-Za-z0-9]+/);
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

const securitySchemes = () => ({
  session: {
    type: "apiKey" as const,
    in: "cookie" as const,
    name: sessionCookieName(env()),
    description: "The session cookie set at sign-in",
  },
  bearer: {
    type: "http" as const,
    scheme: "bearer",
    description: "The value of the session cookie, for programs",
  },
  apiToken: {
    type: "http" as const,
    scheme: "bearer",
    description: "An API token with the named scope, created under /admin/settings or with `gtmarc token create`",
  },
  calendlySignature: { type: "apiKey" as const, in: "header" as const, name: "calendly-webhook-signature" },
  googleChannelToken: { type: "apiKey" as const, in: "header" as const, name: "x-goog-channel-token" },
  graphClientState: {
    type: "apiKey" as const,
    in: "query" as const,
    name: "validationToken",
    description:
      "validationToken proves nothing; each notification in the body has the secret of its subscription as clientState, for which OpenAPI has no kind of scheme",
  },
  stripeSignature: { type: "apiKey" as const, in: "header" as const, name: "stripe-signature" },
  mailSignature: { type: "apiKey" as const, in: "header" as const, name: "gtmarc-signature" },
  mailPassword: {
    type: "http" as const,
    scheme: "basic",
    description: "Any user name, and MAIL_WEBHOOK_SECRET as the password",
  },
  snsSignature: {
    type: "apiKey" as const,
    in: "header" as const,
    name: "x-amz-sns-message-type",
    description: "The signature of Amazon SNS is within the body; only topics of MAIL_SES_TOPICS are accepted",
  },
});
