import { countCalendars } from "#app/features/booking/hosts/hosts.server.ts";
import { findDemo } from "#app/features/demo/demo.server.ts";
import { listNewestAuditLines } from "#app/features/security/audit/audit.server.ts";
import { canChange } from "#app/lib/actor.ts";
import { dayOf } from "#app/lib/dates/date-text.ts";
import { isUnnamed } from "#app/lib/firm.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env, mailServerProblem, operatorCommand } from "#app/platform/env.server.ts";
import type { SetupStepKey } from "#app/platform/settings/setup-step-keys.ts";
import { operationsAudit } from "./audit.ts";
import type { IntegrationKey } from "./integrations.ts";
import { senderDomain } from "./sender-records.server.ts";
import { findLastBackup, isRecentBackup } from "./system-facts.server.ts";

/*
 * The checklist "Set up your firm" on Today. Whether a step is done follows from the settings and the data; only dismissals are
 * stored, in the setting firm.setup_dismissed; its history can undo them.
 */

export type SetupStep = {
  key: SetupStepKey;
  title: string;
  why: string;
  href: string;
  /** Run on the server. */
  command?: string;
  /** What is tested on the checklist itself. */
  test?: IntegrationKey;
};

type Facts = { calendars: number; hasDemo: boolean; passed: ReadonlySet<string>; now: Date; backupAt: Date | null };

const settingsPage = (group: string) => `/admin/settings/${group}`;

function allSteps({ calendars, hasDemo, passed, now, backupAt }: Facts): (SetupStep & { isDone: boolean })[] {
  const settings = env();
  const hasServer = Boolean(settings.SMTP_URL);
  const hasSender = !settings.MAIL_FROM.includes("@gtmarc.example");
  const hasBank = Boolean(settings.BILLING_BANK_DETAILS);
  return [
    {
      key: "name",
      title: `Set the ${isUnnamed() ? "name and the contact address" : "contact address"} of the firm`,
      why: "Pages, mails and documents carry its name, logo and contact address.",
      href: settingsPage("firm"),
      isDone: !isUnnamed() && !settings.CONTACT_EMAIL.endsWith("@gtmarc.example"),
    },
    {
      key: "legal",
      title: "Enter the legal identity",
      why: "The law asks for the name and address of the legal person in the footer, the terms and on invoices.",
      href: settingsPage("legal"),
      isDone: Boolean(settings.LEGAL_NAME && settings.LEGAL_ADDRESS?.length),
    },
    {
      key: "mail",
      title: hasServer ? "Send a test email" : "Connect a mail server",
      why: hasServer
        ? "The mail server is set. A test shows whether it accepts emails."
        : (mailServerProblem() ?? "Without a mail server mails are only kept as files. Set it and send a test."),
      href: settingsPage("mail"),
      ...(hasServer ? { test: "mail" } : {}),
      isDone: hasServer && passed.has("mail"),
    },
    {
      key: "sender",
      title: hasSender ? "Check the sender's DNS records" : "Set the sender of mails and the newsletter",
      why: "Recipients see it, and their servers check that its domain allows your mail server.",
      href: settingsPage("mail"),
      ...(hasSender ? { test: "sender" } : {}),
      isDone: hasSender && passed.has("sender"),
    },
    {
      key: "calendar",
      title: "Connect a calendar and check the office hours",
      why: "Visitors can book any free hour. A connected calendar keeps your other appointments free.",
      href: "/admin/calendar/hosts",
      isDone: calendars > 0 || Boolean(settings.CALENDLY_URL),
    },
    {
      key: "people",
      title: "Introduce the people who do the work",
      why: "Our Approach and Our Story show them with their portraits.",
      href: settingsPage("people"),
      isDone: settings.ARCHITECTS.length > 0,
    },
    {
      key: "payments",
      title: "Choose how clients pay",
      why: "Invoices are issued once sender and bank details are set. With Stripe keys clients pay by card.",
      href: settingsPage("billing"),
      isDone: hasBank || Boolean(settings.STRIPE_SECRET_KEY),
    },
    {
      key: "sign-in",
      title: "Offer sign-in with Google or Microsoft",
      why: "Clients then need no password of their own.",
      href: settingsPage("sign-in"),
      isDone: Boolean(settings.GOOGLE_CLIENT_ID || settings.MICROSOFT_CLIENT_ID),
    },
    {
      key: "backup",
      title: "Make a backup every day",
      why: `${backupAt ? `The last one was made on ${dayOf(backupAt, settings.COMPANY_TIMEZONE)}. ` : ""}Let a timer run this command, or dismiss the step if you back up the database in another way:`,
      command: operatorCommand("backup FILE"),
      href: "/admin/settings",
      isDone: isRecentBackup(backupAt, now),
    },
    {
      key: "demo",
      title: "Remove the demo data",
      why: "Its people and figures are mixed with yours. This command removes them:",
      command: operatorCommand("seed demo --remove"),
      href: "/admin",
      isDone: !hasDemo,
    },
  ];
}

/** The steps that are neither done nor dismissed, for those who may change settings, and the number of all steps. */
export async function listSetupSteps(
  ctx: Ctx,
): Promise<{ steps: SetupStep[]; total: number; dismissed: readonly string[] }> {
  const { SETUP_DISMISSED: dismissed } = env();
  if (!canChange(ctx.actor, "settings")) return { steps: [], total: 0, dismissed };
  const [passed, backupAt, calendars, demo] = await Promise.all([
    listPassedTests(ctx),
    findLastBackup(ctx),
    dismissed.includes("calendar") || env().CALENDLY_URL ? null : countCalendars(ctx),
    dismissed.includes("demo") ? null : findDemo(ctx),
  ]);
  const all = allSteps({ calendars: calendars?.total ?? 0, hasDemo: demo !== null, passed, now: ctx.now, backupAt });
  const open = all.filter(({ key, isDone }) => !isDone && !dismissed.includes(key));
  return { steps: open.map(({ isDone: _, ...step }) => step), total: all.length, dismissed };
}

/** Integrations whose newest test passed, the sender's with the domain that it has now. */
async function listPassedTests(ctx: Ctx): Promise<ReadonlySet<string>> {
  const domain = senderDomain(env());
  const newest = await listNewestAuditLines(ctx, {
    action: operationsAudit.integrationTested,
    subjects: ["mail", "sender"],
  });
  const passed = newest.filter(
    ({ subject, detail }) => detail["passed"] === true && (subject !== "sender" || detail["domain"] === domain),
  );
  return new Set(passed.map(({ subject }) => subject));
}
