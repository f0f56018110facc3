import { expect, test } from "vitest";
import { textSummary } from "./text-facts.ts";
import { readText, textDefinitions } from "./texts.ts";

const byDefault = <Key extends "faq" | "training">(key: Key) => readText(key, textDefinitions[key].preset, {}).value;

test("without settings, a browser for example, the summary is that of the default texts", () => {
  expect(textSummary()).toEqual({
    questions: byDefault("faq").flatMap(({ questions }) => questions).length,
    programs: byDefault("training").programs.map(({ title, inShort }) => ({ title, inShort })),
    terms: null,
    own: {},
    changedOn: {},
  });
});
