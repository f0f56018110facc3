import { listPendingRequests } from "#app/features/access/today.server.ts";
import { listNewAnalyses } from "#app/features/analysis/today.server.ts";
import { listPaymentsToCheck } from "#app/features/billing/today.server.ts";
import {
  listCallsOfToday,
  listCallsToConfirm,
  listFailingCalendars,
} from "#app/features/booking/agenda/today.server.ts";
import { dateIn } from "#app/features/booking/zoned-time.ts";
import { readFailures } from "#app/features/events/today.server.ts";
import { listBlueprintsToDraw, listOpenQuestions } from "#app/features/full-blueprint/today.server.ts";
import { findOurRefusals, listFailedMail } from "#app/features/mail/today.server.ts";
import { listSetupSteps } from "#app/features/operations/setup-steps.server.ts";
import { findProspects, listDueTasks } from "#app/features/pipeline/tasks/today.server.ts";
import { listDisabledEndpoints } from "#app/features/webhooks/today.server.ts";
import { canRead } from "#app/lib/actor.ts";
import type { NotAdmin } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { areas } from "#app/lib/rights.ts";
import { env } from "#app/platform/env.server.ts";
import type { AdminCtx } from "./admin.server.ts";

const size = 6;
const failedMails = 3;
const allTasks = 500;

/** The due tasks that the page shows: the admin's own or everyone's. */
export type TaskOwner = "me" | "everyone";

/**
 * Loads everything that needs this member of the team today, in the areas that their role reads: one concurrent query per list, then the prospects of the calls and analyses.
 * Lists have at most six items (calls: 50; tasks with `hasAllTasks`: 500) and a total.
 */
export async function readToday(ctx: AdminCtx, { tasksOf, hasAllTasks }: { tasksOf: TaskOwner; hasAllTasks: boolean }) {
  const firmZone = env().COMPANY_TIMEZONE;
  const noTasks = { ...none, late: 0, everyone: 0, today: dateIn(ctx.now, firmZone) };
  const [
    calls,
    callsToConfirm,
    due,
    requests,
    analyses,
    blueprints,
    questions,
    payments,
    mail,
    ourRefusals,
    calendars,
    endpoints,
    failures,
    setup,
  ] = await Promise.all([
    allowed(listCallsOfToday(ctx), []),
    allowed(listCallsToConfirm(ctx, size), none),
    allowed(listDueTasks(ctx, { of: tasksOf, size: hasAllTasks ? allTasks : size, firmZone }), {
      ...{ tasks: noTasks, replies: noTasks },
    }),
    allowed(listPendingRequests(ctx, size), none),
    allowed(listNewAnalyses(ctx, size), none),
    allowed(listBlueprintsToDraw(ctx, size), { ...none, unassigned: 0, late: 0 }),
    allowed(listOpenQuestions(ctx, size), none),
    allowed(listPaymentsToCheck(ctx, size), none),
    allowed(listFailedMail(ctx, failedMails), none),
    allowed(findOurRefusals(ctx), null),
    allowed(listFailingCalendars(ctx), []),
    allowed(listDisabledEndpoints(ctx), []),
    allowed(readFailures(ctx), { queues: [], undelivered: [] }),
    listSetupSteps(ctx),
  ]);
  const { byEmail, byUser } = await findProspects(ctx, {
    emails: calls.map(({ email }) => email),
    userIds: analyses.items.map(({ userId }) => userId),
  });
  return {
    calls: calls.map((call) => ({ ...call, prospect: byEmail.get(call.email) ?? null })),
    callsToConfirm,
    ...due,
    requests,
    analyses: {
      ...analyses,
      items: analyses.items.map((item) => ({ ...item, prospectId: byUser.get(item.userId)?.id ?? null })),
    },
    blueprints,
    questions,
    payments,
    mail,
    ourRefusals,
    calendars,
    endpoints,
    ...failures,
    setup,
    areas: areas.filter((area) => canRead(ctx.actor, area)),
  };
}

export type Today = Awaited<ReturnType<typeof readToday>>;

const none = { items: [], total: 0 };

/** The list, or the empty one for a role that cannot read its area. */
async function allowed<Value>(result: Promise<Result<Value, NotAdmin>>, empty: Value): Promise<Value> {
  const found = await result;
  return found.ok ? found.value : empty;
}
