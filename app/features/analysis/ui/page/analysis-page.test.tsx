import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { analyze } from "#app/features/roi/roi.ts";
import vectors from "#app/features/roi/vectors/public.json" with { type: "json" };
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import { AnalysisPage } from "./analysis-page.tsx";
import type { OwnerPart } from "./analysis-sheets.tsx";

const example = ModelInput.parse(vectors["V1 SaaS 45 people"].input);

function page(inputs: ModelInput, change: Partial<OwnerPart> = {}, result = analyze(inputs)) {
  return renderToStaticMarkup(
    <InNewYork>
      <AnalysisPage
        companyName="Northfield Analytics"
        revision={1}
        createdAt={new Date("2026-11-21T23:30:00Z")}
        inputs={inputs}
        result={result}
        narrative={null}
        assumed={[]}
        owner={{
          blueprintId: "0199d0a0-0000-7000-8000-000000000000",
          newestRevision: 1,
          isOutdated: false,
          revisions: [],
          files: {
            path: "/blueprint/0199d0a0-0000-7000-8000-000000000000",
            query: "",
            onPdf: () => {},
            onSheet: () => {},
          },
          saving: { save: () => {}, isSaving: false, message: null, replacesNewerAnswers: false },
          ...change,
        }}
      />
    </InNewYork>,
  );
}

const words = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

test("the worked example shows its figures as estimates, with both ways side by side", () => {
  const text = words(page(example));
  for (const figure of [
    "27.6 hours a week",
    "$70,300 a year",
    "22.8-32.6 in eight of ten runs",
    "22.8-32.6 hours",
    "$17,300",
    "Build it, without the retainer",
    "Project alone, recommended With the retainer",
    "First-year net, expected $16,600 $5,760",
    "First-year net, eight of ten runs $7,020 to $26,300 −$4,330 to $16,100",
    "First-year return, expected 60.2% 14.1%",
    "Payback in months, expected 8.5 10.5",
    "Three-year value, discounted, median $88,300 $73,100",
    "With the retainer: 75% of the runs end the first year above zero",
    "Northfield Analytics, 45 people",
    "November 21, 2026, rev. 1",
  ])
    expect(text, figure).toContain(figure);
  expect(text).not.toMatch(/\$[\d,]+\.\d\d\b(?! a month)/);
  expect(text).not.toMatch(/\d %/);
});

test("the five automations are in the order of the model, each with its reasons", () => {
  const html = page(example);
  const list = html.slice(html.indexOf('id="opportunities"'), html.indexOf('id="return"'));
  expect([...new Set([...list.matchAll(/>((?:S|M|CS)-\d\d)</g)].map((match) => match[1]))]).toEqual([
    "S-01",
    "S-07",
    "CS-02",
    "S-04",
    "S-06",
  ]);
  expect(words(list)).toContain(
    "96.3 points : value 45.0, fit with your aim 20.0, pain 13.8, tools you have 10.0, small build 7.5",
  );
  expect(words(list)).toContain(
    "Covers 14.4 h of Lead entry and CRM updates, 3.6 h of Lead routing and 3.6 h of Ticket triage a week.",
  );
});

test("the page has one h1, no style attributes, and a text alternative for every drawing", () => {
  const html = page(example);
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html).not.toContain(" style=");
  for (const [tag] of html.matchAll(/<svg[^>]*>/g))
    expect(tag).toMatch(/aria-hidden="true"|role="img" aria-label="[^"]{20,}"/);
});

test("an overlap names the cheaper tools of its kind, and the plan ends with the stack", () => {
  const text = words(page(example));
  expect(text).toContain("You pay $640 a month for duplicate tools");
  expect(text).toContain("Pipedrive $490");
  expect(text).toContain("$2,300 a year on CRM and email marketing");
});

test("without a project the page offers the starter kit and says what would have to change", () => {
  const text = words(page({ ...example, processes: [{ ...example.processes[0]!, hours: 0.5, people: 2 }] }));
  expect(text).toContain("1.0 manual hours a week do not justify an automation project yet.");
  expect(text).toContain("Not worth automating yet");
  expect(text).toContain("Get the starter kit");
  expect(text).toContain("What would have to change");
  expect(text).not.toContain("A-03 Return model");
  expect(text).toContain("Strategic builds and stack day 61-90 Consolidate the stack");
  expect(text).not.toContain("None of this kind");
});

test("with nothing in scope nothing is offered for sale", () => {
  const small = { ...example, processes: [{ ...example.processes[0]!, hours: 0.5, people: 2 }] };
  const text = words(page(small, { fullBlueprint: <p>Unlock it for 499 USD</p> }));
  expect(text).not.toMatch(/499|Book a strategy session|A-06/);
  expect(text).toContain("Nothing is in scope yet: every point is hollow.");
  expect(text).toContain("When to come back");
  const project = words(page(example, { fullBlueprint: <p>Unlock it for 499 USD</p> }));
  expect(project).toContain("Unlock it for 499 USD");
  expect(project).toContain("Book a strategy session");
});

test("assumed hours are marked in headline and verdict, and without a real figure there is no verdict", () => {
  const assumed = (count: number) =>
    words(page({ ...example, processes: example.processes.map((one, at) => ({ ...one, assumed: at < count })) }));
  expect(assumed(6)).toContain("No verdict yet: we need real hours");
  expect(assumed(6)).toContain("Enter real hours");
  expect(assumed(5)).toContain("Build it");
  expect(assumed(5).match(/Assumed hours/g)!.length).toBeGreaterThanOrEqual(2);
  expect(assumed(0)).not.toContain("Assumed hours");
});

test("an analysis of model 1.0 keeps its figures and offers to recalculate", () => {
  const earlier = analyze(example, { model: "1.0" });
  const text = words(page(example, { recalculate: () => {} }, earlier));
  expect(text).toContain("Calculated with model 1.0");
  expect(text).toContain("Calculate again with model 1.1");
  expect(text).toContain("Model 1.0: project with the retainer");
  expect(text).toContain("Payback in months, expected 7.6 10.1");
});

test("without any hours the page makes no claim", () => {
  const text = words(page({ ...example, processes: [] }));
  expect(text).toContain("There are no manual hours to save yet.");
  expect(text).not.toContain("A-01");
});

test("applied limits are explained, and a return above ten times is not shown", () => {
  const capped = words(page({ ...example, company: { ...example.company, employees: 4 } }));
  expect(capped).toContain("You entered more manual hours than 10 per employee and week");
  expect(capped).toContain("names more people than the company employs");
  const dear = {
    ...example,
    company: { ...example.company, hourlyCost: 500, employees: 1000, revenueBand: ">50M" as const },
  };
  const tenfold = { ...dear, processes: dear.processes.map((process) => ({ ...process, people: 40, hours: 20 })) };
  const result = analyze(tenfold);
  expect(result.flags).toContain("show_as_over_10x");
  const text = words(page(tenfold));
  expect(text).toContain("over 10x, needs a call");
  expect(text).not.toContain(`${result.base.roiY1}`);
});

test("an older revision and changed answers link to the newer ones", () => {
  expect(words(page(example, { newestRevision: 3 }))).toContain("This is revision 1 of 3");
  expect(words(page(example, { isOutdated: true }))).toContain("The answers have changed since");
  expect(words(page(example))).not.toContain("The answers have changed since");
});

test("every assumption of the model is listed with its origin", () => {
  const text = words(page({ ...example, company: { ...example.company, hourlyCost: 80 }, assumptions: { weeks: 44 } }));
  expect(text).toContain("64 numbers are behind these figures: 10 have a source");
  expect(text).toContain("our assumption");
  expect(text.match(/your answer/g)).toHaveLength(2);
});
