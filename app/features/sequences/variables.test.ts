import { expect, test } from "vitest";
import { fillVariables, variablesIn, withVariableNames } from "./variables.ts";

test.each(["__proto__", "constructor", "toString", "unknown"])("%s is not a variable", (name) => {
  expect(variablesIn(`Hi {{${name}|there}}`)).toMatchObject({ problem: expect.stringMatching(`is not a variable`) });
});

test("a known variable keeps its fallback", () => {
  expect(variablesIn("Hi {{first_name|there}}")).toEqual({
    variables: [{ written: "{{first_name|there}}", name: "first_name", fallback: "there" }],
    problem: null,
  });
});

test("values are not searched for variables", () => {
  const text = "{{first_name|there}} of {{company|your firm}}, {{first_name|there}} and {{role|you}}";
  const values = { first_name: "{{company|your firm}}", company: "$& {{first_name|there}}" };
  expect(fillVariables(text, values)).toBe(
    "{{company|your firm}} of $& {{first_name|there}}, {{company|your firm}} and you",
  );
});

test("a list shows the name of a variable", () => {
  expect(withVariableNames("{{first_name|there}}, what it returns at {{ company | your firm }}")).toBe(
    "[First name], what it returns at [Company]",
  );
  expect(withVariableNames("{{unknown|x}}")).toBe("{{unknown|x}}");
});
