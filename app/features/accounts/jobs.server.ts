import { z } from "zod";
import { defineJob } from "#app/platform/queues/jobs.server.ts";
import { checkDomains } from "./company/domain-checks.server.ts";
import { deleteDueAccounts } from "./deletion.server.ts";
import { mailLinkQueue, mailResetQueue } from "./emails/mail-queues.ts";
import { sweepExpired } from "./passwords/expiry.server.ts";
import { mailReset } from "./passwords/reset-mail.server.ts";
import { mailSignInLink } from "./sign-in/link-mail.server.ts";
import { sendLegalNotices } from "./users/legal-notices.server.ts";

/** Deletes expired sessions, links and challenges, which are already invalid. */
export const sweepAccountsJob = defineJob({
  name: "accounts.sweep",
  payload: z.object({}),
  run: (ctx) => sweepExpired(ctx),
});

/** Mails the link and code of a reset if the account exists. A job, so that the response time reveals nothing. */
export const mailResetJob = defineJob({
  name: mailResetQueue,
  payload: z.object({ userId: z.string(), request: z.string() }),
  run: (ctx, input) => mailReset(ctx, input),
});

export const mailSignInLinkJob = defineJob({
  name: mailLinkQueue,
  payload: z.object({ userId: z.string(), next: z.string().nullable() }),
  run: (ctx, input) => mailSignInLink(ctx, input),
});

export const checkDomainsJob = defineJob({
  name: "accounts.check-domains",
  payload: z.object({}),
  single: true,
  expireInSeconds: 900,
  run: (ctx) => checkDomains(ctx),
});

export const deleteAccountsJob = defineJob({
  name: "accounts.delete-due",
  payload: z.object({}),
  run: (ctx) => deleteDueAccounts(ctx),
});

/** Runs every minute: queues some mails of each notice, so that codes do not wait behind a large one. */
export const sendLegalNoticesJob = defineJob({
  name: "accounts.legal-notices",
  payload: z.object({}),
  single: true,
  run: (ctx) => sendLegalNotices(ctx),
});
