import { beforeEach, expect, test } from "vitest";
import { getPage } from "#app/features/content/content.ts";
import { readText, textDefinitions } from "#app/features/content/texts/texts.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { settingTests } from "#app/features/operations/setting-tests.server.ts";
import { changeSettings } from "#app/features/settings/settings.server.ts";
import { loadSettings } from "#app/features/settings/stored-settings.server.ts";
import { TrainingRegistration } from "#app/features/training/registration.ts";
import { trainingRegistration } from "#app/features/training/tables.server.ts";
import { registerForTraining } from "#app/features/training/training.server.ts";
import { commandLine } from "#app/lib/actor.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { pageHead, pageHtml, pageText } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";

const { ctx, db } = useDatabase();
const visitor = asAnonymous(ctx);
// The settings of this process outlive the database of the test before.
beforeEach(() => loadSettings(ctx));

const set = (value: string | null) =>
  changeSettings({ ...ctx, actor: commandLine }, { changes: [{ name: "texts.training", value }], tests: settingTests });

const harbors = `# Learn harbors.

By doing.

## Harbor Day

One day at {{firm_name}}.

- Format: Workshop
- In short: a day in a harbor
- For: those who load
- Button: Join us
- Audience: Crews.
- Length: 90 minutes
- Where: In your office
- Group: 5 people
- Bring: Boots
- Fee: $900

### Agenda

- Look (30 minutes): What is there.
- Do (60 minutes): With your hands.

### Outcomes

- Load a ship`;

const registration = (trainingProgram: string) =>
  TrainingRegistration.safeParse({ email: "dana@northfield.example", companyName: "Northfield", trainingProgram });

test("own programs are on the page, in its structured data, the form and the mails", async () => {
  expect(await set(harbors)).toMatchObject({ ok: true });
  const text = await pageText(visitor, "/training");
  for (const part of [
    "Learn harbors.",
    "By doing. One program: for those who load.",
    "One day at GTMarc.",
    "Fee $900",
    "Load a ship",
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("Masterclass");
  expect(await pageHtml(visitor, "/training")).not.toContain("your own automation goes live");
  expect(await pageHead(visitor, "/training")).toContain('"courseWorkload":"PT1.5H"');
  expect(getPage("/training").description).toContain(
    "One program for the people who run revenue automation: a day in a harbor.",
  );
  expect(await pageText(visitor, "/training/register")).toContain("Harbor Day");
  expect(registration("Intelligent Systems Masterclass").error?.issues[0]?.message).toBe("Choose one of the programs.");
  const found = registration("Harbor Day");
  expect(await registerForTraining(visitor, found.data!)).toMatchObject({ value: { stored: true } });
  const subjects = (await db.select({ subject: message.subject }).from(message)).map(({ subject }) => subject);
  expect(subjects.sort()).toEqual(["Registration: Harbor Day", "Your registration: Harbor Day"]);
});

test("a registration keeps the name of the program that it was made for", async () => {
  await registerForTraining(visitor, registration("Intelligent Systems Masterclass").data!);
  await set(harbors);
  const rows = await db.select({ program: trainingRegistration.trainingProgram }).from(trainingRegistration);
  expect(rows).toEqual([{ program: "Intelligent Systems Masterclass" }]);
  await set(null);
  expect(registration("Harbor Day").success).toBe(false);
  expect(await pageText(visitor, "/training")).toContain("Intelligent Systems Masterclass");
});

test.each([
  ["no program", (text: string) => text.slice(0, text.indexOf("## ")), /Write 1 to 8 programs/],
  ["a missing fact", (text: string) => text.replace(/^- Where:.*\n/m, ""), /“Harbor Day” needs a line “- Where: …”/],
  [
    "an unknown fact",
    (text: string) => text.replace("- Bring:", "- Take:"),
    /“Take: Boots” is not a known fact. Known facts: Format, /,
  ],
  [
    "an agenda without times",
    (text: string) => text.replace(" (30 minutes)", ""),
    /is written as “Measure it \(90 minutes\)/,
  ],
  ["two units", (text: string) => text.replace("(30 minutes)", "(3 hours)"), /either minutes or hours/],
  ["no outcomes", (text: string) => text.replace(/### Outcomes[\s\S]*/, ""), /needs “### Outcomes” with a list/],
  ["a fact twice", (text: string) => text.replace("- Group:", "- Bring: Gloves\n- Group:"), /two lines “- Bring: …”/],
  [
    "an agenda twice",
    (text: string) => `${text}\n\n### Agenda\n\n- Sleep (5 minutes): Well.`,
    /“Harbor Day” has “### Agenda” twice/,
  ],
  ["a link", (text: string) => text.replace("Boots", "[Boots](/a)"), /“Bring: Boots” is plain text/],
  ["another part", (text: string) => `${text}\n\n### Food\n\nYes.`, /not “Food”/],
  [
    "the same name twice",
    (text: string) => text + text.slice(text.indexOf("\n## ")),
    /Two programs are called “Harbor Day”/,
  ],
  ["101 hours", (text: string) => text.replace("30 minutes", "6000 minutes"), /longer than 100 hours/],
])("programs with %s are refused with a sentence", async (_, change, sentence) => {
  expect(readText("training", change(harbors), { firm_name: "x" }).problems.join(" ")).toMatch(sentence);
  expect(await set(change(harbors))).toMatchObject({ reason: { kind: "invalid" } });
});

test("the default programs are read as they were written", () => {
  const { value } = readText("training", textDefinitions.training.preset, {});
  expect(value.programs.map(({ title, hours, unit, fee }) => [title, hours, unit, fee])).toEqual([
    ["GTM Strategy & RevOps Workshop", 6, "minutes", null],
    ["AI & Automation Implementation Certification", 24, "hours", null],
    ["Intelligent Systems Masterclass", 2, "minutes", null],
  ]);
});
