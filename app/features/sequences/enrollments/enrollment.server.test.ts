import { expect, test } from "vitest";
import { accessDecided } from "#app/features/access/events.ts";
import { analysisCreated } from "#app/features/analysis/events.ts";
import { deliverEvent } from "#app/features/events/delivery.server.ts";
import { replayEvents } from "#app/features/events/replay.server.ts";
import { suppress } from "#app/features/mail/refusals/suppression.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { later, sequenceJobs, sequences, twoMails, useSequences, value } from "#tests/fixtures/running-sequences.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { forgetPerson } from "../personal-data.server.ts";
import { enrol, enrolView, listEnrollments, previewView } from "./enrollments.server.ts";
import { enrolInactive } from "./inactivity.server.ts";

const database = useDatabase({ jobs: sequenceJobs });
const { ctx, pool } = database;
const { at, started, enrolled, advance, mails, states, happened } = useSequences(database);

test("an event enrolls once, and a replay neither enrolls nor sends again", async () => {
  const trigger = { kind: "event", event: "analysis.created" } as const;
  const { id } = await started({ ...twoMails, trigger, reEntry: { kind: "always" }, goal: "payment" });
  const analysis = {
    ...{ blueprintId: newId(), userId: newId(), email: "dana@northfield.example", companyName: "Northfield" },
    ...{ revision: 1, modelVersion: "1.1", annualValueCents: null, employees: 12, industry: null },
  };
  const first = await happened(analysisCreated, analysis);
  await deliverEvent(ctx, sequences, first);
  const second = await happened(analysisCreated, { ...analysis, blueprintId: newId() });
  await deliverEvent(ctx, sequences, second);
  expect(await states()).toMatchObject([{ state: "active" }, { state: "blocked", reason: "active_goal" }]);
  await advance();
  await advance(new Date("2026-03-04T14:00:00Z"));
  expect(await mails()).toHaveLength(2);
  await replayEvents(at(later(100)), { consumer: "sequences" });
  await advance(later(100));
  expect(await states()).toHaveLength(2);
  expect(await mails()).toHaveLength(2);
  expect(value(await listEnrollments(ctx, { id, state: "blocked" })).rows).toHaveLength(1);
});

test("events from before the start and declined requests enroll no one", async () => {
  const trigger = { kind: "event", event: "access.decided" } as const;
  await started({ ...twoMails, trigger });
  const decided = { requestId: newId(), email: "dana@northfield.example", decidedBy: null };
  await deliverEvent(ctx, sequences, await happened(accessDecided, { ...decided, decision: "declined" }));
  await deliverEvent(ctx, sequences, await happened(accessDecided, { ...decided, decision: "approved" }, later(-1)));
  expect(await states()).toEqual([]);
  await deliverEvent(ctx, sequences, await happened(accessDecided, { ...decided, decision: "approved" }));
  expect(await states()).toHaveLength(1);
});

test("inactive people are enrolled once; people with recent activity are not", async () => {
  await started({ ...twoMails, trigger: { kind: "inactivity", days: 90 }, reEntry: { kind: "after", days: 180 } });
  value(await createProspect(at(later(-100 * 24)), { email: "old@northfield.example" }));
  value(await createProspect(at(later(-10 * 24)), { email: "new@northfield.example" }));
  expect(await enrolInactive(ctx)).toEqual({ enrolled: 1 });
  expect(await enrolInactive(at(later(1)))).toEqual({ enrolled: 0 });
});

test("enrolling a view has a preview with the people to enroll and the reasons for the others", async () => {
  const { id } = await started(twoMails);
  for (const name of ["ada", "bob", "cy"]) value(await createProspect(ctx, { email: `${name}@northfield.example` }));
  await suppress(ctx, { address: "bob@northfield.example", scope: "outreach", reason: "unsubscribed" });
  await enrolled(id, "cy@northfield.example");
  const preview = value(await previewView(ctx, { id, query: "q=northfield" }));
  expect(preview).toMatchObject({ people: 3, enrol: 1 });
  expect(preview.blocked).toEqual(
    expect.arrayContaining([
      { why: "unsubscribed", people: 1 },
      { why: "active_goal", people: 1 },
    ]),
  );
  expect(value(await enrolView(ctx, { id, query: "q=northfield" }))).toEqual({ enrolled: 1, blocked: 2 });
});

test("a sequence of demo data enrolls demo people only", async () => {
  const { id } = await started(twoMails);
  await pool.query("insert into demo_row (table_name, key, loaded_at) values ('sequence', $1, now())", [id]);
  expect(await enrol(ctx, { id, email: "dana@northfield.example" })).toMatchObject({ reason: { why: "demo" } });
  expect(await enrol(ctx, { id, email: "dana@northfield-demo.example" })).toMatchObject({ ok: true });
  expect(await states()).toEqual([{ state: "active", reason: null, done: 0 }]);
});

test("deletion removes a person's enrollments", async () => {
  const { id } = await started(twoMails);
  await enrolled(id);
  await forgetPerson(ctx, { userId: null, email: "dana@northfield.example" });
  expect(await states()).toEqual([]);
});
