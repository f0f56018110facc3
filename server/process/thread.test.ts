import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the program's thread serves every task that a feature defines", () => {
  const defined = globSync("app/features/**/*.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/export const (\w+) = defineThreadTask\(/g)].map(([, name]) => name!),
  );
  expect(defined).toContain("writeSheetTask");
  const served =
    /serveThread\(\[([^\]]*)\]/.exec(readFileSync("server/process/thread.ts", "utf8"))?.[1]?.match(/\w+/g) ?? [];
  expect(served.toSorted()).toEqual(defined.toSorted());
});
