import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { adminFiles, wizardFiles } from "./chunks-ahead.server.ts";

test.each([...wizardFiles, ...adminFiles])("prefetched file %s is a page", (file) => {
  expect(existsSync(`app/routes/${file}`)).toBe(true);
});
