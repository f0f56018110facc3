import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { formatEstimate, formatHours } from "#app/features/roi/wording/figures.ts";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import { AnalysisPage } from "../ui/page/analysis-page.tsx";

/*
 * Writes docs/eight-firms.md for reviewers. After a change of the model or its texts, run with -u and read the table.
 */

type Work = ModelInput["processes"][number];

const work = (name: string, about: Partial<Work> = {}): Work => ({
  name,
  area: "revenue",
  activity: "data_entry",
  hours: 4,
  people: 4,
  frequency: "daily",
  pain: 4,
  ...about,
});

const assumed = (process: Work): Work => ({ ...process, assumed: true });

function firm(
  company: Partial<ModelInput["company"]>,
  processes: readonly Work[],
  stack: ModelInput["stack"] = exampleFirm.stack,
): ModelInput {
  return ModelInput.parse({ company: { ...exampleFirm.company, ...company }, processes, stack });
}

const quickStart = [
  work("Lead entry", { hours: 3, people: 2 }),
  work("Follow-up", { activity: "follow_up", hours: 4, people: 2 }),
  work("Reports", { activity: "data_processing", frequency: "weekly", hours: 3, people: 2 }),
].map(assumed);

const firms: readonly [name: string, input: ModelInput][] = [
  [
    "5 people, one small process, given",
    firm({ employees: 5, revenueBand: "<1M" }, [work("Lead entry", { hours: 1, people: 2 })], []),
  ],
  [
    "8 people, three processes, given",
    firm(
      { employees: 8, revenueBand: "<1M" },
      [
        work("Lead entry", { hours: 2, people: 2 }),
        work("Follow-up", { activity: "follow_up", hours: 3, people: 2 }),
        work("Proposals", { activity: "documents", frequency: "weekly", hours: 3, people: 1 }),
      ],
      exampleFirm.stack.slice(0, 3),
    ),
  ],
  ["12 people, quick start, every hour assumed", firm({ employees: 12, revenueBand: "1-5M" }, quickStart)],
  [
    "20 people, quick start, one process given",
    firm({ employees: 20, revenueBand: "1-5M" }, [work("Lead entry", { hours: 6, people: 4 }), ...quickStart.slice(1)]),
  ],
  ["45 people, six processes, given", exampleFirm],
  [
    "90 people, most hours assumed",
    firm({ employees: 90, revenueBand: "25-50M" }, [
      work("Lead entry", { hours: 4, people: 8 }),
      ...exampleFirm.processes.slice(1).map(assumed),
    ]),
  ],
  [
    "120 people, hour at $150, heavy work: over 10x",
    firm({ employees: 120, revenueBand: "25-50M", hourlyCost: 150 }, [
      work("Lead entry", { hours: 10, people: 25, pain: 5 }),
      work("Follow-up", { activity: "follow_up", hours: 10, people: 25, pain: 5 }),
      work("Routing", { activity: "routing", hours: 8, people: 20, pain: 5 }),
    ]),
  ],
  [
    "200 people, large team, given",
    firm({ employees: 200, revenueBand: "25-50M" }, [
      work("Lead entry", { hours: 5, people: 20 }),
      work("Follow-up", { activity: "follow_up", hours: 5, people: 15 }),
      work("Proposals", { activity: "documents", frequency: "weekly", hours: 5, people: 10 }),
      work("Ticket triage", { area: "lifecycle", activity: "routing", hours: 5, people: 12 }),
    ]),
  ],
];

const wordsOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ([.,:;])/g, "$1")
    .trim();

const between = (html: string, from: RegExp, to: string): string => {
  const start = html.search(from);
  return wordsOf(html.slice(start, html.indexOf(to, start)));
};

function rowOf([name, input]: (typeof firms)[number]): string {
  const result = analyze(input);
  const html = renderToStaticMarkup(
    <InNewYork>
      <AnalysisPage
        companyName="Northfield"
        revision={1}
        createdAt={new Date("2026-11-23T12:00:00Z")}
        inputs={input}
        result={result}
        narrative={null}
        assumed={[]}
      />
    </InNewYork>,
  );
  const verdict = html.slice(html.indexOf('id="recommendation"'));
  const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
  const has = result.implementationCost > 0;
  const figures = has
    ? [
        `by hand ${formatHours(result.manualHoursPerWeek)}, back ${formatHours(result.hoursSavedPerWeek)}`,
        `value ${formatEstimate(result.annualValue)}, price ${formatEstimate(result.implementationCost)}`,
        `project: odds ${percent(result.projectRange.probPositiveY1)}, net ${formatEstimate(result.projectOnly.netY1)}, median of three years ${formatEstimate(result.projectRange.npv3[1])}`,
        `retainer: odds ${percent(result.range.probPositiveY1)}, net ${formatEstimate(result.base.netY1)}, median of three years ${formatEstimate(result.range.npv3[1])}`,
      ]
    : [`by hand ${formatHours(result.manualHoursPerWeek)}, nothing in scope`];
  return `| ${name} | ${figures.join("<br>")} | ${between(html, /<h1/, "</h1>")} | ${between(verdict, /<h2/, "</h2>")} | ${between(verdict, /<div class="[^"]*prose/, "</div>")} |`;
}

test("docs/eight-firms.md matches the rendered pages", async () => {
  const table = `# What the page says to eight firms

Written by \`app/features/analysis/sheets/eight-firms.test.tsx\` from rendered pages; the figures are the engine's (model 1.1, 10,000 runs). Run the test with \`-u\` after a
change of the model or its words, and read every row: no sentence may contradict a figure.

| firm | figures | headline | advice | reason |
|---|---|---|---|---|
${firms.map(rowOf).join("\n")}
`;
  await expect(table).toMatchFileSnapshot("../../../../docs/eight-firms.md");
});
