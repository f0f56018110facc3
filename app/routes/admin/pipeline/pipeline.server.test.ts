import { expect, test } from "vitest";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { changeProspects } from "#app/features/pipeline/lists/bulk.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { addTask } from "#app/features/pipeline/tasks/tasks.server.ts";
import { asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { openPage } from "#tests/fixtures/strangers.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { loader } from "./pipeline.tsx";

const { ctx } = useDatabase();
useBookingFixture(ctx);

type Loaded = Exclude<Awaited<ReturnType<typeof loader>>, Response>;
const max = "max@otherfirm.example";
const open = (admin: Awaited<ReturnType<typeof asAdmin>>, query: string) =>
  openPage(loader, admin, `/admin/prospect-pipeline${query}`) as Promise<Loaded>;
const emails = ({ page }: Loaded) => page?.rows.map(({ email }) => email);

async function twoProspects() {
  const admin = await asAdmin(ctx);
  const ids: string[] = [];
  for (const email of [danasCall().email, max]) {
    const added = await createProspect(admin, { email });
    if (!added.ok) throw new Error(added.reason.kind);
    ids.push(added.value.id);
  }
  return { admin, dana: ids[0]!, max: ids[1]! };
}

test("a booked call is the next step in the admin's zone, and its prospect does not count as without a next step", async () => {
  const { admin, dana } = await twoProspects();
  expect(emails(await open(admin, "?view=table&due=none"))).toHaveLength(2);
  expect((await bookCall(asAnonymous(ctx), danasCall())).ok).toBe(true);
  const call = { [dana]: { day: "2026-03-03", time: "Tue, Mar 3, 10:00 AM EST" } };
  expect((await open(admin, "")).calls).toEqual(call);
  expect((await open(admin, "?view=table")).calls).toEqual(call);
  expect(emails(await open(admin, "?view=table&due=none"))).toEqual([max]);

  const afterwards = await asAdmin(later(ctx, { days: 3 }), "other@gtmarc.example");
  expect((await open(afterwards, "")).calls).toEqual({});
  expect(emails(await open(afterwards, "?view=table&due=none"))).toHaveLength(2);
});

test("the board shows every stage regardless of the query, the table only the selected one", async () => {
  const { admin } = await twoProspects();
  const board = await open(admin, "?stage=proposal");
  expect(board.columns?.find(({ stage }) => stage === "lead")?.count).toBe(2);
  expect(board.isFiltered).toBe(false);
  expect(emails(await open(admin, "?view=table&stage=proposal"))).toEqual([]);
});

test("used tags are offered as a filter, and open tasks stay the next step", async () => {
  const { admin, dana, max: other } = await twoProspects();
  expect((await open(admin, "")).tags).toEqual([]);
  for (const [tag, prospectIds] of [
    ["warm", [dana, other]],
    ["fintech", [dana]],
  ] as const)
    await changeProspects(admin, { prospectIds: [...prospectIds], change: { kind: "add_tag", tag } });
  await addTask(admin, { prospectId: dana, title: "Send the sample", dueOn: null, assigneeId: null });
  expect((await open(admin, "")).tags).toEqual(["fintech", "warm"]);
  const { page } = await open(admin, "?view=table&tag=fintech");
  expect(page?.rows).toMatchObject([{ tags: ["warm", "fintech"], nextTask: { title: "Send the sample" } }]);
});
