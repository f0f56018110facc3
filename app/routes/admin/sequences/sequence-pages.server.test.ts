import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import type { EventDefinition } from "#app/features/events/event-definition.ts";
import { pipelineEvents } from "#app/features/pipeline/events.ts";
import { createSavedView } from "#app/features/pipeline/lists/saved-views.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import {
  type Definition,
  emptyDefinition,
  type MailStep,
  type TaskStep,
} from "#app/features/sequences/definitions/definition.ts";
import { enrol } from "#app/features/sequences/enrollments/enrollments.server.ts";
import { createSequence, publishSequence, saveDraft, startSequence } from "#app/features/sequences/sequences.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { pageContext } from "#tests/fixtures/page-context.ts";
import { openPage, pageRefusesStrangers } from "#tests/fixtures/strangers.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { loader as outreachLoader } from "../outreach/outreach.tsx";
import { loader as outreachPeopleLoader } from "../outreach/outreach-people.tsx";
import { loader as prospectLoader } from "../pipeline/prospect.tsx";
import { loader as dryRunLoader } from "./dry-run.tsx";
import { loader as peopleLoader } from "./people.tsx";
import { loader as sequenceLoader } from "./sequence.tsx";
import { loader as previewLoader } from "./sequence-preview.ts";
import { loader as sequencesLoader } from "./sequences.tsx";

const { db, ctx } = useDatabase();
beforeEach(() => {
  useSettings({ SECRET: "a".repeat(32), COMPANY_TIMEZONE: "America/New_York" });
  registerConsumers({ consumers: [], events: pipelineEvents as unknown as EventDefinition[] });
});
afterAll(() => registerConsumers({ consumers: [], events: [] }));

const list = "/admin/email-sequences";
const mail: MailStep = {
  ...{ key: "hello", kind: "mail", delay: { amount: 1, unit: "business_days" }, conditions: [] },
  mail: { subject: "Hello {{first_name|there}}", preview: "", body: "How are you?" },
};
const task: TaskStep = {
  ...{ key: "call", kind: "task", delay: { amount: 2, unit: "business_days" }, conditions: [] },
  task: { title: "Call", dueInBusinessDays: 1 },
};
const definition: Definition = { ...emptyDefinition, steps: [mail, task] };
const dana = { email: "dana@northfield.example", name: "Dana Whitlock" };

async function prepare() {
  const admin = await asAdmin(ctx);
  const { id } = value(await createSequence(admin, { title: "Welcome" }));
  value(await saveDraft(admin, { id, version: 1, title: "Welcome", definition }));
  const { id: prospectId } = value(await createProspect(admin, { email: dana.email }));
  await db.update(prospect).set({ name: dana.name }).where(eq(prospect.id, prospectId));
  return { admin, id, prospectId };
}

async function running() {
  const prepared = await prepare();
  const { admin, id } = prepared;
  value(await publishSequence(admin, { id, version: 2 }));
  value(await startSequence(admin, { id }));
  return prepared;
}

test("sequence and outreach pages refuse strangers", async () => {
  const { id } = await prepare();
  await pageRefusesStrangers(ctx, sequencesLoader, list);
  await pageRefusesStrangers(ctx, sequenceLoader, `${list}/${id}`, { id });
  await pageRefusesStrangers(ctx, previewLoader, `${list}/${id}/preview?step=hello`, { id });
  await pageRefusesStrangers(ctx, peopleLoader, `${list}/${id}/people`, { id });
  await pageRefusesStrangers(ctx, dryRunLoader, `${list}/${id}/dry-run`, { id });
  await pageRefusesStrangers(ctx, outreachLoader, "/admin/outreach-analytics");
  await pageRefusesStrangers(ctx, outreachPeopleLoader, "/admin/outreach-analytics/people?figure=sent");
});

test("unknown sequences, steps, figures and prospects return 404", async () => {
  const { admin, id } = await prepare();
  for (const [loader, other] of [
    [sequenceLoader, ""],
    [peopleLoader, "/people"],
    [dryRunLoader, "/dry-run"],
    [previewLoader, "/preview?step=hello"],
  ] as const)
    for (const unknown of [newId(), "x"])
      expect(await openPage(loader, admin, `${list}/${unknown}${other}`, { id: unknown })).toEqual([404]);
  expect(await openPage(previewLoader, admin, `${list}/${id}/preview?step=call`, { id })).toEqual([404]);
  expect(await openPage(previewLoader, admin, `${list}/${id}/preview?step=hello&prospect=${newId()}`, { id })).toEqual([
    404,
  ]);
  expect(await openPage(outreachPeopleLoader, admin, "/admin/outreach-analytics/people?figure=opens")).toEqual([404]);
});

test("the preview is a document with the facts of the chosen prospect, and text on request", async () => {
  const { admin, id, prospectId } = await prepare();
  const open = async (query: string) => {
    const request = new Request(`http://localhost:3000${list}/${id}/preview?step=hello${query}`);
    const answer = await previewLoader({ request, context: pageContext(admin), params: { id } } as never);
    return answer.text();
  };
  expect(await open("")).toContain("Hello there");
  expect(await open(`&prospect=${prospectId}`)).toContain("Hello Dana");
  const text = await open("&as=text");
  expect(text).toContain("How are you?");
  expect(text).not.toContain("<html");
});

test("an enrolled person is listed on the people page and the prospect page with the next step", async () => {
  const { admin, id, prospectId } = await running();
  value(await enrol(admin, { id, email: dana.email }));
  const row = { ...dana, prospectId, state: "active", version: 1, done: 0, steps: 2 };
  expect(await openPage(peopleLoader, admin, `${list}/${id}/people`, { id })).toMatchObject({
    people: { rows: [row] },
  });
  expect(await openPage(peopleLoader, admin, `${list}/${id}/people?state=paused`, { id })).toMatchObject({
    ...{ state: "paused", people: { rows: [] } },
  });
  expect(
    await openPage(prospectLoader, admin, `/admin/prospect-pipeline/${prospectId}`, { id: prospectId }),
  ).toMatchObject({
    sequences: {
      enrollments: [{ sequenceId: id, title: "Welcome", state: "active", next: { key: "hello" } }],
      running: [{ id, title: "Welcome" }],
    },
  });
});

test("a saved view shows who can be enrolled and why others cannot, and another admin's view is not used", async () => {
  const { admin, id } = await running();
  value(await enrol(admin, { id, email: dana.email }));
  value(await createProspect(admin, { email: "max@otherfirm.example" }));
  const view = { name: "Leads", query: "view=table&stage=lead", isShared: false };
  const { id: viewId } = value(await createSavedView(admin, view));
  const path = `${list}/${id}/people?enroll=${viewId}`;
  expect(await openPage(peopleLoader, admin, path, { id })).toMatchObject({
    chosen: { name: "Leads", preview: { people: 2, enrol: 1, blocked: [{ why: "active_goal", people: 1 }] } },
  });
  const other = await asAdmin(ctx, "other@gtmarc.example");
  expect(await openPage(peopleLoader, other, path, { id })).toMatchObject({ chosen: null });
});

test("a dry run finds a person by name and lists the coming days of a person and of a view", async () => {
  const { admin, id, prospectId } = await running();
  const path = `${list}/${id}/dry-run`;
  expect(await openPage(dryRunLoader, admin, `${path}?q=whitlock`, { id })).toMatchObject({
    ...{ found: [{ id: prospectId }], run: null },
  });
  const lines = [
    { kind: "mail", subject: "Hello Dana", person: null },
    { kind: "task", subject: "Call", person: null },
    { kind: "end", person: null },
  ];
  expect(await openPage(dryRunLoader, admin, `${path}?prospect=${prospectId}`, { id })).toMatchObject({
    run: { of: dana.name, lines },
  });
  const { id: viewId } = value(await createSavedView(admin, { name: "All", query: "view=table", isShared: false }));
  expect(await openPage(dryRunLoader, admin, `${path}?view=${viewId}`, { id })).toMatchObject({
    run: { of: "All", people: 1, lines: lines.map((line) => ({ ...line, person: dana.name })) },
  });
});

test("outreach analytics name the period before and are empty without emails", async () => {
  const admin = await asAdmin(ctx);
  const path = "/admin/outreach-analytics?from=2026-02-01&to=2026-02-28";
  expect(await openPage(outreachLoader, admin, path)).toMatchObject({
    figures: { before: { from: "2026-01-04", to: "2026-01-31" }, sequences: [] },
  });
  expect(
    await openPage(outreachPeopleLoader, admin, "/admin/outreach-analytics/people?figure=sent&sequence=x"),
  ).toMatchObject({ rows: [], next: null });
});
