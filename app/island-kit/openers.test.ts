import { expect, test } from "vitest";
import { opensOrGoes, sends } from "./openers.ts";

test("buttons outside islands carry their message as data", () => {
  expect(sends("open-newsletter", { source: "nav" })).toEqual({
    type: "button",
    "data-send": '["open-newsletter",{"source":"nav"}]',
  });
});

test("a button that opens a dialog with a form goes to its page without scripts", () => {
  expect(opensOrGoes("newsletter", "/newsletter")).toMatchObject({
    type: "submit",
    formAction: "/newsletter",
    "data-dialog": "newsletter",
  });
});
