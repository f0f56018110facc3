import { expect, test } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { apiEndpoints } from "./api.server.ts";
import { openApiDocument } from "./openapi.server.ts";

useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "https://gtmarc.example" });

type Operation = {
  operationId: string;
  summary?: string;
  security: Record<string, unknown>[];
  responses: Record<string, unknown>;
  parameters?: { name: string; in: string }[];
};
const document = openApiDocument(apiEndpoints);
const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
    name: `${method} ${path}`,
    ...operation,
  })),
);
const named = (test: (operation: (typeof operations)[number]) => boolean) =>
  operations.filter(test).map(({ name }) => name);

test("the document names its license, its server and two security schemes", async () => {
  const answer = await apiEndpoints.request("/api/openapi.json");
  expect(await answer.json()).toMatchObject({
    openapi: "3.1.0",
    info: { license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/" }],
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "__Host-gtmarc_session" },
        bearer: { type: "http", scheme: "bearer" },
      },
    },
  });
});

test("a value that is the client's saving says so", () => {
  const schemas = document.components?.schemas as Record<
    string,
    { properties: Record<string, { description?: string }> }
  >;
  const values = [
    schemas["Prospect"]!.properties["valueUsd"],
    schemas["AnalysisSummary"]!.properties["annualValueUsd"],
  ];
  for (const shown of values) expect(shown?.description).toMatch(/^Yearly value for the client/);
});

test("every operation has a summary and a unique operation id", () => {
  expect(named(({ summary, operationId }) => !summary || !/^[a-z][A-Za-z0-9]+$/.test(operationId))).toEqual([]);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  expect(operations.length).toBeGreaterThan(90);
});

test("every operation defines the parameters of its path", () => {
  const inPath = (name: string) => [...name.matchAll(/\{([^}]+)\}/g)].map(([, parameter]) => parameter);
  const defined = ({ parameters = [] }: Operation) =>
    parameters.filter((one) => one.in === "path").map(({ name }) => name);
  expect(named((one) => inPath(one.name).sort().join() !== defined(one).sort().join())).toEqual([]);
});

test("every operation documents an error response", () => {
  expect(named(({ responses }) => !Object.keys(responses).some((status) => status.startsWith("4")))).toEqual([]);
});

test("every operation names a defined security scheme", () => {
  const schemes = new Set(Object.keys(document.components?.securitySchemes ?? {}));
  const unknown = ({ security }: Operation) =>
    !Array.isArray(security) || security.flatMap((one) => Object.keys(one)).some((scheme) => !schemes.has(scheme));
  expect(named(unknown)).toEqual([]);
  const without = (path: string) => named(({ name, security }) => name.includes(path) && security.length === 0);
  expect(without(" /api/admin/")).toEqual([]);
  expect(without(" /api/webhooks/")).toEqual([]);
});

test("the endpoints of /api/auth are documented from our definitions, without the library's own endpoints", () => {
  const auth = operations.filter(({ name }) => name.includes(" /api/auth/"));
  expect(auth.map(({ name, security }) => `${name}${security.length > 0 ? ": session" : ""}`).sort()).toEqual([
    "get /api/auth/get-session",
    "get /api/auth/list-sessions: session",
    "post /api/auth/cancel-email-change: session",
    "post /api/auth/change-email: session",
    "post /api/auth/change-password: session",
    "post /api/auth/invitation",
    "post /api/auth/passkeys/options: session",
    "post /api/auth/passkeys/{id}/removal: session",
    "post /api/auth/passkeys: session",
    "post /api/auth/providers/{provider}/removal: session",
    "post /api/auth/request-password-reset",
    "post /api/auth/reset-password",
    "post /api/auth/revoke-other-sessions: session",
    "post /api/auth/revoke-session: session",
    "post /api/auth/send-verification-email",
    "post /api/auth/setup",
    "post /api/auth/sign-in/email",
    "post /api/auth/sign-in/link",
    "post /api/auth/sign-in/passkey",
    "post /api/auth/sign-in/passkey/options",
    "post /api/auth/sign-in/provider",
    "post /api/auth/sign-out",
    "post /api/auth/sign-up/email",
    "post /api/auth/two-factor/disable: session",
    "post /api/auth/two-factor/enable: session",
    "post /api/auth/two-factor/generate-recovery-codes: session",
    "post /api/auth/two-factor/passkey/options: session",
    "post /api/auth/two-factor/verify-enrollment: session",
    "post /api/auth/two-factor/verify-passkey: session",
    "post /api/auth/two-factor/verify-recovery-code",
    "post /api/auth/two-factor/verify-totp",
    "post /api/auth/verify-email",
    "post /api/auth/verify-reset-code",
    "put /api/auth/passkeys/{id}: session",
  ]);
});
