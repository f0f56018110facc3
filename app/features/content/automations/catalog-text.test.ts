import { expect, test } from "vitest";
import { ownAutomation, withOwn } from "#tests/fixtures/own-automation.ts";
import { readText } from "../texts/texts.ts";
import { defaultOrder, isOwnAutomation } from "./automation-grid.ts";
import { listedIn, withHidden, withMoved, withNew } from "./catalog-edits.ts";
import { catalogPreset } from "./catalog-text.ts";

const read = (text: string) => readText("automations", text, { firm_name: "Harbor & Vale" });
const own = ownAutomation;
const problemsOf = (text: string) => read(`${catalogPreset}\n\n${text}`).problems.join(" ");

test("the default catalog has the specified automations in the order of the grid", () => {
  const { value, problems } = read(catalogPreset);
  expect(problems).toEqual([]);
  expect(value).toEqual({ shown: defaultOrder, hidden: [] });
});

test("automations are hidden, shown again and moved by their list, and their texts go with them", () => {
  const text = withOwn(catalogPreset);
  const place = listedIn(text).findIndex(({ title }) => title.startsWith("S-03"));
  const hidden = withHidden(text, place, true);
  expect(listedIn(hidden)[place]).toEqual({ title: "S-03 Speed-to-Lead Routing", isHidden: true });
  expect(read(hidden)).toMatchObject({ problems: [], value: { hidden: [{ id: "S-03" }] } });
  expect(read(hidden).value.shown).toHaveLength(18);
  expect(withHidden(hidden, place, false)).toBe(text);
  const first = withMoved(text, 18, 0);
  expect(read(first).value.shown[0]).toMatchObject({ id: "F-01", tools: ["Typeform", "HubSpot", "Slack"] });
  expect(withMoved(first, 0, 18)).toBe(text);
  const without = withHidden(text, 18, true);
  expect(read(without)).toMatchObject({ problems: [], value: { hidden: [{ id: "F-01" }] } });
  expect(withHidden(without, 18, false)).toBe(text);
  expect(withNew(text).number).toBe("F-02");
});

test("an own automation has the form of the specified ones, with facts of the settings", () => {
  const { value, problems } = read(`${catalogPreset}\n\n${own.replace("is there time", "{{firm_name}} has time")}`);
  expect(problems).toEqual([]);
  const made = value.shown.at(-1)!;
  expect(isOwnAutomation(made) && made).toMatchObject({
    ...{ id: "F-01", title: "Partner Deal Registration", area: "revenue", effort: 3, needs: "a CRM and a form tool" },
    businessImpact: [{ measure: "1 day", origin: "target" }, { measure: "15 min" }],
    workflow: [
      { tool: "Typeform", action: "Receive the registration", briefSummary: "Partner, company and contact" },
      { action: "Is the company new?", briefSummary: "By domain", rejoins: 4, otherwise: "Ask the deal's owner" },
      { tool: "HubSpot" },
      { tool: "Slack", action: "Tell the partner manager" },
    ],
  });
});

test.each([
  [own.replace("F-01 ", ""), /“Partner Deal Registration” has no number/],
  [own.replace("F-01", "A-01"), /A-01: numbers with S, M, CS and A/],
  [own.replace("F-01", "S-09"), /S-09: numbers with S, M, CS and A/],
  [`${own}\n\n${own.replace("Partner Deal", "Other")}`, /F-01 is used twice/],
  [`${own}\n\n${own.replace("F-01", "F-02")}`, /Two automations are called “Partner Deal Registration”/],
  [own.replace("Partner Deal Registration", "lead capture to CRM"), /Two automations are called “lead capture to CRM”/],
  [own.replace("Partner Deal Registration", "P".repeat(61)), /the title has 61 characters; write 1 to 60/],
  [own.replace(/^Every deal .*$/m, "Short."), /the summary has 6 characters; write 40 to 160/],
  [own.replace("Revenue Operation", "Sales"), /the area is one of Marketing & Demand Generation, /],
  [own.replace("Effort: 3", "Effort: 6"), /effort is a number from 1/],
  [own.replace("- Tools: Typeform, HubSpot, Slack\n", ""), /name 1 to 6 tools/],
  [own.replace("- Needs", "- Costs"), /“Costs: a CRM and a form tool” is not a known fact/],
  [
    own.replace("### Trigger", "### Start"),
    /it has the parts Trigger, .*, not “Start”. .*write “### Trigger” with its text/,
  ],
  [own.replace("(target)", "(promise)"), /write “1 day \(promise\): expected from registrat” as/],
  [own.replace("Slack: Tell the partner manager", "Tell them"), /write “Tell them” as/],
  [
    own.replace("Deal Registration", "DealRegistrationByEmail"),
    /“DealRegistrationByEmail” is too long for a narrow screen/,
  ],
  [own.replace("1 day (target)", "1,000,000 (target)"), /“1,000,000” is too long .* at most 7 characters/],
  [own.replace("registration form", "w".repeat(31)), /“w{31}\.” is too long .* at most 30 characters/],
  [own.replace("step 4", "step 7"), /step 7 does not exist/],
  [own.replace("step 4", "step 2"), /step 2 cannot lead back to itself/],
  [own.replace("company and contact)", "$& If not: Ask"), /the first step cannot have “If not”/],
  [own.replace("Slack: Tell the partner manager", "$& If not: Wait"), /the last step cannot have “If not”/],
  [own.replace("- Effort: 3", "$&\n- Hidden: Yes"), /“Hidden” is yes or no, not “Yes”/],
  [own.replace("A partner submits", "[A partner](https://x.example) submits"), /plain text: it cannot have a link/],
  [own.replace("A partner submits", "![x](/x.png) submits"), /cannot have a picture/],
  ["## S-01 Lead Capture to CRM", /S-01 is used twice/],
])("what the pages cannot show is refused with a sentence: %#", (text, sentence) => {
  expect(problemsOf(text)).toMatch(sentence);
});

test.each([
  [catalogPreset.replace("## S-03 Speed-to-Lead Routing", ""), /S-03 is missing: .*to hide it/],
  [catalogPreset.replace("Speed-to-Lead", "Fast"), /S-03 is “Speed-to-Lead Routing”: specified automations keep/],
  [
    catalogPreset.replace("Routing", "Routing\n\nOurs."),
    /Below “S-03 Speed-to-Lead Routing” can only be “- Hidden: yes”/,
  ],
  [catalogPreset.replace(/^##.*$/gm, "$&\n\n- Hidden: yes"), /All automations are hidden: show at least one/],
  [`Words\n\n${catalogPreset}`, /begins with an automation/],
  [`# Title\n\n${catalogPreset}`, /“Title” is not in an automation/],
])("the specified automations stay as they are: %#", (text, sentence) => {
  expect(read(text).problems.join(" ")).toMatch(sentence);
});

const form = withNew(catalogPreset).text;
const written = (text: string) =>
  text
    .replace("Title of F-01", "Partner Registration")
    .replace(/^What the automation does.*$/m, "Every deal that a partner registers is checked and gets an owner.")
    .replace(
      /^How the work.*$/m,
      "Partners register deals by form and email. This takes each one, looks for the company, and answers.",
    )
    .replace("the kinds of tools that a client has to have", "a CRM and a form tool")
    .replaceAll("First tool", "Typeform")
    .replaceAll("Second tool", "HubSpot")
    .replace("What starts it, in one sentence.", "A partner submits the form.")
    .replace("What it does, in one to six lines.", "Looks for the company by domain.")
    .replace("What is true when it has run.", "Each registration has an owner.")
    .replace(/^What happens when.*$/m, "It is retried, and after an hour the manager is notified.")
    .replace("of what could be saved, and how often", "of typing could be saved on every deal")
    .replace("The step that starts it (A note)", "Receive the form")
    .replace("Is a condition met? (How it is checked) If not, step 3: What happens instead", "Find the company")
    .replace("The last step", "Create the deal");

test("a new automation is a hidden draft that can be saved, and is shown only when every part is written", () => {
  expect(read(form)).toMatchObject({ problems: [], value: { shown: { length: 18 }, hidden: [{ id: "F-01" }] } });
  expect(withNew(form).number).toBe("F-02");
  expect(read(withNew(form).text).problems).toEqual([]);
  const place = listedIn(form).length - 1;
  const shown = withHidden(form, place, false);
  const { value, problems } = read(shown);
  expect(problems.join()).toMatch(/^F-01 is still a draft: write the title, .*, the workflow, or hide it\.$/);
  expect(value.shown).toHaveLength(18);
  expect(read(written(shown))).toMatchObject({ problems: [], value: { shown: { length: 19 }, hidden: [] } });
  expect(read(written(shown).replace("Create the deal", "The last step")).problems).toEqual([
    "F-01 is still a draft: write the workflow, or hide it.",
  ]);
  // Texts that are only a part of the form's count as written.
  expect(read(written(shown).replace("Partner Registration", "Title")).problems).toEqual([]);
  expect(read(written(shown).replace("Partner Registration", "\u200b\u2060")).problems.join()).toContain(
    "the title has 0 characters; write 1 to 60.",
  );
  // A catalog of the environment or of an earlier release stays in effect without the draft.
  const kept = readText("automations", shown, {}, { isKept: true });
  expect(kept).toMatchObject({ problems: [], value: { shown: { length: 18 }, hidden: [{ id: "F-01" }] } });
});

test("HTML in an own automation is text", () => {
  const text = `${catalogPreset}\n\n${own.replace("A partner submits", "<script>alert(1)</script> submits")}`;
  const made = read(text).value.shown.at(-1)!;
  expect(isOwnAutomation(made) && made.trigger).toContain("<script>alert(1)</script> submits");
});
