import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { wizardGrant } from "#app/features/access/tables.server.ts";
import { completeAnalysis } from "#app/features/analysis/revisions/completion.server.ts";
import vectors from "#app/features/roi/vectors/public.json" with { type: "json" };
import { saveDraft, startBlueprint } from "#app/features/wizard/wizard.server.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { as, asAnonymous } from "#tests/fixtures/actors.ts";
import { orderIn, useEchoThread } from "#tests/fixtures/echo-thread.ts";
import { pageContext } from "#tests/fixtures/page-context.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { loader } from "./analysis-sheet.ts";

const { db, ctx } = useDatabase();
const example = vectors["V1 SaaS 45 people"];

async function member(email: string): Promise<SignedInCtx> {
  const person = await as(ctx, email);
  await db.insert(wizardGrant).values({ userId: person.actor.userId, grantedAt: ctx.now });
  return person;
}

async function analyzed(owner: SignedInCtx, firstProcess: string): Promise<string> {
  const started = await startBlueprint(owner, { mode: "guided" });
  if (!started.ok) throw new Error(started.reason.kind);
  const { id, version } = started.value;
  const [first, ...rest] = example.input.processes;
  const inputs = { ...example.input, processes: [{ ...first!, name: firstProcess }, ...rest] };
  const saved = await saveDraft(owner, { id, version, inputs } as never);
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  const done = await completeAnalysis(owner, id);
  if (!done.ok) throw new Error(JSON.stringify(done.reason));
  return id;
}

async function sheet(who: Ctx, id: string, query = "") {
  const request = new Request(`http://localhost/blueprint/${id}.xlsx${query}`);
  const args = { request, context: pageContext(who), params: { id }, url: new URL(request.url), pattern: "" };
  const answer = await loader(args as never).catch((thrown: unknown) => thrown);
  if (answer instanceof Response) return answer;
  return (answer as { init: ResponseInit }).init.status;
}

test("the owner gets the analysis as a spreadsheet with formulas and the figures of the page", async () => {
  const owner = await member("dana@northfield.example");
  const id = await analyzed(owner, '=HYPERLINK("https://evil.example","Lead entry")');
  const answer = (await sheet(owner, id)) as Response;
  expect(answer.headers.get("content-type")).toBe("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="gtmarc-analysis-revision-1.xlsx"');
  expect(answer.headers.get("cache-control")).toBe("private, no-store");

  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
  const summary = sheets.find(({ name }) => name === "Summary")!;
  const figure = (label: string) => summary.rows.find(([first]) => first === label)?.[1];
  expect(figure("Hours saved per week")).toBeCloseTo(example.output.hoursSavedPerWeek, 1);
  expect(figure("Implementation")).toBe(example.output.implementationCost);
  expect(figure("First-year net, with retainer, P50")).toBe(example.output.range.netY1[1]);
  expect(figure("Advice, simulated")).toBe("Build it, without the retainer");
  expect(summary.rows[2]?.[0] ?? null).toBeNull();

  const inputs = sheets.find(({ name }) => name === "Inputs")!;
  // Entered text never becomes a formula.
  expect(inputs.rows.flat().filter((value) => String(value).startsWith("=HYPERLINK"))).toHaveLength(1);
  expect([...(inputs.cells ?? [])].filter(([, cell]) => cell.formula?.includes("HYPERLINK"))).toEqual([]);
});

test("the sheet of a quick start lists the assumed answers above its inputs and its figures", async () => {
  const owner = await member("dana@northfield.example");
  const started = await startBlueprint(owner, { mode: "quick" });
  if (!started.ok) throw new Error(started.reason.kind);
  const { id, version } = started.value;
  const assumed = ["industry", "hourlyCost", "toolCosts"] as const;
  await saveDraft(owner, { id, version, inputs: example.input, assumed } as never);
  await completeAnalysis(owner, id);
  const { sheets } = await readXlsx(new Uint8Array(await ((await sheet(owner, id)) as Response).arrayBuffer()));
  for (const name of ["Inputs", "Summary"])
    expect(sheets.find((one) => one.name === name)!.rows[2]?.[0], name).toBe(
      "Typical values, not yet confirmed by anyone at the company, are used for: industry, cost per hour and what your tools cost.",
    );
});

test("strangers, other users and missing revisions get nothing", async () => {
  const owner = await member("dana@northfield.example");
  const id = await analyzed(owner, "Lead entry");
  const signIn = (await sheet(asAnonymous(ctx), id)) as Response;
  expect([signIn.status, signIn.headers.get("location")]).toEqual([
    302,
    `/auth?next=${encodeURIComponent(`/blueprint/${id}.xlsx`)}`,
  ]);
  expect(await sheet(await member("omar@northfield.example"), id)).toBe(404);
  expect(await sheet(owner, id, "?revision=7")).toBe(404);
  expect(await sheet(owner, "not-an-id")).toBe(404);
});

test("the file is written in the thread for long tasks", async () => {
  const owner = await member("thread@northfield.example");
  const id = await analyzed(owner, "Lead entry");
  await useEchoThread();
  const answer = (await sheet(owner, id)) as Response;
  expect(orderIn(new Uint8Array(await answer.arrayBuffer()))).toMatchObject({
    task: "blueprint.write-sheet",
    input: { inputs: { processes: expect.arrayContaining([expect.objectContaining({ name: "Lead entry" })]) } },
  });
});
