import { listPendingRequests } from "#app/features/access/today.server.ts";
import { listNewAnalyses } from "#app/features/analysis/today.server.ts";
import { listPaymentsToCheck } from "#app/features/billing/today.server.ts";
import { listCallsOfToday, listFailingCalendars } from "#app/features/booking/agenda/today.server.ts";
import { readFailures } from "#app/features/events/today.server.ts";
import { listBlueprintsToDraw, listOpenQuestions } from "#app/features/full-blueprint/today.server.ts";
import { findOurRefusals, listFailedMail } from "#app/features/mail/today.server.ts";
import { findProspects, listDueTasks } from "#app/features/pipeline/tasks/today.server.ts";
import { listDisabledEndpoints } from "#app/features/webhooks/today.server.ts";
import type { NotAdmin } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import type { AdminCtx } from "./admin.server.ts";

const size = 6;
const failedMails = 3;
const allTasks = 500;

/** The due tasks that the page shows: the admin's own or everyone's. */
export type TaskOwner = "me" | "everyone";

/**
 * Loads everything that needs an admin today: one concurrent query per list, then the prospects of the calls and analyses.
 * Lists have at most six items (calls: 50; tasks with `hasAllTasks`: 500) and a total.
 */
export async function readToday(ctx: AdminCtx, { tasksOf, hasAllTasks }: { tasksOf: TaskOwner; hasAllTasks: boolean }) {
  const [
    calls,
    tasks,
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
  ] = await Promise.all([
    allowed(listCallsOfToday(ctx)),
    allowed(
      listDueTasks(ctx, {
        of: tasksOf,
        size: hasAllTasks ? allTasks : size,
        firmZone: env().COMPANY_TIMEZONE,
      }),
    ),
    allowed(listPendingRequests(ctx, size)),
    allowed(listNewAnalyses(ctx, size)),
    allowed(listBlueprintsToDraw(ctx, size)),
    allowed(listOpenQuestions(ctx, size)),
    allowed(listPaymentsToCheck(ctx, size)),
    allowed(listFailedMail(ctx, failedMails)),
    allowed(findOurRefusals(ctx)),
    allowed(listFailingCalendars(ctx)),
    allowed(listDisabledEndpoints(ctx)),
    allowed(readFailures(ctx)),
  ]);
  const { byEmail, byUser } = await findProspects(ctx, {
    emails: calls.map(({ email }) => email),
    userIds: analyses.items.map(({ userId }) => userId),
  });
  return {
    calls: calls.map((call) => ({ ...call, prospect: byEmail.get(call.email) ?? null })),
    tasks,
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
  };
}

export type Today = Awaited<ReturnType<typeof readToday>>;

async function allowed<Value>(result: Promise<Result<Value, NotAdmin>>): Promise<Value> {
  const found = await result;
  if (!found.ok) throw new Error("The guard accepted a non-admin.");
  return found.value;
}
