import { expect, test } from "vitest";
import { readOfferedCallsFrom, usualCalls } from "#app/lib/offered-calls.ts";
import { withinCpu } from "#tests/fixtures/cpu-time.ts";
import { fillVariables, sharedVariables, textProblem, variablesIn, withVariableNames } from "./mail-variables.ts";

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

test.each([
  ["Hi {{first_name}}", "{{first_name}} needs a fallback for people without one: {{first_name|there}}."],
  ["Hi {{ first_name | }}", "{{ first_name | }} needs a fallback for people without one: {{first_name|there}}."],
  ["Hi {{first_name|there}", "A variable is not closed: {{name|fallback}}."],
  ["Hi first_name}}", "A variable is not closed: {{name|fallback}}."],
  ["[Book](https://x.example/{{company|you}})", "A link cannot contain a variable."],
])("%j is refused", (text, problem) => {
  expect(variablesIn(text).problem).toBe(problem);
});

test("a fallback may contain bars and is trimmed, a link may be next to a variable, and text without variables is fine", () => {
  expect(variablesIn("{{ company | you | your firm }}").variables).toEqual([
    { written: "{{ company | you | your firm }}", name: "company", fallback: "you | your firm" },
  ]);
  expect(variablesIn("[Book](https://x.example), {{company|you}}").problem).toBeNull();
  expect(variablesIn("Hi {there}")).toEqual({ variables: [], problem: null });
  expect(fillVariables("{{unknown|x}} {{role|you}}", {})).toBe("{{unknown|x}} {{role|you}}");
});

test.each([
  [
    "![](https://x.example/a.png)",
    "![](https://x.example/a.png) needs a description for people who do not see it: ![what it shows](address).",
  ],
  ["![A chart](a.png)", "![A chart](a.png) needs an address that begins with https:// or, on this site, with /."],
  [
    "![A chart](//x.example/a.png)",
    "![A chart](//x.example/a.png) needs an address that begins with https:// or, on this site, with /.",
  ],
  [
    "{{frist_name|there}}",
    "{{frist_name|there}} is not a variable. Use first_name, name, company, role, industry, strategy_session, book_session, free_session.",
  ],
  ["Hi {{first_name|there}}, ![A chart](https://x.example/a.png)", null],
  ["![A chart](/og/pricing.png)", null],
])("what cannot be mailed is refused with its reason: %j", (text, problem) => {
  expect(textProblem(text)).toBe(problem);
});

test(
  "a text of beginnings of images and links takes no time",
  withinCpu(5000, () => {
    for (const part of ["![](", "![", "![](a ", "![]( ", "]("]) textProblem(part.repeat(40_000 / part.length));
    textProblem(`![](${" ".repeat(40_000)}`);
  }),
);

test("a fact of the firm needs no fallback, follows the event type, and invites to no call that cannot be booked", () => {
  const text = "A free {{strategy_session}}: [{{book_session}}](/contact). {{strategy_session|a call}}";
  expect(textProblem(text)).toBeNull();
  expect(fillVariables(text, {})).toBe(
    "A free strategy session: [book a strategy session](/contact). strategy session",
  );
  const closed = { ...usualCalls, session: { title: "UX review", isOffered: false } };
  readOfferedCallsFrom(() => closed);
  try {
    expect(fillVariables(text, {})).toBe("A free UX review: [contact us](/contact). UX review");
    expect(Object.values(sharedVariables([text], (name) => name).fillFor({}))).toEqual([
      "UX review",
      "contact us",
      "UX review",
    ]);
  } finally {
    readOfferedCallsFrom(() => usualCalls);
  }
});
