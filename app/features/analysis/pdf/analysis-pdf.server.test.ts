import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { wizardGrant } from "#app/features/access/tables.server.ts";
import { catalogPreset } from "#app/features/content/automations/catalog-text.ts";
import "#app/features/content/texts/site-texts.server.ts";
import { templateOf } from "#app/features/kit/starter-kit.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { randomInputs } from "#app/features/roi/vectors/random-inputs.ts";
import { saveDraft, startBlueprint } from "#app/features/wizard/wizard.server.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as } from "#tests/fixtures/actors.ts";
import { analysisPdf } from "#tests/fixtures/analysis-pdf.ts";
import { orderIn, useEchoThread } from "#tests/fixtures/echo-thread.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { completeAnalysis } from "../revisions/completion.server.ts";
import { getSamplePdf } from "../sample/sample-analysis.server.ts";
import { sampleFirm } from "../sample/sample-analysis.ts";
import { comeBackSentence } from "../sheets/opportunity-labels.ts";
import { drawAnalysisTask, getAnalysisPdf } from "./analysis-pdf.server.ts";

const { db, ctx } = useDatabase();

async function member(email: string): Promise<SignedInCtx> {
  useSettings({ SECRET: "s".repeat(32), SITE_URL: "https://gtmarc.example" });
  const person = await as(ctx, email);
  await db.insert(wizardGrant).values({ userId: person.actor.userId, grantedAt: ctx.now });
  return person;
}

const canReadPdf = spawnSync("pdftotext", ["-v"]).status === 0;

function textOf(bytes: Uint8Array): string {
  const read = spawnSync("pdftotext", ["-", "-"], { input: bytes, encoding: "utf8" });
  return read.stdout.replaceAll(/\s+/g, " ");
}

const pagesOf = (bytes: Uint8Array) => Number(/\/Count (\d+)/.exec(Buffer.from(bytes).toString("latin1"))?.[1]);

const draw = (inputs: ModelInput, companyName?: string) => drawAnalysisTask.run(analysisPdf(inputs, companyName));

test("the owner gets a small PDF with each font embedded once; other users are refused", async () => {
  const dana = await member("dana@northfield.example");
  const start = await startBlueprint(dana, { mode: "guided" });
  if (!start.ok) throw new Error(start.reason.kind);
  const { id } = start.value;
  expect(await getAnalysisPdf(dana, id)).toEqual({ ok: false, reason: { kind: "no_analysis" } });
  await saveDraft(dana, { id, version: 1, inputs: exampleFirm, about: { companyName: 'Müller & "Söhne"\r\n GmbH' } });
  await completeAnalysis(dana, id);
  const drawn = await getAnalysisPdf(dana, id, 1);
  if (!drawn.ok) throw new Error(drawn.reason.kind);
  const { bytes, fileName } = drawn.value;
  expect(fileName).toBe("Automation-analysis-Müller-Söhne-GmbH-rev-1.pdf");
  expect(pagesOf(bytes)).toBeGreaterThanOrEqual(8);
  expect(bytes.length).toBeLessThan(300_000);
  expect(
    Buffer.from(bytes)
      .toString("latin1")
      .match(/\/FontFile2/g),
  ).toHaveLength(5);
  const eve = await member("eve@elsewhere.example");
  expect(await getAnalysisPdf(eve, id)).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect(await getAnalysisPdf(dana, "nonsense")).toEqual({ ok: false, reason: { kind: "not_found" } });
});

test("an analysis and the sample are drawn in the thread for long tasks", async () => {
  const dana = await member("dana@northfield.example");
  const start = await startBlueprint(dana, { mode: "guided" });
  if (!start.ok) throw new Error(start.reason.kind);
  const { id } = start.value;
  await saveDraft(dana, { id, version: 1, inputs: exampleFirm, about: { companyName: "Northfield" } });
  await completeAnalysis(dana, id);
  await useEchoThread();
  const drawn = await getAnalysisPdf(dana, id);
  if (!drawn.ok) throw new Error(drawn.reason.kind);
  const task = "blueprint.draw-analysis";
  expect(orderIn(drawn.value.bytes)).toMatchObject({ task, input: { companyName: "Northfield" } });
  expect(orderIn(await getSamplePdf())).toMatchObject({ task, input: { companyName: sampleFirm } });
  // A thread has no settings.
  useSettings({ TEXT_AUTOMATIONS: catalogPreset.replace("Lead Capture to CRM", "$&\n\n- Hidden: yes") });
  const again = await getAnalysisPdf(dana, id);
  expect(again.ok && orderIn(again.value.bytes)).toMatchObject({ input: { hidden: ["S-01"] } });
  expect(orderIn(await getSamplePdf())).toMatchObject({ input: { hidden: ["S-01"] } });
});

test("a hidden automation is named without a link", async () => {
  const linked = (bytes: Uint8Array) =>
    Buffer.from(bytes)
      .toString("latin1")
      .match(/automation-grid\/[\w-]+/g) ?? [];
  const all = linked(await draw(exampleFirm));
  const [first] = all;
  const pdf = { ...analysisPdf(exampleFirm), hidden: [first!.split("/")[1]!] };
  expect(linked(await drawAnalysisTask.run(pdf))).toEqual(all.filter((link) => link !== first));
});

test.runIf(canReadPdf)(
  "with nothing in scope the PDF offers the kit, the newsletter and a time to recalculate instead of a project",
  async () => {
    const small = { ...exampleFirm, processes: [{ ...exampleFirm.processes[0]!, hours: 1, people: 1 }] };
    const none = { ...exampleFirm, processes: [] };
    for (const inputs of [small, none]) {
      const result = analyze(inputs, { draws: 200 });
      expect(result.flags).toContain("nothing_in_scope");
      const text = textOf(await draw(inputs));
      expect(text).not.toMatch(/\$499|unlock|full blueprint|strategy session|kickoff|architect/i);
      expect(text).toContain("Nothing is in scope yet: every point is hollow.");
      expect(text).toContain("subscribe to the newsletter");
      expect(text).toContain(`When to come back: ${comeBackSentence(result.plan.later[0])}`);
      // A template is named only if its automation saves hours of the company.
      const templatesOf = (some: typeof result.opportunities) => some.flatMap(({ id }) => templateOf(id)?.name ?? []);
      const named = templatesOf(result.opportunities);
      expect(named.length).toBeGreaterThan(0);
      expect(named.filter((name) => text.includes(`“${name}”`))).toEqual(
        templatesOf(result.opportunities.filter(({ hoursSaved }) => hoursSaved > 0)),
      );
    }
  },
);

test("every kind of analysis can be rendered: nothing entered, nothing in scope, twenty long processes", async () => {
  const [most] = randomInputs(200, 1).filter(({ processes, stack }) => processes.length === 20 && stack.length === 70);
  const long = {
    ...most!,
    processes: most!.processes.map((process) => ({ ...process, name: "Long ".repeat(40).trim() })),
  };
  const small = { ...exampleFirm, stack: [], processes: [{ ...exampleFirm.processes[0]!, hours: 0.5, people: 1 }] };
  for (const inputs of [{ ...exampleFirm, processes: [], stack: [] }, small, long])
    expect(pagesOf(await draw(inputs, "")), JSON.stringify(inputs).slice(0, 60)).toBeGreaterThanOrEqual(5);
});
