import { expect, test } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { plainText, textsOf } from "../rich-text.ts";
import { isOwnText, siteText, textFacts, textProblem, unreadableTexts } from "./site-texts.server.ts";
import { readText, textDefinitions, textKeys } from "./texts.ts";

const facts = { firm_name: "Harbor & Vale", price_unlock: "$499" };
const problemsOf = (text: string) => readText("faq", text, facts).problems;
const group = (answer: string) => `## Costs\n\nWhat it costs.\n\n### What does it cost?\n\n${answer}`;
const answerOf = (answer: string) => {
  const { value, problems } = readText("faq", group(answer), facts);
  expect(problems).toEqual([]);
  return value[0]!.questions[0]!.answer;
};

test.each(textKeys)("the specified text of %s is read without a problem, with every placeholder filled in", (key) => {
  const { value, problems } = readText(key, textDefinitions[key].preset, textFacts());
  expect(problems).toEqual([]);
  expect(JSON.stringify(value)).not.toMatch(/\{\{|\[\^/);
});

test("an answer has paragraphs and lists with links, emphasis, facts and footnotes", () => {
  expect(
    answerOf(
      "It is {{price_unlock}}[^guarantee], see [prices](/pricing)\nor **ask** {{ firm_name }}.\n\n1. Call\n2. *Pay*",
    ),
  ).toEqual([
    {
      kind: "text",
      text: [
        "It is $499",
        { claim: "guarantee" },
        ", see ",
        { text: "prices", href: "/pricing" },
        " or ",
        { strong: "ask" },
        " Harbor & Vale.",
      ],
    },
    { kind: "list", items: ["Call", [{ em: "Pay" }]], isNumbered: true },
  ]);
});

test("a fact is text, whatever is in it, and so is HTML", () => {
  const { value } = readText("footer", "{{firm_name}} <b>and</b> &lt;i&gt;", {
    firm_name: "**A** [x](javascript:y) {{z}}",
  });
  expect(value).toBe("**A** [x](javascript:y) {{z}} <b>and</b> <i>");
});

test("characters stay as they were typed", () => {
  expect(answerOf(`It's "free" -- (c) 2-3 weeks ... www.example.com`)).toEqual([
    { kind: "text", text: `It's "free" -- (c) 2-3 weeks ... www.example.com` },
  ]);
});

test.each([
  ["{{price}} of it", /\{\{price\}\} is not a placeholder. There are firm_name, price_unlock/],
  ["{{firm_name", /not closed/],
  ["True[^made-up]", /\[\^made-up\] is not a footnote/],
  ["[x](javascript:alert(1))", /link that is not possible/],
  ["[x](ftp://files.example)", /“x” has no usable address/],
  ["[x](//other.example)", /“x” has no usable address/],
  ["[x](/a?b={{firm_name}})", /“x” has no usable address/],
  ["![x](/logo.png)", /cannot have a picture/],
  ["> said", /cannot have a quotation/],
  ["```\ncode\n```", /cannot have a block of code/],
  ["| a | b |\n| - | - |\n| 1 | 2 |", /cannot have a table/],
  ["- a\n  - b", /list within a list/],
  ["#### Deep\n\ntext", /below the third level/],
])("%s is refused with a sentence", (answer, sentence) => {
  expect(problemsOf(group(answer)).join(" ")).toMatch(sentence);
});

test.each([
  ["", /no group/],
  ["Some words", /begins with a group/],
  ["### Alone?\n\nYes.", /is in no group/],
  ["## Costs\n\nAll.", /“Costs” has no question/],
  ["## Costs\n\nAll.\n\n### Why?", /“Why\?” has no answer/],
  ["# Title\n\n## Costs\n\nAll.\n\n### Why?\n\nSo.", /the page has its own title/],
  ["## A {#one}\n\nx\n\n### B? {#one}\n\ny", /\{#one\} is used twice/],
])("the FAQ %j is refused with a sentence", (text, sentence) => {
  expect(problemsOf(text).join(" ")).toMatch(sentence);
});

test("questions keep their anchors, and those without one get it from their words", () => {
  const { value } = readText("faq", "## Costs {#old}\n\nx\n\n### Why?\n\na\n\n### Why?\n\nb\n\n### 何?\n\nc", facts);
  expect([value[0]!.id, ...value[0]!.questions.map(({ id }) => id)]).toEqual(["old", "why", "why-2", "part-4"]);
});

test("a story has its quotation, sections of its own and the drawn ones that it keeps", () => {
  const text =
    "# Since 1999\n\nWe began small.\n\n> Less is more.\n\nOnce **upon** a time.\n\n## How we work\n\n- calmly\n\n### On Fridays\n\nNot.\n\n## Ours {#values}\n\n### Care\n\nFor work.";
  const { value, problems } = readText("our-story", text, facts);
  expect(problems).toEqual([]);
  expect(value).toMatchObject({
    title: "Since 1999",
    lede: "We began small.",
    quote: { text: "Less is more.", source: null },
  });
  expect(value.sections.map(({ id, kind }) => `${id}: ${kind}`)).toEqual(["how-we-work: text", "values: values"]);
  for (const [wrong, sentence] of [
    ["Words", /begins with its title/],
    ["# A", /needs a paragraph/],
    ["# A\n\nb\n\n## C {#promises}\n\nd", /table of two columns/],
    ["# A\n\nb\n\n## C {#handoffs}\n\nd", /one to 4 headings/],
    ["# A\n\nb\n\n# C", /one title/],
  ] as const)
    expect(readText("our-story", wrong, facts).problems.join(" ")).toMatch(sentence);
});

test("own texts follow the settings, and the specified ones are shown where an own one cannot be read", () => {
  const answers = () =>
    siteText("faq")
      .flatMap(({ questions }) => questions.flatMap(({ answer }) => textsOf(answer).map((text) => plainText(text))))
      .join("\n");
  const before = answers();
  expect(before).toContain("it is $499, one time");
  useSettings({ PRICE_UNLOCK: 750, FIRM_NAME: "Harbor & Vale" });
  expect(answers()).toContain("it is $750, one time");
  expect(answers()).toContain("The people at Harbor & Vale who work for you");
  useSettings({ TEXT_FAQ: group("From {{price_unlock}}.") });
  expect(isOwnText("faq")).toBe(true);
  expect(answers()).toBe("From $750.");
  useSettings({ PRICE_UNLOCK: 499, FIRM_NAME: "GTMarc", TEXT_FAQ: "no group" });
  expect(answers()).toBe(before);
  expect(isOwnText("faq")).toBe(false);
  expect(unreadableTexts()).toEqual([
    { name: "texts.faq", problem: "is not usable: The text begins with a group: a heading with ##" },
  ]);
  expect(textProblem("faq", "no group")).toBe("is not usable: The text begins with a group: a heading with ##");
  useSettings({ TEXT_FAQ: undefined });
  expect(unreadableTexts()).toEqual([]);
});
