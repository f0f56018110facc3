import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { writeNote } from "../notes/notes.server.ts";
import { forgetPerson } from "../personal-data.server.ts";
import { followedEvents } from "../projection/facts.server.ts";
import { createProspect } from "../prospects/prospect-commands.server.ts";
import { addTask } from "../tasks/tasks.server.ts";
import { mergeProspects, undoMerge } from "./merging.server.ts";

const { ctx, pool } = useDatabase();
beforeEach(() => registerConsumers({ consumers: [], events: followedEvents }));

const people = ["anna", "bert", "carl", "dora", "emil"];
const person = fc.constantFrom(...people.keys());
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("merge" as const), from: person, into: person }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("undo" as const), merge: fc.nat(7) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("forget" as const), who: person }) },
);
const rows = async (query: string, values: unknown[] = []) => (await pool.query(query, values)).rows;
const tables = [
  ...["prospect", "prospect_address", "prospect_stage_change", "prospect_note", "prospect_note_mention"],
  ...["prospect_task", "prospect_merge", "prospect_import", "saved_view"],
];

test("after any history of merges, undos and deletions each address has one visible prospect or was deleted", async () => {
  const admin = await asAdmin(ctx);
  let history = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      history += 1;
      await pool.query("delete from prospect");
      const emails = people.map((name) => `${name}${history}@firm.example`);
      const ids: string[] = [];
      for (const [at, email] of emails.entries()) {
        const added = await createProspect(admin, { email, name: `Name ${email}` });
        if (!added.ok) throw new Error(added.reason.kind);
        const prospectId = added.value.id;
        ids.push(prospectId);
        await writeNote(admin, { prospectId, body: `About ${email}` });
        await addTask(admin, { prospectId, title: `Call ${email}`, dueOn: null, assigneeId: null });
        await pool.query("update prospect set tags = $1 where id = $2", [[email, `shared-${at % 2}`], prospectId]);
      }
      const merges: string[] = [];
      const forgotten = new Set<string>();
      for (const [at, action] of steps.entries()) {
        const actor = later(admin, { seconds: at });
        if (action.kind === "merge") {
          const merged = await mergeProspects(actor, { keptId: ids[action.into]!, mergedId: ids[action.from]! });
          if (merged.ok) merges.push(merged.value.mergeId);
        } else if (action.kind === "undo") {
          const mergeId = merges[action.merge];
          if (mergeId) await undoMerge(actor, { mergeId });
        } else {
          const email = emails[action.who]!;
          await inTransaction(actor, (tx) => forgetPerson(tx, { userId: null, email }));
          forgotten.add(email);
        }
        await expectSound(emails, forgotten);
      }
      for (const mergeId of merges.toReversed()) await undoMerge(admin, { mergeId });
      await expectSeparate(emails, forgotten);
    }),
    { numRuns: 25 },
  );
});

async function expectSound(emails: readonly string[], forgotten: ReadonlySet<string>): Promise<void> {
  const held = await rows(
    `select a.email from prospect_address a join prospect p on p.id = a.prospect_id
     where p.merged_into is null order by a.email`,
  );
  expect(held.map(({ email }) => email)).toEqual(emails.filter((email) => !forgotten.has(email)));
  expect(
    await rows(
      `select p.email from prospect p where case when p.merged_into is null
         then not exists (select 1 from prospect_address a where a.prospect_id = p.id and a.email = p.email)
         else (select count(*) from prospect_merge m
           where m.merged_id = p.id and m.kept_id = p.merged_into and m.undone_at is null) <> 1 end`,
    ),
  ).toEqual([]);
  for (const email of forgotten)
    for (const table of tables)
      expect(await rows(`select t::text from ${table} t where position($1 in t::text) > 0`, [email])).toEqual([]);
}

/** Checks that after undoing all merges each remaining person has their data from before. */
async function expectSeparate(emails: readonly string[], forgotten: ReadonlySet<string>): Promise<void> {
  const found = await rows(
    `select p.email, p.name, p.tags,
       array(select a.email from prospect_address a where a.prospect_id = p.id) as addresses,
       array(select n.body from prospect_note n where n.prospect_id = p.id) as notes,
       array(select k.title from prospect_task k where k.prospect_id = p.id) as tasks
     from prospect p where p.merged_into is null order by p.email`,
  );
  const expected = emails.flatMap((email, at) =>
    forgotten.has(email)
      ? []
      : {
          ...{ email, name: `Name ${email}`, tags: [email, `shared-${at % 2}`], addresses: [email] },
          ...{ notes: [`About ${email}`], tasks: [`Call ${email}`] },
        },
  );
  expect(found).toEqual(expected);
}
