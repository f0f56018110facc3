import { expect, test } from "vitest";
import { createAuth } from "#app/features/accounts/auth.server.ts";
import { authRoutes } from "#app/features/accounts/auth-routes.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { apiEndpoints } from "./api.server.ts";

const { db } = useDatabase();

test("every call of /api/auth is described in openapi.json, and nothing else is", async () => {
  const settings = useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters" });
  const answered = authRoutes({ auth: createAuth({ db, settings }), settings })
    .routes.filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/auth/"))
    .map(({ method, path }) => `${method.toLowerCase()} ${path}`);
  const described = (await (await apiEndpoints.request("/api/openapi.json")).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const told = Object.entries(described.paths)
    .filter(([path]) => path.startsWith("/api/auth/"))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  expect(told.sort()).toEqual([...new Set(answered)].sort());
  expect(told).toHaveLength(21);
});
