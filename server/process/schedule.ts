import { z } from "zod";
import { approveDueJob, sweepCheckLogJob } from "#app/features/access/jobs.server.ts";
import {
  checkDomainsJob,
  deleteAccountsJob,
  mailResetJob,
  mailSignInLinkJob,
  sendLegalNoticesJob,
  sweepAccountsJob,
} from "#app/features/accounts/jobs.server.ts";
import { listTeam } from "#app/features/accounts/profile/people.server.ts";
import { writeNarrativeJob } from "#app/features/analysis/narrative/narrative.server.ts";
import { sendAlerts } from "#app/features/analytics/alerts/alerts.server.ts";
import { failHistoryJob, importHistoryJob } from "#app/features/analytics/imports/history-job.server.ts";
import {
  deriveVisitsJob,
  maintainVisitsJob,
  sweepFunnelJob,
  sweepHistoryJob,
} from "#app/features/analytics/jobs.server.ts";
import { sendWeeklyMails } from "#app/features/analytics/weekly-mail/weekly-mail.server.ts";
import { remindOfInvoices } from "#app/features/billing/invoices/reminders.server.ts";
import { reconcilePaymentsJob } from "#app/features/billing/jobs.server.ts";
import { writeCalendarsJob } from "#app/features/booking/calendars/writing.server.ts";
import {
  closePastCallsJob,
  expirePendingJob,
  followCalendarsJob,
  followChangedJob,
  keepChannelsJob,
  readBusyFeedsJob,
  remindJob,
} from "#app/features/booking/jobs.server.ts";
import { eventJobs } from "#app/features/events/dispatch.server.ts";
import { sweepEventsJob } from "#app/features/events/jobs.server.ts";
import { mailCommentsJob } from "#app/features/full-blueprint/jobs.server.ts";
import { deliverMailJob, judgeClicksJob, sweepMailJob } from "#app/features/mail/jobs.server.ts";
import { beginIssuesJob, feedIssueJob, sweepNewsletterJob } from "#app/features/newsletter/jobs.server.ts";
import { failImportJob, importProspectsJob } from "#app/features/pipeline/import/import-job.server.ts";
import { undoImportJob } from "#app/features/pipeline/import/import-undo.server.ts";
import { rescoreProspectsJob, sweepImportsJob } from "#app/features/pipeline/jobs.server.ts";
import { remindOfTasks } from "#app/features/pipeline/tasks/task-reminders.server.ts";
import { sweepLimits } from "#app/features/security/requests/limits.server.ts";
import { sweepTraps } from "#app/features/security/security-log/traps.server.ts";
import { advanceSequencesJob, enrolInactiveJob, settleTasksJob } from "#app/features/sequences/jobs.server.ts";
import { sendWebhooksJob, sweepWebhooksJob } from "#app/features/webhooks/jobs.server.ts";
import { purgeBlueprintsJob } from "#app/features/wizard/jobs.server.ts";
import { env } from "#app/platform/env.server.ts";
import { defineJob, type JobDefinition, type Schedule } from "#app/platform/queues/jobs.server.ts";
import { consumers } from "../consumers.ts";

const sweepLimitsJob = defineJob({
  name: "security.sweep-limits",
  payload: z.object({}),
  run: (ctx) => sweepLimits(ctx),
});

const sweepTrapsJob = defineJob({
  name: "security.sweep-traps",
  payload: z.object({}),
  run: (ctx) => sweepTraps(ctx),
});

const remindOfTasksJob = defineJob({
  name: "pipeline.remind",
  payload: z.object({}),
  single: true,
  run: (ctx) => remindOfTasks(ctx, { firmZone: env().COMPANY_TIMEZONE }),
});

const remindOfInvoicesJob = defineJob({
  name: "billing.remind-of-invoices",
  payload: z.object({}),
  single: true,
  run: (ctx) => remindOfInvoices(ctx, { isOn: env().INVOICE_REMINDERS, firmZone: env().COMPANY_TIMEZONE }),
});

const weeklyMailJob = defineJob({
  name: "analytics.weekly-mail",
  payload: z.object({}),
  single: true,
  run: async (ctx) => {
    await sendWeeklyMails(ctx, { admins: await listTeam(ctx, "analytics"), firmZone: env().COMPANY_TIMEZONE });
  },
});

const alertsJob = defineJob({
  name: "analytics.alerts",
  payload: z.object({}),
  single: true,
  run: async (ctx) => {
    await sendAlerts(ctx, { admins: await listTeam(ctx, "analytics"), firmZone: env().COMPANY_TIMEZONE });
  },
});

export const jobDefinitions: readonly JobDefinition[] = [
  ...eventJobs(consumers),
  sweepEventsJob,
  sweepLimitsJob,
  sweepTrapsJob,
  deliverMailJob,
  judgeClicksJob,
  sweepMailJob,
  sweepAccountsJob,
  mailResetJob,
  mailSignInLinkJob,
  deleteAccountsJob,
  sendLegalNoticesJob,
  checkDomainsJob,
  approveDueJob,
  sweepCheckLogJob,
  purgeBlueprintsJob,
  reconcilePaymentsJob,
  remindOfInvoicesJob,
  remindJob,
  closePastCallsJob,
  expirePendingJob,
  readBusyFeedsJob,
  writeCalendarsJob,
  followCalendarsJob,
  followChangedJob,
  keepChannelsJob,
  writeNarrativeJob,
  mailCommentsJob,
  sweepFunnelJob,
  deriveVisitsJob,
  maintainVisitsJob,
  weeklyMailJob,
  alertsJob,
  failHistoryJob,
  importHistoryJob,
  sweepHistoryJob,
  beginIssuesJob,
  feedIssueJob,
  sweepNewsletterJob,
  rescoreProspectsJob,
  failImportJob,
  importProspectsJob,
  undoImportJob,
  sweepImportsJob,
  remindOfTasksJob,
  sendWebhooksJob,
  sweepWebhooksJob,
  advanceSequencesJob,
  enrolInactiveJob,
  settleTasksJob,
];

/** Every schedule, including jobs that run once after a start. */
export const schedules: readonly Schedule[] = [
  { job: sweepLimitsJob, cron: "7 * * * *" },
  { job: sweepTrapsJob, cron: "31 3 * * *" },
  { job: deliverMailJob, cron: "* * * * *", atStart: true },
  { job: judgeClicksJob, cron: "* * * * *" },
  { job: sendWebhooksJob, cron: "* * * * *", atStart: true },
  { job: sweepWebhooksJob, cron: "13 4 * * *" },
  { job: sweepMailJob, cron: "11 3 * * *" },
  { job: sweepEventsJob, cron: "47 3 * * *" },
  { job: sweepAccountsJob, cron: "19 3 * * *" },
  { job: deleteAccountsJob, cron: "31 * * * *" },
  { job: sendLegalNoticesJob, cron: "* * * * *", atStart: true },
  { job: checkDomainsJob, cron: "51 4 * * *" },
  { job: approveDueJob, cron: "*/10 * * * *" },
  { job: sweepCheckLogJob, cron: "23 3 * * *" },
  { job: purgeBlueprintsJob, cron: "41 3 * * *" },
  { job: reconcilePaymentsJob, cron: "*/10 * * * *" },
  { job: remindOfInvoicesJob, cron: "*/15 * * * *", atStart: true },
  { job: remindJob, cron: "* * * * *", atStart: true },
  { job: closePastCallsJob, cron: "*/5 * * * *" },
  { job: expirePendingJob, cron: "* * * * *" },
  { job: readBusyFeedsJob, cron: "*/10 * * * *" },
  { job: writeCalendarsJob, cron: "* * * * *", atStart: true },
  { job: followCalendarsJob, cron: "* * * * *" },
  { job: keepChannelsJob, cron: "* * * * *", atStart: true },
  { job: mailCommentsJob, cron: "* * * * *" },
  { job: beginIssuesJob, cron: "* * * * *", atStart: true },
  { job: sweepNewsletterJob, cron: "27 3 * * *" },
  { job: sweepFunnelJob, cron: "53 3 * * *" },
  { job: deriveVisitsJob, cron: "*/2 * * * *", atStart: true },
  { job: maintainVisitsJob, cron: "3 4 * * *" },
  { job: sweepHistoryJob, cron: "43 * * * *" },
  { job: weeklyMailJob, cron: "*/15 * * * *", atStart: true },
  { job: alertsJob, cron: "*/15 * * * *", atStart: true },
  { job: rescoreProspectsJob, cron: "17 4 * * *" },
  { job: sweepImportsJob, cron: "37 * * * *" },
  { job: remindOfTasksJob, cron: "*/15 * * * *", atStart: true },
  { job: advanceSequencesJob, cron: "* * * * *", atStart: true },
  { job: enrolInactiveJob, cron: "23 * * * *" },
  { job: settleTasksJob, cron: "27 * * * *", atStart: true },
];
