import { afterEach, expect, test, vi } from "vitest";
import { done, failure, print } from "./output.ts";

const written = { stdout: "", stderr: "" };
const spy = (name: "stdout" | "stderr") =>
  vi.spyOn(process[name], "write").mockImplementation((text) => {
    written[name] += String(text);
    return true;
  });
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(written, { stdout: "", stderr: "" });
});

test.each([
  ["nothing", done([]), false, 0, { stdout: "", stderr: "" }],
  ["nothing as data", done([]), true, 0, { stdout: "[]\n", stderr: "" }],
  ["two lines", done([1, 2], "one", "two"), false, 0, { stdout: "one\ntwo\n", stderr: "" }],
  ["a failure", failure("gone", "It is gone."), false, 1, { stdout: "", stderr: "It is gone.\n" }],
])("prints %s", (_what, outcome, json, status, expected) => {
  spy("stdout");
  spy("stderr");
  const returned = print(outcome, json);
  vi.restoreAllMocks();
  expect({ returned, ...written }).toEqual({ returned: status, ...expected });
});
