import { expect, test } from "vitest";
import { featureProblems } from "./feature-rules.ts";

const header = (lines: number) =>
  `import { x } from "./x.ts";\n\n/*\n${" * Text.\n".repeat(lines)} */\n\nexport const y = x;\n`;
const problemsOf = (texts: Record<string, string>) =>
  featureProblems({ files: Object.keys(texts), read: (file) => texts[file] ?? "" }, ["kit"]);
const main = "app/features/kit/kit.server.ts";

test("a main file with a header of 5 to 20 lines is accepted, on the server or in the browser", () => {
  expect(problemsOf({ [main]: header(5) })).toEqual([]);
  expect(problemsOf({ [main]: header(20) })).toEqual([]);
  expect(problemsOf({ [main]: "export const y = 1;\n", "app/features/kit/kit.ts": header(9) })).toEqual([]);
});

test("a missing main file and a header that is missing, too short or too long are reported", () => {
  expect(problemsOf({ "app/features/kit/archive.ts": header(9) })[0]).toContain("no main file");
  for (const lines of [0, 4, 21])
    expect(problemsOf({ [main]: header(lines) })).toEqual([expect.stringContaining(`has ${lines} lines of text`)]);
  expect(problemsOf({ [main]: `export const first = 1;\n${header(9)}` })[0]).toContain("has 0 lines");
});

test("a folder of a feature, of the design system and of the site has at most 20 files and folders", () => {
  const filled = (folder: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/${index}.ts`, ""]));
  const many = filled("app/features/kit/files", 20);
  expect(problemsOf({ [main]: header(5), ...many })).toEqual([]);
  const more = problemsOf({ [main]: header(5), ...many, "app/features/kit/files/deeper/one.ts": "" });
  expect(more).toEqual(["app/features/kit/files: 21 files and folders side by side; at most 20"]);
  for (const folder of [
    "app/ui",
    "app/ui/forms",
    "app/routes/api",
    "app/routes/blueprint",
    "app/routes/site",
    "app/routes/site/home",
  ]) {
    expect(problemsOf({ [main]: header(5), ...filled(folder, 20) })).toEqual([]);
    expect(problemsOf({ [main]: header(5), ...filled(folder, 21) })[0]).toContain(`${folder}: 21 files and folders`);
  }
});
