import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const top = join(import.meta.dirname, "..");
const rows = readFileSync(join(top, "docs/security-checks.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| [\d–]/.test(line));

/** `accounts/sign-in` stands for a database test of a feature. */
const fileOf = (name: string) => (/\.tsx?$/.test(name) ? name : `app/features/${name}.server.test.ts`);

/** Returns the files in the last column, each with the titles quoted after it. */
function claims(row: string) {
  const held = row.split(" | ").at(-1) ?? "";
  return [...held.matchAll(/`([\w./-]+\/[\w./-]+)`((?: (?:"[^"]+",? ?)+)?)/g)].map(([, name = "", titles = ""]) => ({
    file: fileOf(name),
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title),
  }));
}

test.each(rows.map((row) => [row.split(" | ")[1] ?? "", row]))("%s: the listed tests exist", (_, row) => {
  const found = claims(row);
  expect(found.length).toBeGreaterThan(0);
  expect(found.flatMap(({ titles }) => titles).length).toBe(
    row
      .split(" | ")
      .at(-1)
      ?.match(/"[^"]+"/g)?.length ?? 0,
  );
  for (const { file, titles } of found) {
    const source = readFileSync(join(top, file), "utf8");
    for (const title of titles) expect(source, `${file} has no test with this title`).toContain(title);
  }
});
