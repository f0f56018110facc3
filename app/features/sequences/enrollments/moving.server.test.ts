import { expect, test } from "vitest";
import { mail, sequenceJobs, twoMails, useSequences, value } from "#tests/fixtures/running-sequences.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import type { Definition } from "../definitions/definition.ts";
import { listSequences, publishSequence, readSequence, saveDraft } from "../sequences.server.ts";
import { dryRun } from "../steps/dry-run.server.ts";
import { endEnrollment, enrol, pauseEnrollment, resumeEnrollment } from "./enrollments.server.ts";
import { moveToNewest } from "./moving.server.ts";

const database = useDatabase({ jobs: sequenceJobs });
const { ctx } = database;
const { rows, started, enrolled, advance, mails } = useSequences(database);
const subjects = async () => (await mails()).map(({ subject }) => subject);

async function changed(id: string, definition: Definition, { publish = true } = {}) {
  const { version } = value(await readSequence(ctx, { id }));
  const saved = value(await saveDraft(ctx, { id, version, title: "Follow up", definition }));
  if (publish) value(await publishSequence(ctx, { id, version: saved.version }));
}

test("people in an older version are moved: the next mail is the new one, and no step is repeated", async () => {
  const { id } = await started(twoMails);
  await enrolled(id);
  await advance();
  await changed(id, { ...twoMails, steps: [mail("before"), mail("one"), mail("mended", 2)] });
  expect(value(await readSequence(ctx, { id })).versions.map(({ number, open }) => [number, open])).toEqual([
    [2, 0],
    [1, 1],
  ]);
  expect(await moveToNewest(ctx, { id, number: 1 })).toMatchObject({ ok: false, reason: { kind: "stale" } });
  expect(value(await moveToNewest(ctx, { id, number: 2 }))).toEqual({ moved: 1, left: 0 });
  expect(value(await moveToNewest(ctx, { id, number: 2 }))).toEqual({ moved: 0, left: 0 });
  await advance(new Date("2026-03-04T14:00:00Z"));
  expect(await subjects()).toEqual(["one for Dana", "mended for Dana"].map((text) => text.replace("Dana", "you")));
  expect(await rows("select state, done from sequence_enrollment")).toEqual([{ state: "finished", done: 3 }]);
});

test("people who are in another sequence with the new goal stay in their version", async () => {
  const { id } = await started({ ...twoMails, goal: "payment" });
  const other = await started(twoMails, "Other");
  await enrolled(id);
  await enrolled(other.id);
  await changed(id, { ...twoMails, goal: "call_booked" });
  expect(value(await moveToNewest(ctx, { id, number: 2 }))).toEqual({ moved: 0, left: 1 });
});

test("a person whom an admin removed before any step can be enrolled again; one with a step cannot", async () => {
  const { id } = await started(twoMails);
  const email = "dana@northfield.example";
  value(await endEnrollment(ctx, { enrollmentId: (await enrolled(id))! }));
  const again = value(await enrol(ctx, { id, email })).enrollmentId;
  const people = { active: 1, paused: 0, finished: 0, exited: 0, blocked: 0 };
  expect(value(await listSequences(ctx)).find((line) => line.id === id)).toMatchObject({ enrolled: people });
  expect(value(await readSequence(ctx, { id })).versions).toMatchObject([{ number: 1, enrolled: 1, open: 1 }]);
  await advance();
  value(await endEnrollment(ctx, { enrollmentId: again }));
  expect(await enrol(ctx, { id, email })).toMatchObject({ ok: false, reason: { kind: "blocked", why: "re_entry" } });
});

test("a dry run of the draft shows the draft, also for people who are enrolled", async () => {
  const { id } = await started(twoMails);
  const email = "dana@northfield.example";
  await enrolled(id, email);
  await advance();
  await changed(id, { ...twoMails, steps: [mail("one"), mail("mended", 2)] }, { publish: false });
  const run = async (of: "draft" | "published") =>
    value(await dryRun(ctx, { id, email, days: 10, of })).map(({ subject }) => subject);
  expect((await run("published"))[0]).toBe("two for you");
  expect((await run("draft"))[0]).toBe("mended for you");
});

test("the next step's time is right at once after a move, a resumption and an enrollment", async () => {
  const { id } = await started(twoMails);
  const due = async () => (await rows("select due_at from sequence_enrollment")).map((row) => row.due_at);
  const friday = new Date("2026-03-06T23:30:00Z");
  const monday = new Date("2026-03-09T13:00:00Z");
  const enrollmentId = await enrolled(id, "dana@northfield.example", friday);
  expect(await due()).toEqual([monday]);
  await changed(id, { ...twoMails, window: { ...twoMails.window, from: "11:00" } });
  const saturday = { ...ctx, now: new Date("2026-03-07T10:00:00Z") };
  value(await moveToNewest(saturday, { id, number: 2 }));
  const late = new Date("2026-03-09T15:00:00Z");
  expect(await due()).toEqual([late]);
  value(await pauseEnrollment(saturday, { enrollmentId: enrollmentId! }));
  expect(await due()).toEqual([null]);
  value(await resumeEnrollment(saturday, { enrollmentId: enrollmentId! }));
  expect(await due()).toEqual([late]);
  await advance(late);
  await changed(id, { ...twoMails, steps: [mail("one"), mail("two", 5)] });
  value(await moveToNewest({ ...ctx, now: late }, { id, number: 3 }));
  expect(await due()).toEqual([new Date("2026-03-16T13:00:00Z")]);
});
