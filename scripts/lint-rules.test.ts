/**
 * Plants a violation of every import rule, house rule and Biome import pattern, and expects each to be reported. A rule without
 * a planted violation fails the first test.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const { forbidden } = createRequire(import.meta.url)("./boundaries.cjs") as { forbidden: { name: string }[] };
const features = createRequire(import.meta.url)("./features.cjs") as string[];

type Plant = [from: string, to: string];

const plants: Record<string, Plant> = {
  ...Object.fromEntries(
    features.flatMap((feature, position) => {
      const inside = `app/features/${feature}`;
      const later = features[position + 1];
      const other = `app/features/${feature === "operations" ? "webhooks" : "operations"}`;
      return [
        ...(later
          ? [[`${feature}-imports-no-later-feature`, [`${inside}/early.ts`, `app/features/${later}/open.ts`]]]
          : []),
        [`${feature}-parts-are-private`, [`${other}/part.ts`, `${inside}/inner/behind.ts`]],
        [`${feature}-tables-are-private`, [`${other}/rows.ts`, `${inside}/tables.server.ts`]],
      ] as [string, Plant][];
    }),
  ),
  "features-do-not-share-interface": ["app/features/kit/card.ts", "app/features/mail/ui/row.ts"],
  "routes-do-not-touch-storage": ["app/routes/page.ts", "app/platform/db.server.ts"],
  "one-http-layer": ["app/features/kit/http.ts", "node_modules/hono/index.js"],
  "lib-imports-nothing": ["app/lib/pure.ts", "app/features/kit/open.ts"],
  "features-do-not-import-routes": ["app/features/kit/up.ts", "app/routes/page.ts"],
  "tests-are-not-imported": ["server/tested.ts", "tests/fake.ts"],
  "world-is-for-examples": ["server/people.ts", "db/world.ts"],
  "islands-stand-alone": ["app/islands/island.ts", "node_modules/react-router/index.js"],
  "behaviors-import-ui-and-kit-only": ["app/behaviors/behavior.ts", "app/features/kit/open.ts"],
  "platform-imports-lib-only": ["app/platform/low.ts", "app/features/kit/open.ts"],
  "ui-imports-lib-only": ["app/ui/button.ts", "app/features/kit/open.ts"],
  "world-imports-nothing": ["db/world.ts", "app/features/kit/open.ts"],
  "demo-is-loaded-by-the-operator": ["server/begin.ts", "server/demo/seed.ts"],
  "browser-code-stays-out-of-server-files": ["app/islands/secret.ts", "app/features/kit/kit.server.ts"],
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lint-rules-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), text, { flag: "a" });
}

function plant(from: string, to: string): void {
  write(to, to.startsWith("node_modules/") ? "" : "export {};\n");
  const path = relative(dirname(from), to);
  write(
    from,
    `import "${to.startsWith("node_modules/") ? to.split("/")[1] : path.startsWith(".") ? path : `./${path}`}";\n`,
  );
}

const node = (script: string) => {
  const { stdout, status } = spawnSync(process.execPath, [resolve(script)], { cwd: folder, encoding: "utf8" });
  return { stdout, status };
};

test("every import rule reports its planted violation", () => {
  for (const [from, to] of Object.values(plants)) plant(from, to);
  plant("server/one.ts", "server/other.ts");
  plant("server/other.ts", "server/one.ts");
  write("package.json", "{}");
  write("node_modules/hono/package.json", '{ "name": "hono", "main": "index.js" }');
  write("node_modules/react-router/package.json", '{ "name": "react-router", "main": "index.js" }');
  const { stdout, status } = node("scripts/check-boundaries.js");
  const reported = new Set(stdout.split("\n").map((line) => line.split(": ")[0]!));
  expect(forbidden.map(({ name }) => name).filter((name) => !reported.has(name))).toEqual([]);
  expect(status).toBe(1);
});

test("pages and the server import the subfolders of features, another feature only the shared ones", () => {
  const inner = "app/features/kit/inner/behind.ts";
  for (const folder of ["app/routes", "app/shell", "app/islands", "app/features/kit", "server"])
    plant(`${folder}/in.ts`, inner);
  write("db/world.ts", "");
  write("package.json", "{}");
  plant("app/features/sequences/in.ts", "app/features/pipeline/tasks/tasks.server.ts");
  plant("app/features/sequences/test.test.ts", "app/features/pipeline/import/imports.server.ts");
  expect(node("scripts/check-boundaries.js").stdout).not.toContain("parts-are-private");
  plant("app/features/sequences/in.ts", "app/features/pipeline/import/imports.server.ts");
  expect(node("scripts/check-boundaries.js").stdout).toContain(
    "pipeline-parts-are-private: app/features/sequences/in.ts",
  );
});

test("every house rule reports its planted violation", () => {
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  const planted: Record<string, string> = {
    "app/utils.ts": "",
    "app/routes/act.tsx": "export async function action() {}\n",
    "app/features/kit/kit.server.ts": "export {};\n",
    "server/refusing.ts": 'refuse("not-found");\n',
    "server/referring.ts": `// decision ${"0999"}\n`,
    "docs/specification/requirements.md": "| `gone` | Is gone. | `app/gone.ts` | |\n",
    "server/slow.test.ts": `import "timers/${"promises"}";\n`,
    "package.json": '{ "dependencies": { "zod": "^4.0.0" } }',
    "db/migrations/0001_narrow.sql": "ALTER TABLE a DROP COLUMN b;\n",
    "playwright.config.ts": "",
    "vitest.config.ts": "",
  };
  for (const [file, text] of Object.entries(planted)) write(file, text);
  const { stdout, status } = node("scripts/house-rules.js");
  const silent = Object.keys(planted).filter((file) => !stdout.includes(`${file}: `) && !file.endsWith(".config.ts"));
  expect(silent).toEqual([]);
  expect(status).toBe(1);
});

test("Biome reports each restricted import and rule of this project", () => {
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  write("biome.json", readFileSync("biome.json", "utf8"));
  const planted: Record<string, [rule: string, text: string]> = {
    "app/features/kit/far.ts": ["noRestrictedImports", 'import "../../lib/text.ts";\n'],
    "server/outside.ts": ["noRestrictedImports", 'import "../app/lib/text.ts";\n'],
    "app/printing.ts": ["noConsole", 'console.log("x");\n'],
    "app/loose.ts": ["noExplicitAny", "export const x: any = 1;\n"],
    "app/unused.ts": ["noUnusedVariables", "const x = 1;\n"],
    "app/long.ts": ["noExcessiveLinesPerFile", "export const x = 1;\n".repeat(401)],
    "app/long.css": ["noExcessiveLinesPerFile", ".x {\n  top: 0;\n}\n".repeat(150)],
    "app/routes/styled.tsx": ["noInlineStyles", "export default () => <p style={{ top: 1 }} />;\n"],
    "server/ambient.ts": ["noProcessEnv", "export const port = process.env.PORT;\n"],
    "tests/e2e/slow.spec.ts": ["noPlaywrightWaitForTimeout", "await page.waitForTimeout(5);\n"],
  };
  for (const [file, [, text]] of Object.entries(planted)) write(file, text);
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [resolve("node_modules/@biomejs/biome/bin/biome"), "lint", "--error-on-warnings", "--max-diagnostics=none"],
    { cwd: folder, encoding: "utf8" },
  );
  const silent = Object.entries(planted).filter(
    ([file, [rule]]) => !new RegExp(`${file}:\\S+ lint/\\S+${rule}`).test(stdout + stderr),
  );
  expect(silent).toEqual([]);
  expect(status).toBe(1);
});
