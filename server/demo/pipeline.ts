import { like } from "drizzle-orm";
import { listAdmins, type NamedPerson } from "#app/features/accounts/people.server.ts";
import { writeNote } from "#app/features/pipeline/notes.server.ts";
import { editProspect } from "#app/features/pipeline/prospect-commands.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { addTask, markTask } from "#app/features/pipeline/tasks.server.ts";
import type { SignedIn } from "#app/lib/actor.ts";
import { demoAddressPattern } from "#app/lib/demo-address.ts";
import { newId } from "#app/lib/uuid.ts";
import { companyDates } from "#app/platform/company-dates.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { after, must, type Timeline } from "./timeline.ts";

const notes = [
  "Asked how the adoption figure is derived.\n\n**Next:** send the assumptions sheet.",
  "Wants to see lead routing first:\n\n1. forms into the CRM\n2. owner by region\n3. alert in chat",
  "Budget is decided at the end of the quarter.",
  "> Our forms end up in three places.\n\nStarts with the CRM cleanup.",
];
const tasks = [
  { title: "Send the assumptions sheet", inDays: -2 },
  { title: "Prepare the strategy call", inDays: 0 },
  { title: "Ask who approves the budget", inDays: 3 },
  { title: "Check back after the quarter", inDays: 12 },
];
const tags = [["warm"], ["referral", "saas"], [], ["budget-q1"]];

/**
 * Adds the work of admins in the pipeline: owners, tags, notes and tasks for most prospects. Demo data creates no admin;
 * without one the prospects have no owner. Call it after the events were delivered.
 */
export async function addPipelineWork(ctx: Ctx, time: Timeline): Promise<void> {
  const admins = await listAdmins(ctx);
  const rows = await ctx.db
    .select()
    .from(prospect)
    .where(like(prospect.email, demoAddressPattern))
    .orderBy(prospect.email);
  for (const [index, row] of rows.entries()) {
    const owner = admins[index % Math.max(1, admins.length)];
    const ownerId = index % 5 === 4 ? null : (owner?.userId ?? null);
    const { id: prospectId, version, name, company, website, role, industry, employees, valueCents } = row;
    const at = (daysAgo: number): Ctx => ({
      ...ctx,
      ...(owner && { actor: adminOf(owner) }),
      now: after(time.now, { days: -daysAgo, hours: -time.chance() }),
    });
    must(
      await editProspect(at(3), {
        ...{ prospectId, version, name, company, website, role, industry, employees, valueCents, ownerId },
        expectedClose: index % 3 === 0 ? dayOf(after(time.now, { days: time.between(10, 60) })) : null,
        tags: tags[index % tags.length]!,
      }),
    );
    if (index % 3 !== 2) must(await writeNote(at(2), { prospectId, body: notes[index % notes.length]! }));
    if (index % 4 === 3) continue;
    const { title, inDays } = tasks[time.between(0, tasks.length - 1)]!;
    const dueOn = dayOf(after(time.now, { days: inDays }));
    must(await addTask(at(2), { prospectId, title, dueOn, assigneeId: ownerId }));
    if (index % 6 === 0) {
      const done = { prospectId, title: "Read the analysis", dueOn: null, assigneeId: ownerId };
      const { id: taskId } = must(await addTask(at(3), done));
      must(await markTask(at(1), { taskId, isDone: true }));
    }
  }
}

const adminOf = ({ userId, email }: NamedPerson): SignedIn => ({
  ...{ kind: "user", userId, email, sessionId: newId(), isAdmin: true, aal: "aal2" },
});

const dayOf = (date: Date): string => companyDates().isoDay(date);
