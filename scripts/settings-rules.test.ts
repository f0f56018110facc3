import { expect, test } from "vitest";
import { goneExceptions, settingsProblems } from "./settings-rules.ts";

const importEnv = 'import { env } from "#app/platform/env.server.ts";\n';
const environment = ["settings are read in app/platform/env.server.ts only"];

test.each([
  "process.env.PORT",
  'process.env["PORT"]',
  'process["env"].PORT',
  "process?.env.PORT",
  'import { env } from "node:process";',
])("%s is rejected in server/, features and the platform, not in tests and scripts", (text) => {
  expect(settingsProblems("server/start.ts", text)).toEqual(environment);
  expect(settingsProblems("app/features/kit/kit.server.ts", text)).toEqual(environment);
  expect(settingsProblems("app/platform/mailer.server.ts", text)).toEqual(environment);
  expect(settingsProblems("server/start.test.ts", text)).toEqual([]);
  expect(settingsProblems("scripts/build.js", text)).toEqual([]);
  expect(settingsProblems("app/platform/env.server.ts", text)).toEqual([]);
});

test("a feature cannot call env() unless its file is listed or renders a mail", () => {
  expect(settingsProblems("app/features/kit/kit.server.ts", importEnv)).toEqual([
    "a feature gets settings as an argument; the exceptions are in scripts/settings-rules.ts",
  ]);
  expect(settingsProblems("app/features/accounts/session.server.ts", importEnv)).toEqual([]);
  expect(settingsProblems("app/features/kit/emails/kit-sent.tsx", importEnv)).toEqual([]);
  expect(settingsProblems("app/shell/kit.server.ts", importEnv)).toEqual([]);
  const typeOnly = 'import type { Settings } from "#app/platform/env.server.ts";';
  expect(settingsProblems("app/features/kit/kit.server.ts", typeOnly)).toEqual([]);
});

test("a listed file that needs no exception or no longer exists is reported", () => {
  expect(settingsProblems("app/features/accounts/session.server.ts", "export {};")).toEqual([
    "no longer calls env(): remove it from scripts/settings-rules.ts",
  ]);
  expect(goneExceptions([])).toContain(
    "app/features/accounts/session.server.ts: remove it from scripts/settings-rules.ts",
  );
});
