import { expect, test } from "vitest";
import { variablesIn } from "./variables.ts";

test.each(["__proto__", "constructor", "toString", "unknown"])("%s is no variable", (name) => {
  expect(variablesIn(`Hi {{${name}|there}}`)).toMatchObject({ problem: expect.any(String) });
});

test("a known variable keeps its fallback", () => {
  expect(variablesIn("Hi {{first_name|there}}")).toEqual({
    variables: [{ written: "{{first_name|there}}", name: "first_name", fallback: "there" }],
    problem: null,
  });
});
