import { expect, test } from "vitest";
import { priceQuestions, tiers, wayQuestions, ways } from "../pricing.ts";
import { claimsIn, plainText, type Text, textsOf } from "../rich-text.ts";
import { termsSection, termsSectionIds } from "../terms-sections.ts";
import { trainingTitles } from "../training-terms.ts";
import { siteText } from "./site-texts.server.ts";
import { textDefinitions } from "./texts.ts";

const faqSections = siteText("faq");
const privacyPolicy = siteText("privacy");
const trainingPrograms = siteText("training").programs;
const termsOfService = siteText("terms");
const questions = faqSections.flatMap((section) => section.questions);
const duplicates = (ids: readonly string[]) => ids.filter((id, index) => ids.indexOf(id) !== index);

test("plain text keeps the text of links, drops marks and includes the email address", () => {
  const text: Text = [
    "See ",
    { text: "prices", href: "/pricing" },
    { claim: "guarantee" },
    " or ",
    { contactSubject: "Hi" },
  ];
  const facts = { contactEmail: "desk@gtmarc.example", codeWithin: "4 to 7 business days" };
  expect(plainText(["Within ", { fact: "codeWithin" }, "."], facts)).toBe("Within 4 to 7 business days.");
  expect(plainText(text, facts)).toBe("See prices or desk@gtmarc.example");
  expect(plainText("As it is.")).toBe("As it is.");
  expect(claimsIn([text, "words", [{ claim: "guarantee" }, { claim: "stackCost" }]])).toEqual([
    "guarantee",
    "stackCost",
  ]);
});

test("the FAQ has its three sections of questions", () => {
  expect(faqSections.map(({ id, title }) => `${id}: ${title}`)).toEqual([
    "value-roi: Value & ROI",
    "process-technology: Process & Technology",
    "security-trust: Security & Trust",
  ]);
  for (const { question } of questions) expect(question).toMatch(/\?$/);
});

test("a section of the terms has the number and the URL that other pages use", () => {
  expect(termsOfService.sections.map(({ id }) => id)).toEqual([...termsSectionIds]);
  expect(termsSection("full-blueprint")).toEqual({ number: 5, href: "/terms-of-service#full-blueprint" });
  const fee = termsOfService.sections[termsSection("full-blueprint").number - 1]!;
  expect(JSON.stringify(fee.blocks)).toContain("refundable in full until the kickoff session");
  const retainer = termsOfService.sections[termsSection("retainer").number - 1]!;
  expect(JSON.stringify(retainer.blocks)).toContain("month-to-month");
});

test("the anchors of a page are unique", () => {
  expect(duplicates([...faqSections.map(({ id }) => id as string), ...questions.map(({ id }) => id)])).toEqual([]);
  expect(duplicates(priceQuestions.map(({ id }) => id))).toEqual([]);
  for (const { sections } of [privacyPolicy, termsOfService])
    expect(duplicates(sections.map(({ id }) => id))).toEqual([]);
});

test("the FAQ links to the landing page, the approach and the technology partners", () => {
  const links = questions.flatMap(({ answer }) =>
    textsOf(answer).flatMap((text) =>
      typeof text === "string"
        ? []
        : text.flatMap((piece) => (typeof piece !== "string" && "href" in piece ? [piece.href] : [])),
    ),
  );
  for (const href of ["/automation-blueprint-gtmarc", "/our-approach", "/#technology-partners"])
    expect(links).toContain(href);
});

test("the pricing page has three tiers, and ways that answer the same questions", () => {
  expect(tiers.map(({ price }) => price)).toEqual(["Free", "$5,000", "$2,000"]);
  for (const { answers } of ways) expect(Object.keys(answers)).toEqual([...wayQuestions]);
});

test("the agenda of each program adds up to its length, and its drawing has as many hours", () => {
  expect(trainingPrograms.map(({ title }) => title)).toEqual(trainingTitles());
  for (const { title, agenda, unit, hours, length } of trainingPrograms) {
    const total = agenda.reduce((sum, { share }) => sum + share, 0);
    expect(unit === "hours" ? total : total / 60, title).toBe(hours);
    expect(length).toMatch(new RegExp(`^${hours} hours`));
  }
  // The drawing says what its last hour is.
  const longest = trainingPrograms.toSorted((one, other) => other.hours - one.hours)[0]!;
  expect(longest.agenda.at(-1)!.title).toBe("Your own, live");
});

test("the terms name the form of each training program", () => {
  const services = /- Training: (.+)/.exec(textDefinitions.terms.preset)![1];
  for (const { format, title } of trainingPrograms)
    expect(services, `“- Training:” in terms-preset.ts, for ${title}`).toContain(format.toLowerCase());
});

const words = ({ sections }: typeof privacyPolicy) =>
  sections
    .flatMap(({ title, blocks }) => [title, ...textsOf(blocks)])
    .map((text) => plainText(text, { contactEmail: "desk@gtmarc.example", codeWithin: "" }))
    .join("\n");

test("the legal documents state the agreed terms", () => {
  for (const document of [privacyPolicy, termsOfService]) {
    expect(document).toMatchObject({ version: 1, effectiveOn: "2025-09-29" });
    expect(words(document)).toContain("not directed to people under 16");
    expect(words(document)).toContain("desk@gtmarc.example");
  }
  for (const term of [
    "The blueprint fee is paid in advance.",
    "non-refundable once the kickoff session is completed",
    "50% of the price is billed on signing, 50% on completion, before handover",
    "billed monthly in advance",
    "unpaid after 30 days we charge a late fee of 1.5% per month",
    "not put right within 30 days",
    "30 days' written notice",
    "month-to-month",
    "$499",
    "from $5,000, typically $5,000 to $25,000, and takes 2-6 weeks",
    "from $2,000 per month",
  ])
    expect(words(termsOfService)).toContain(term);
});
