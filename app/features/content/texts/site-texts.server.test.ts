import { expect, test } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { withinCpu } from "#tests/fixtures/cpu-time.ts";
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

test.each(textKeys)("the default text of %s is read without a problem, with every placeholder filled in", (key) => {
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
  ["{{price}} of it", /\{\{price\}\} is not a placeholder. Available placeholders: firm_name, price_unlock/],
  ["{{firm_name", /not closed/],
  ["True[^made-up]", /\[\^made-up\] is not a footnote. Available footnotes: aiPowered, /],
  ["[x](javascript:alert(1))", /link with an address that is not allowed/],
  ["[x](ftp://files.example)", /“x” has an address that is not allowed/],
  ["[x](//other.example)", /“x” has an address that is not allowed/],
  ["[x](/a?b={{firm_name}})", /“x” has an address that is not allowed/],
  ["**It [costs](/pricing)**", /“It costs” is plain text/],
  ["[Sure[^guarantee]](/pricing)", /“Sure” is plain text/],
  ["a\n\n---\n\nb", /cannot have a horizontal rule/],
  ["3. Third", /begins with 1, not with 3/],
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
  ["### Alone?\n\nYes.", /is not in a group/],
  ["## Costs\n\nAll.", /“Costs” has no question/],
  ["## Costs\n\nAll.\n\n### Why?", /“Why\?” has no answer/],
  ["# Title\n\n## Costs\n\nAll.\n\n### Why?\n\nSo.", /the page has its own title/],
  ["## A {#one}\n\nx\n\n### B? {#one}\n\ny", /\{#one\} is used twice/],
  ["## A {#one}\n\nx\n\n### B? {#one-title}\n\ny", /\{#one-title\} is used twice/],
  ["## A\n\nx\n\n### B? {#history}\n\ny", /\{#history\} belongs to the page/],
  ["## [A](/a)\n\nx\n\n### B?\n\ny", /“A” is plain text: it cannot have a link or a footnote/],
  ["## A\n\nx[^guarantee]\n\n### B?\n\ny", /“x” is plain text: it cannot have a link or a footnote/],
])("the FAQ %j is refused with a sentence", (text, sentence) => {
  expect(problemsOf(text).join(" ")).toMatch(sentence);
});

test("questions keep their anchors, and those without one get it from their words", () => {
  const { value } = readText("faq", "## Costs {#old}\n\nx\n\n### Why?\n\na\n\n### Why?\n\nb\n\n### 何?\n\nc", facts);
  expect([value[0]!.id, ...value[0]!.questions.map(({ id }) => id)]).toEqual(["old", "why", "why-2", "part-4"]);
});

test.each(["main", "notes", "contents", "preview", "difference", "who", "footer-email"])(
  "the anchor %s belongs to the page, and a title of this name gets another one",
  (id) => {
    const questions = (heading: string) => `## Costs\n\nx\n\n### ${heading}\n\ny`;
    expect(problemsOf(questions(`Why? {#${id}}`)).join(" ")).toContain(`{#${id}} belongs to the page`);
    const { value, problems } = readText("faq", questions(id), facts);
    expect([problems, value[0]!.questions[0]!.id]).toEqual([[], `${id}-2`]);
  },
);

test("headings, summaries and other plain texts have the facts", () => {
  const known = { ...facts, contact_email: "desk@harbor.example", code_within: "2 days" };
  const words = "{{firm_name}}, {{code_within}}, {{contact_email}}";
  const filled = "Harbor & Vale, 2 days, desk@harbor.example";
  const faq = readText("faq", `## ${words}\n\n${words}\n\n### ${words}\n\ny`, known);
  expect(faq).toMatchObject({
    value: [{ title: filled, summary: filled, questions: [{ question: filled }] }],
    problems: [],
  });
  const row = `| ${words} | b |`;
  const story = readText(
    "our-story",
    `# A\n\n${words}\n\n> ${words}\n>\n> ${words}\n\n## B {#promises}\n\n${row}\n| - | - |\n| c | d |`,
    known,
  );
  expect(story).toMatchObject({
    value: { lede: filled, quote: { text: filled, source: filled }, sections: [{ head: [filled, "b"] }] },
    problems: [],
  });
  expect(readText("footer", `${"x".repeat(290)} {{contact_email}}`, known).problems).toHaveLength(1);
});

test("a heading is no other block, whatever it begins with", () => {
  const { value, problems } = readText(
    "faq",
    "## 1. About {{firm_name}} ##\n\nx\n\n### - C# *now* {#why} ##\n\ny",
    facts,
  );
  const [group] = value;
  expect([group!.title, group!.questions[0], problems]).toMatchObject([
    "1. About Harbor & Vale",
    { question: "- C# now", id: "why" },
    [],
  ]);
  expect(readText("faq", "## In C#\n\nx\n\n### {#why}\n\ny", facts).value[0]).toMatchObject({
    title: "In C#",
    questions: [{ question: "{#why}" }],
  });
});

test("paragraphs of a list item have a space between them", () => {
  expect(answerOf("1. Call us.\n\n   Then **pay**.\n\n2. Wait.")).toEqual([
    { kind: "list", items: [["Call us. Then ", { strong: "pay" }, "."], "Wait."], isNumbered: true },
  ]);
});

test.each([
  ["footer", "True[^guarantee]."],
  ["our-story", "# A\n\nb\n\n## C\n\nTrue[^guarantee]."],
  ["terms", `${textDefinitions.terms.preset}\n\nTrue[^guarantee].`],
  ["privacy", `${textDefinitions.privacy.preset}\n\nTrue[^guarantee].`],
] as const)("%s has no footnotes, since its page does not explain any", (key, text) => {
  expect(readText(key, text, textFacts()).problems).toEqual([
    "[^guarantee] is not possible here: only the FAQ has footnotes.",
  ]);
});

test.each([
  ["a run of spaces", `## a${" ".repeat(40_000)}b`],
  ["a run of marks", `## a${"#".repeat(40_000)}b`],
  ["the same heading again", "# a\n".repeat(12_000)],
])(
  "%s of a text takes no time",
  withinCpu(5000, (_what, text) => {
    expect(readText("faq", text, facts).problems).not.toEqual([]);
  }),
);

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
    ["# A\n\nb\n\n## C {#handoffs}\n\nd", /1 to 4 headings/],
    ["# A\n\nb\n\n## C {#handoffs}\n\nd\n\ne\n\n### F\n\ng", /“C” has at most one paragraph above its headings/],
    ["# A\n\nb\n\n## C {#values}\n\nd\n\ne\n\n### F\n\ng", /“C” has at most one paragraph above its headings/],
    ["# A\n\nb\n\n# C", /one title/],
  ] as const)
    expect(readText("our-story", wrong, facts).problems.join(" ")).toMatch(sentence);
});

const promises = "| We | We do not |\n| - | - |\n| fix | guess |";

test.each([
  ["a second paragraph", `d\n\ne\n\n${promises}`, /nothing else/],
  ["a paragraph below the table", `${promises}\n\ne`, /nothing else/],
  ["a list", `- d\n\n${promises}`, /nothing else/],
  ["a second table", `${promises}\n\nAnd\n\n${promises}`, /nothing else/],
  ["a heading", `${promises}\n\n### Later\n\nWords.`, /nothing else/],
  ["a cell too many", `${promises}\n| a | b | c |`, /“\| a \| b \| c \|” has 3 cells, and the table has 2 columns/],
  ["a cell too few", `${promises}\n| a \\| b |`, /has 1 cell, and the table has 2 columns/],
  ["a link in the head", promises.replace("We ", "[We](/a) "), /“We” is plain text/],
])("promises with %s are refused with a sentence: nothing of a text is lost", (_what, body, sentence) => {
  const { problems } = readText("our-story", `# A\n\nb\n\n## C {#promises}\n\n${body}`, facts);
  expect(problems).toEqual([expect.stringMatching(sentence)]);
});

test("a row may have bars that are no limits of cells", () => {
  const { value, problems } = readText("our-story", `# A\n\nb\n\n## C {#promises}\n\n${promises}\n a \\| b | c`, facts);
  expect(problems).toEqual([]);
  expect(value.sections[0]).toMatchObject({
    lead: null,
    rows: [
      ["fix", "guess"],
      ["a | b", "c"],
    ],
  });
});

test("own texts follow the settings, and the default ones are shown where an own one cannot be read", () => {
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

test("a catalog from before a release that adds an automation keeps its order and hidden ones, and shows the new one last", () => {
  const isAdded = ({ id }: { id: string }) => id === "S-05";
  const old = textDefinitions.automations.preset
    .replace(/^## S-05 .*\n\n/m, "")
    .replace(/^## S-03 .*$/m, "$&\n\n- Hidden: yes");
  useSettings({ TEXT_AUTOMATIONS: old });
  expect(unreadableTexts()).toEqual([]);
  expect(isOwnText("automations")).toBe(true);
  const { shown, hidden } = siteText("automations");
  expect(hidden.map(({ id }) => id)).toEqual(["S-03"]);
  expect(shown.findIndex(isAdded)).toBe(shown.length - 1);
  expect(shown).toHaveLength(17);
  expect(textProblem("automations", old)).toMatch(/^is not usable: S-05 is missing: .*to hide it$/);
  useSettings({ TEXT_AUTOMATIONS: "no automation" });
  expect(unreadableTexts()).toEqual([
    { name: "texts.automations", problem: expect.stringMatching(/^is not usable: The text begins with an automation/) },
  ]);
  expect(siteText("automations").hidden).toEqual([]);
  useSettings({ TEXT_AUTOMATIONS: undefined });
});
