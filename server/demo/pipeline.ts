import { like } from "drizzle-orm";
import { listAdmins, type NamedPerson } from "#app/features/accounts/profile/people.server.ts";
import { writeNote } from "#app/features/pipeline/notes/notes.server.ts";
import { contactFields } from "#app/features/pipeline/prospect-fields.ts";
import { editProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import type { Stage } from "#app/features/pipeline/prospects/stages.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { addTask, markTask } from "#app/features/pipeline/tasks/tasks.server.ts";
import type { SignedIn } from "#app/lib/actor.ts";
import { demoAddressPattern } from "#app/lib/people/demo-address.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { after, must, type Timeline } from "./timeline.ts";

const routing = "Wants to see lead routing first:\n\n1. forms into the CRM\n2. owner by region\n3. alert in chat";
const forms = "> Our forms end up in three places.\n\nStarts with the CRM cleanup.";
const adoption = "Asked how the adoption figure is derived.\n\n**Next:** send the assumptions sheet.";
const budget = "Budget is decided at the end of the quarter.";

/** What admins do in each stage; `done` is a task that is finished by then. */
const workIn: Record<Stage, { notes: readonly string[]; tasks: readonly string[]; done: string }> = {
  lead: {
    notes: [routing, forms],
    tasks: ["Ask which work takes most of their week", "Offer help with the wizard"],
    done: "Read their website",
  },
  new_analysis: {
    notes: [adoption, routing, budget, forms],
    tasks: ["Send the assumptions sheet", "Invite to a strategy call"],
    done: "Read the analysis",
  },
  qualified: {
    notes: [adoption, routing, budget, forms],
    tasks: ["Invite to a strategy call", "Ask who approves the budget"],
    done: "Read the analysis",
  },
  call_booked: {
    notes: [adoption, routing, budget, forms],
    tasks: ["Prepare the strategy call"],
    done: "Read the analysis",
  },
  proposal: {
    notes: [routing, budget, forms],
    tasks: ["Ask who approves the budget", "Check back after the quarter"],
    done: "Read the analysis",
  },
  won: {
    notes: [routing, forms],
    tasks: ["Agree on a day for the kickoff", "Send the kickoff agenda"],
    done: "Read the analysis",
  },
  lost: { notes: [budget], tasks: ["Check back after the quarter"], done: "Read the analysis" },
};
const dueInDays = [-2, 0, 3, 12];
const tags = [["warm"], ["referral", "saas"], [], ["budget-q1"]];

/**
 * Adds the work of admins in the pipeline: owners, tags, and notes and tasks that fit the stage, for most prospects. Demo data creates no admin;
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
    const { notes, tasks, done } = workIn[row.stage];
    const { id: prospectId, version } = row;
    const at = (daysAgo: number): Ctx => ({
      ...ctx,
      ...(owner && { actor: adminOf(owner) }),
      now: after(time.now, { days: -daysAgo, hours: -time.chance() }),
    });
    must(
      await editProspect(at(3), {
        ...{ prospectId, version, ...pick(row, contactFields), ownerId },
        expectedClose: index % 3 === 0 ? dayOf(after(time.now, { days: time.between(10, 60) })) : null,
        tags: tags[index % tags.length]!,
      }),
    );
    if (index % 3 !== 2) must(await writeNote(at(2), { prospectId, body: notes[index % notes.length]! }));
    if (index % 4 === 3) continue;
    const dueOn = dayOf(after(time.now, { days: time.pick(dueInDays) }));
    must(await addTask(at(2), { prospectId, title: tasks[index % tasks.length]!, dueOn, assigneeId: ownerId }));
    if (index % 6 === 0) {
      const { id: taskId } = must(await addTask(at(3), { prospectId, title: done, dueOn: null, assigneeId: ownerId }));
      must(await markTask(at(1), { taskId, isDone: true }));
    }
  }
}

const adminOf = ({ userId, email }: NamedPerson): SignedIn => ({
  ...{ kind: "user", userId, email, sessionId: newId(), isAdmin: true, aal: "aal2" },
});

const dayOf = (date: Date): string => companyDates().isoDay(date);
