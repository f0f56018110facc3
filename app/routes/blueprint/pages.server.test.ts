import { expect, test } from "vitest";
import { wizardGrant } from "#app/features/access/tables.server.ts";
import { completeAnalysis } from "#app/features/analysis/revisions/completion.server.ts";
import { endShare, shareAnalysis } from "#app/features/analysis/sharing/sharing.server.ts";
import vectors from "#app/features/roi/vectors/public.json" with { type: "json" };
import { type ProfileField, profileErrors } from "#app/features/wizard/answers/profile-text.ts";
import { saveDraft, startBlueprint } from "#app/features/wizard/wizard.server.ts";
import { recordOf } from "#app/lib/program/record-of.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { as, asAnonymous } from "#tests/fixtures/actors.ts";
import { pageContext } from "#tests/fixtures/page-context.ts";
import { pageHtml } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";
import { loader as analysisLoader } from "./analysis.tsx";
import { loader as pdfLoader } from "./analysis-pdf.ts";
import { loader as compareLoader } from "./compare.tsx";
import { loader as guidedLoader } from "./guided.tsx";
import { loader as modeLoader } from "./mode.tsx";
import { loader as resultsLoader } from "./quick-results.tsx";
import { loader as quickLoader } from "./quick-start.tsx";
import { loader as shareLoader } from "./share.tsx";
import { loader as startLoader } from "./wizard-start.tsx";

const { db, ctx } = useDatabase();
const example = vectors["V1 SaaS 45 people"].input;

async function member(email: string): Promise<SignedInCtx> {
  const person = await as(ctx, email);
  await db.insert(wizardGrant).values({ userId: person.actor.userId, grantedAt: ctx.now });
  return person;
}

const openStep = (who: Ctx, path: string) =>
  open(guidedLoader, who, path, { step: /wizard\/([a-z-]+)/.exec(path)![1]! });

type Loader = (args: never) => Promise<unknown>;

/** Returns a page's data, or the status and redirect target. */
async function open(loader: Loader, who: Ctx, path: string, params: Record<string, string> = {}): Promise<unknown> {
  const context = pageContext(who);
  const request = new Request(`http://localhost${path}`);
  const answer = await loader({ request, context, params, url: new URL(request.url), pattern: "" } as never).catch(
    (thrown) => thrown,
  );
  if (answer instanceof Response) return [answer.status, answer.headers.get("location")];
  if (answer && typeof answer === "object" && "init" in answer) return [(answer as { init: ResponseInit }).init.status];
  if (answer instanceof Error) throw answer;
  return answer;
}

async function started(person: SignedInCtx) {
  const start = await startBlueprint(person, { mode: "guided" });
  if (!start.ok) throw new Error(start.reason.kind);
  return start.value.id;
}

const steps = ["profile", "tech-stack", "processes"].map((step) => `/blueprint/wizard/${step}`);

test("without a session every page redirects to sign-in and back", async () => {
  const visitor = asAnonymous(ctx);
  const next = (path: string) => [302, `/auth?next=${encodeURIComponent(path)}`];
  expect(await open(startLoader, visitor, "/blueprint/wizard")).toEqual(next("/blueprint/wizard"));
  expect(await open(modeLoader, visitor, "/blueprint/wizard/mode")).toEqual(next("/blueprint/wizard/mode"));
  expect(await open(quickLoader, visitor, "/quick-start")).toEqual(next("/quick-start"));
  expect(await open(resultsLoader, visitor, "/quick-start/results")).toEqual(next("/quick-start/results"));
  for (const step of steps) expect(await openStep(visitor, `${step}?blueprint=x`)).toEqual(next(`${step}?blueprint=x`));
  expect(await open(analysisLoader, visitor, "/blueprint/x", { id: "x" })).toEqual(next("/blueprint/x"));
});

test("without wizard access every wizard page returns 403", async () => {
  const mallory = await as(ctx, "mallory@elsewhere.example");
  expect(await open(startLoader, mallory, "/blueprint/wizard")).toEqual([403]);
  expect(await open(modeLoader, mallory, "/blueprint/wizard/mode")).toEqual([403]);
  expect(await open(quickLoader, mallory, "/quick-start")).toEqual([403]);
  expect(await open(resultsLoader, mallory, "/quick-start/results")).toEqual([403]);
  for (const step of steps) expect(await openStep(mallory, step)).toEqual([403]);
});

test("the wizard starts with the choice of the mode", async () => {
  const dana = await member("dana@northfield.example");
  expect(await open(startLoader, dana, "/blueprint/wizard")).toEqual([302, "/blueprint/wizard/mode"]);
  expect(await open(modeLoader, dana, "/blueprint/wizard/mode")).toMatchObject({ blueprints: [] });
});

test("the profile step marks exactly the fields that may stay empty as optional", async () => {
  const page = await pageHtml(await member("dana@northfield.example"), "/blueprint/wizard/profile?blueprint=new");
  const marked = [...page.matchAll(/<label for="(\w+)">[^<]+<\/label>(<span class="note">Optional)?/g)];
  const required = profileErrors(
    recordOf(
      marked.map(([, field]) => field as ProfileField),
      () => "",
    ),
  );
  expect(marked.length).toBe(8);
  for (const [, field, optional] of marked)
    expect([field, optional !== undefined]).toEqual([field, !(field! in required)]);
});

test("a step without a blueprint opens the newest draft, or a new one at step 1", async () => {
  const dana = await member("dana@northfield.example");
  expect(await openStep(dana, "/blueprint/wizard/processes")).toEqual([302, "/blueprint/wizard/profile?blueprint=new"]);
  expect(await openStep(dana, "/blueprint/wizard/profile")).toMatchObject({
    draft: { id: null, version: 0, inputs: { company: { hourlyCost: 75 } } },
  });
  const id = await started(dana);
  expect(await openStep(dana, "/blueprint/wizard/tech-stack")).toEqual([
    302,
    `/blueprint/wizard/tech-stack?blueprint=${id}`,
  ]);
  expect(await openStep(dana, `/blueprint/wizard/tech-stack?blueprint=${id}`)).toMatchObject({
    draft: { id, version: 1 },
  });
  expect(await openStep(dana, "/blueprint/wizard/profile?blueprint=new")).toMatchObject({
    draft: { id: null },
  });
});

test("an unknown step returns 404", async () => {
  const dana = await member("dana@northfield.example");
  expect(await openStep(dana, "/blueprint/wizard/payment")).toEqual([404]);
});

test("the quick start opens a new draft, continues its own drafts and redirects guided ones to the guided wizard", async () => {
  const dana = await member("dana@northfield.example");
  expect(await open(quickLoader, dana, "/quick-start")).toMatchObject({ draft: { id: null, assumed: [] } });
  expect(await open(resultsLoader, dana, "/quick-start/results")).toEqual([302, "/quick-start"]);
  const guided = await started(dana);
  expect(await open(quickLoader, dana, `/quick-start?blueprint=${guided}`)).toEqual([
    302,
    `/blueprint/wizard/profile?blueprint=${guided}`,
  ]);
  const start = await startBlueprint(dana, { mode: "quick" });
  if (!start.ok) throw new Error(start.reason.kind);
  const { id } = start.value;
  expect(await open(resultsLoader, dana, `/quick-start/results?blueprint=${id}`)).toEqual([
    302,
    `/quick-start?blueprint=${id}`,
  ]);
  await saveDraft(dana, { id, version: 1, inputs: example as never, assumed: ["hourlyCost"] });
  expect(await open(quickLoader, dana, `/quick-start?blueprint=${id}`)).toMatchObject({
    draft: { id, assumed: ["hourlyCost"] },
  });
  await completeAnalysis(dana, id);
  for (const path of ["/quick-start/results", `/quick-start/results?blueprint=${id}`])
    expect(await open(resultsLoader, dana, path)).toMatchObject({ id, revision: 1, assumed: ["hourlyCost"] });
  const eve = await member("eve@elsewhere.example");
  expect(await open(quickLoader, eve, `/quick-start?blueprint=${id}`)).toEqual([404]);
  expect(await open(resultsLoader, eve, `/quick-start/results?blueprint=${id}`)).toEqual([404]);
});

test("another user's blueprint and an unknown one return 404", async () => {
  const id = await started(await member("dana@northfield.example"));
  const eve = await member("eve@elsewhere.example");
  for (const wanted of [id, "nonsense"]) {
    expect(await openStep(eve, `/blueprint/wizard/profile?blueprint=${wanted}`)).toEqual([404]);
    expect(await open(analysisLoader, eve, `/blueprint/${wanted}`, { id: wanted })).toEqual([404]);
  }
});

test("a draft opens at its last step; a finished one shows its analysis, also after access has ended", async () => {
  const dana = await member("dana@northfield.example");
  const id = await started(dana);
  await saveDraft(dana, { id, version: 1, inputs: example as never, step: "processes" });
  expect(await open(analysisLoader, dana, `/blueprint/${id}`, { id })).toEqual([
    302,
    `/blueprint/wizard/processes?blueprint=${id}`,
  ]);
  await completeAnalysis(dana, id);
  await db.update(wizardGrant).set({ revokedAt: ctx.now });
  expect(await open(analysisLoader, dana, `/blueprint/${id}`, { id })).toMatchObject({
    run: { revision: 1, result: { hoursSavedPerWeek: 27.63 } },
  });
  expect(await open(analysisLoader, dana, `/blueprint/${id}?revision=2`, { id })).toEqual([404]);
  expect(await openStep(dana, `/blueprint/wizard/profile?blueprint=${id}`)).toEqual([403]);
});

test("files and pages of an analysis are for its owner: visitors are redirected to sign-in, other users get 404", async () => {
  const dana = await member("dana@northfield.example");
  const id = await started(dana);
  await saveDraft(dana, { id, version: 1, inputs: example as never });
  await completeAnalysis(dana, id);
  const visitor = asAnonymous(ctx);
  const eve = await member("eve@elsewhere.example");
  const compare = `/blueprint/compare?a=${id}.1&b=${id}`;
  expect(await open(pdfLoader, visitor, `/blueprint/${id}.pdf`, { id })).toEqual([
    302,
    `/auth?next=${encodeURIComponent(`/blueprint/${id}.pdf`)}`,
  ]);
  expect(await open(compareLoader, visitor, compare)).toEqual([302, `/auth?next=${encodeURIComponent(compare)}`]);
  expect(await open(pdfLoader, eve, `/blueprint/${id}.pdf`, { id })).toEqual([404]);
  expect(await open(compareLoader, eve, compare)).toEqual([404]);
  expect(await open(compareLoader, eve, "/blueprint/compare")).toMatchObject({ choices: [], pair: null });
  expect(await open(compareLoader, dana, "/blueprint/compare?a=nonsense&b=x")).toEqual([404]);
  expect(await open(compareLoader, dana, compare)).toMatchObject({
    pair: { before: { revision: 1 }, after: { revision: 1 }, changes: [] },
  });
});

test("anyone can open a shared page until sharing ends", async () => {
  const dana = await member("dana@northfield.example");
  const id = await started(dana);
  await saveDraft(dana, { id, version: 1, inputs: example as never });
  await completeAnalysis(dana, id);
  const share = await shareAnalysis(dana, { id });
  if (!share.ok) throw new Error(share.reason.kind);
  const token = share.value.url.slice(share.value.url.lastIndexOf("/") + 1);
  const visitor = asAnonymous(ctx);
  const context = pageContext(visitor);
  const request = new Request(`http://localhost/share/${token}`);
  const answer = await shareLoader({ request, context, params: { token } } as never);
  expect(answer).toMatchObject({ data: { revision: 1, result: { hoursSavedPerWeek: 27.63 } } });
  expect(answer.init?.headers).toMatchObject({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" });
  await endShare(dana, id);
  expect(await open(shareLoader, visitor, `/share/${token}`, { token })).toEqual([410]);
  expect(await open(shareLoader, visitor, "/share/x", { token: "x" })).toEqual([404]);
});
