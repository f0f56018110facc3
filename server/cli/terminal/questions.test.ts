import { PassThrough } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { askNames } from "./questions.ts";

const { stdin } = process;
const shown = process.stderr.write;
afterEach(() => {
  Object.defineProperty(process, "stdin", { value: stdin, configurable: true });
  process.stderr.write = shown;
});

/** Standard input that answers each question with the next line; returns what was asked. */
function answering(lines: string[], isTTY: boolean): string[] {
  const input = Object.assign(new PassThrough(), { isTTY });
  Object.defineProperty(process, "stdin", { value: input, configurable: true });
  const asked: string[] = [];
  process.stderr.write = (chunk: unknown) => {
    const text = String(chunk);
    if (!text.endsWith(": ")) return true;
    asked.push(text);
    setImmediate(() => input.write(`${lines.shift()}\r`));
    return true;
  };
  return asked;
}

test("a terminal is asked for the names that clients read", async () => {
  const asked = answering(["Ada", "Byron"], true);
  expect(await askNames({ firstName: "\u200b" }, false)).toEqual({ firstName: "Ada", lastName: "Byron" });
  expect(asked).toEqual(["First name, as clients read it: ", "Last name: "]);
});

test("names that are given or known are not asked for, and no names without a terminal", async () => {
  const asked = answering([], true);
  expect(await askNames({ firstName: "Ada" }, false)).toEqual({ firstName: "Ada" });
  expect(await askNames({ lastName: "Byron" }, false)).toEqual({ lastName: "Byron" });
  expect(await askNames({}, true)).toEqual({});
  answering([], false);
  expect(await askNames({ firstName: " " }, false)).toEqual({ firstName: " " });
  expect(asked).toEqual([]);
});
