import { expect, test } from "vitest";
import { runIntent } from "./form-intent.ts";

const form = (...fields: [string, string][]) => {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
};

test("the handler of the intent runs, with the form's fields", async () => {
  const outcome = await runIntent(form(["intent", "pay"], ["amount", "499"], ["lines", "[1,2]"]), {
    pay: async ({ text, json, all }) => [text("amount"), text("missing"), json("lines"), all()],
    refund: async () => [],
  });
  expect(outcome).toEqual(["499", "", [1, 2], { amount: "499", lines: "[1,2]" }]);
});

test.each([
  ["an unknown intent", form(["intent", "destroy"])],
  ["no intent", form(["amount", "499"])],
  ["two intents", form(["intent", "pay"], ["intent", "refund"])],
  ["the name of an inherited property", form(["intent", "constructor"])],
  ["an empty intent", form(["intent", ""])],
])("%s is a 400 and runs nothing", async (_, data) => {
  let ran = false;
  const handlers = {
    pay: async () => {
      ran = true;
    },
  };
  const refused = await runIntent(data, handlers).catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(Response);
  expect((refused as Response).status).toBe(400);
  expect(ran).toBe(false);
});
