import { reminderDays } from "#app/features/billing/billing.ts";
import { isInvoiceSender, missingBillingDetails } from "#app/lib/invoice-details.ts";
import { counted } from "#app/lib/numbers.ts";
import { lockedBy, type Settings } from "#app/platform/env.server.ts";
import type { SettingGroup } from "#app/platform/settings/definition.ts";
import { definitionOf } from "#app/platform/settings/definitions.server.ts";
import type { IntegrationKey } from "./integrations.ts";

/*
 * Operations: what an admin can see and do about the running system. It has no records of its own but its audit entries, and no events.
 *
 * The settings page lists the services that are connected (here): whether each is on, its state, and the settings it lacks, by label and
 * never by value. Each can be tested (integration-tests.server.ts, test-mail.server.ts). Failed jobs and undelivered events are listed
 * and retried or discarded (queues.server.ts, queue-commands.server.ts). system-facts.server.ts has the facts of the process and the
 * database.
 *
 * This is the last feature in the order (scripts/features.cjs), so it may read all others.
 */

/** A service on the settings page. Contains labels of settings, never their values. */
export type Integration = {
  /** Null for integrations without another system to test. */
  key: IntegrationKey | null;
  name: string;
  isOn: boolean;
  /** On, but the last attempt failed, partly or completely. */
  trouble?: "some" | "all" | undefined;
  state: string;
  test: string | null;
  /** By label; `lockedBy`: the variable of the environment that fixes it. */
  settings: { label: string; isSet: boolean; lockedBy: string | null }[];
  page?: { href: string; label: string };
};

type Read = Pick<
  Settings,
  | "SMTP_URL"
  | "MAIL_FROM"
  | "MAIL_DKIM_SELECTOR"
  | "MAIL_WEBHOOK_SECRET"
  | "MAIL_REPLY_ADDRESS"
  | "STRIPE_SECRET_KEY"
  | "STRIPE_WEBHOOK_SECRET"
  | "BILLING_SENDER"
  | "BILLING_BANK_DETAILS"
  | "INVOICE_REMINDERS"
  | "CALENDLY_URL"
  | "CALENDLY_WEBHOOK_SIGNING_KEY"
  | "AI_BASE_URL"
  | "AI_MODEL"
  | "AI_API_KEY"
  | "SITE_URL"
  | "GOOGLE_CLIENT_ID"
  | "GOOGLE_CLIENT_SECRET"
  | "MICROSOFT_CLIENT_ID"
  | "MICROSOFT_CLIENT_SECRET"
>;

/** Counts of webhook endpoints. `failing`: active, and every attempt since the last success failed. */
type EndpointCounts = { total: number; paused: number; disabled: number; failing: number };

/** Lists every integration of this version. `calendars`: the number of hosts' calendars, and of those that failed at their last read. */
export function listIntegrations(
  settings: Read,
  {
    calendars: { total, failing },
    endpoints,
  }: { calendars: { total: number; failing: number }; endpoints: EndpointCounts },
): Integration[] {
  const named = (...variables: Exclude<keyof Read, "SITE_URL">[]) =>
    variables.map((variable) => {
      const { label } = definitionOf(variable);
      return { label, isSet: Boolean(settings[variable]), lockedBy: lockedBy(variable) };
    });
  const settingsPage = (group: SettingGroup, isOn: boolean) => ({
    page: { href: `/admin/settings/${group}`, label: isOn ? "Settings" : "Set it up" },
  });
  const hasStripe = Boolean(settings.STRIPE_SECRET_KEY);
  const missingDetails = missingBillingDetails(settings);
  const hasModel = Boolean(settings.AI_BASE_URL);
  return [
    {
      key: "mail",
      name: "Mail",
      isOn: Boolean(settings.SMTP_URL),
      state: settings.SMTP_URL
        ? "Emails are sent through your mail server."
        : "No email is sent. Each email is a file in DATA_DIR/mailbox.",
      test: settings.SMTP_URL
        ? "Sends one email to your address and shows the server's response."
        : "Writes one email to you into the mailbox folder.",
      settings: named("SMTP_URL", "MAIL_WEBHOOK_SECRET", "MAIL_REPLY_ADDRESS"),
      ...settingsPage("mail", Boolean(settings.SMTP_URL)),
    },
    {
      key: "sender",
      name: "Sender",
      isOn: Boolean(settings.SMTP_URL),
      state: "Receiving mail servers look up SPF, DKIM and DMARC of the sender's domain.",
      test: "Looks up the three DNS records.",
      settings: named("MAIL_FROM", "MAIL_DKIM_SELECTOR"),
      ...settingsPage("mail", Boolean(settings.SMTP_URL)),
    },
    {
      key: "stripe",
      name: "Stripe",
      isOn: hasStripe,
      state: hasStripe
        ? "Full blueprints are paid by card. Stripe reports payments to /api/webhooks/stripe."
        : "Full blueprints are paid by invoice.",
      test: hasStripe ? "Reads one checkout session with your key. Changes nothing." : null,
      settings: named("STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"),
      ...settingsPage("billing", hasStripe),
    },
    {
      key: null,
      name: "Invoices",
      isOn: missingDetails.length === 0,
      trouble: missingDetails.length > 0 && !hasStripe ? "all" : undefined,
      state:
        missingDetails.length > 0
          ? `Invoices cannot be issued. ${missingDetails.join(" ")}`
          : `Invoices name the firm and its account. ${settings.INVOICE_REMINDERS ? `Clients are reminded ${reminderDays.join(" and ")} days after the due day.` : "No reminders are sent."}`,
      test: null,
      settings: [
        ...named("BILLING_SENDER").map((one) => ({ ...one, isSet: isInvoiceSender(settings.BILLING_SENDER) })),
        ...named("BILLING_BANK_DETAILS"),
      ],
      ...settingsPage("billing", missingDetails.length === 0),
    },
    {
      key: "calendly",
      name: "Calendly",
      isOn: Boolean(settings.CALENDLY_URL),
      state: settings.CALENDLY_URL
        ? `The contact page shows Calendly. ${settings.CALENDLY_WEBHOOK_SIGNING_KEY ? "Calendly reports bookings to /api/webhooks/calendly." : "Without the signing key, bookings made there are not recorded here."}`
        : "The contact page shows the built-in scheduler.",
      test: settings.CALENDLY_URL ? "Reads the Calendly page." : null,
      settings: named("CALENDLY_URL", "CALENDLY_WEBHOOK_SIGNING_KEY"),
      ...settingsPage("booking", Boolean(settings.CALENDLY_URL)),
    },
    {
      key: "calendars",
      name: "Hosts' calendars",
      isOn: total > 0,
      trouble: failing === 0 ? undefined : failing === total ? "all" : "some",
      state: calendarsText(total, failing),
      test: total > 0 ? "Reads every calendar now." : null,
      settings: [],
      page: { href: "/admin/calendar/hosts", label: "Hosts" },
    },
    {
      key: "language-model",
      name: "Language model",
      isOn: hasModel,
      state: hasModel
        ? "A model writes the summary of each analysis from its figures."
        : "The summary of an analysis is the built-in text.",
      test: hasModel ? "Asks the model for one word." : null,
      settings: named("AI_BASE_URL", "AI_MODEL", "AI_API_KEY"),
      ...settingsPage("model", hasModel),
    },
    ...(["Google", "Microsoft"] as const).map((name): Integration => {
      const prefix = name === "Google" ? "GOOGLE" : "MICROSOFT";
      const isOn = Boolean(settings[`${prefix}_CLIENT_ID`]);
      const callback = `${settings.SITE_URL}/auth/callback/${name.toLowerCase()}`;
      return {
        ...{ key: null, name: `Sign-in with ${name}`, isOn, test: null },
        state: isOn
          ? `The sign-in page offers ${name}. The redirect address at ${name} is ${callback}.`
          : `The sign-in page does not offer ${name}.`,
        settings: named(`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`),
        ...settingsPage("sign-in", isOn),
      };
    }),
    {
      key: null,
      name: "Analytics",
      isOn: true,
      state: "Visits and funnel steps are stored in this database. No other company receives them.",
      test: null,
      settings: [],
    },
    {
      key: null,
      name: "Webhooks",
      isOn: endpoints.total > endpoints.paused + endpoints.disabled,
      trouble: troubleOf(endpoints),
      state: endpointsText(endpoints),
      test: null,
      settings: [],
      page: {
        href: "/admin/webhook-setup-guide",
        label: endpoints.total > 0 ? "Open webhooks" : "Set up webhooks",
      },
    },
  ];
}

function troubleOf({ total, disabled, failing }: EndpointCounts): Integration["trouble"] {
  if (disabled + failing === 0) return undefined;
  return disabled + failing === total ? "all" : "some";
}

function endpointsText({ total, paused, disabled, failing }: EndpointCounts): string {
  if (total === 0) return "No other program receives events. The setup guide takes a few minutes.";
  const active = total - paused - disabled;
  const sentences = [
    active > 0 && `Events are sent to ${active === 1 ? "one endpoint" : `${active} endpoints`}.`,
    failing > 0 && `${failing === 1 ? "One" : failing} of them has not accepted any lately.`,
    paused > 0 && `${paused === 1 ? "One endpoint is" : `${paused} endpoints are`} paused.`,
    paused === total && `Nothing is sent until you resume ${paused === 1 ? "it" : "them"}.`,
    disabled > 0 &&
      `${disabled === 1 ? "One endpoint is" : `${disabled} endpoints are`} disabled: nothing is sent there until you resume ${disabled === 1 ? "it" : "them"}.`,
  ];
  return sentences.filter(Boolean).join(" ");
}

function calendarsText(total: number, failing: number): string {
  if (total === 0) return "No calendar is read. Add one on a host's page under Calendar.";
  if (failing === 0) return `${counted(total, "calendar is", "calendars are")} read every ten minutes.`;
  const failed =
    total === 1 ? "The calendar" : failing === total ? `All ${total} calendars` : `${failing} of ${total} calendars`;
  return `${failed} could not be read at the last attempt. The host's page shows why. The next attempt is within ten minutes.`;
}
