import { type Area, type Role, roleChanges, roleReads } from "#app/lib/rights.ts";
import type { IconName } from "#app/ui/buttons/icon.tsx";

export type AdminLink = {
  href: string;
  /** Roles that cannot read it do not see the link and cannot open its pages. */
  area: Area;
  label: string;
  icon: IconName;
  about: string;
  words?: string;
  /** Key of `readAdminCounts` for the pending items shown beside the link. */
  count?: AdminCount;
};
export type AdminCount = "accessRequests" | "blueprints" | "billing";

/** The admin pages in the order of a working day. Other pages are reached from these. */
export const adminGroups: readonly { title: string; links: readonly AdminLink[] }[] = [
  {
    title: "Today",
    links: [
      {
        href: "/admin",
        area: "start",
        label: "Today",
        icon: "home",
        about: "Everything that needs you: calls, tasks, requests, payments.",
      },
      {
        href: "/admin/calendar",
        area: "calendar",
        label: "Calendar",
        icon: "calendar",
        about: "Calls and their outcomes, hosts with their hours, and what can be booked.",
      },
    ],
  },
  {
    title: "People",
    links: [
      {
        href: "/admin/prospect-pipeline",
        area: "pipeline",
        label: "Pipeline",
        words: "prospects leads board deals",
        icon: "trend",
        about: "Everyone the firm may sell to, by stage: score, value, next step and what happened.",
      },
      {
        href: "/admin/access-requests",
        area: "access",
        label: "Access requests",
        words: "codes",
        icon: "ticket",
        about: "Approve or decline access requests, resend codes.",
        count: "accessRequests",
      },
    ],
  },
  {
    title: "Work",
    links: [
      {
        href: "/admin/blueprints",
        area: "blueprints",
        label: "Full blueprints",
        icon: "edit",
        about: "Full blueprints to assign, write and publish.",
        count: "blueprints",
      },
      {
        href: "/admin/billing",
        area: "billing",
        label: "Billing",
        icon: "document",
        about: "Payments, invoices and receipts: mark paid, cancel, note a refund.",
        count: "billing",
      },
    ],
  },
  {
    title: "Outreach",
    links: [
      {
        href: "/admin/email-sequences",
        area: "sequences",
        label: "Email sequences",
        words: "outreach follow-ups drip campaigns enroll",
        icon: "route",
        about: "Follow-up emails and tasks over several days: steps, versions, people and a dry run.",
      },
      {
        href: "/admin/outreach-analytics",
        area: "sequences",
        label: "Outreach analytics",
        words: "email figures replies clicks bounces bookings",
        icon: "chart",
        about: "What the emails of sequences led to: clicks, replies, unsubscribes, bookings and their value.",
      },
      {
        href: "/admin/newsletter",
        area: "newsletter",
        label: "Newsletter",
        icon: "document",
        about: "Write an issue, look at it, test it, send it now or later, and see results.",
      },
    ],
  },
  {
    title: "Reports",
    links: [
      {
        href: "/admin/analytics",
        area: "analytics",
        label: "Analytics",
        icon: "chart",
        about: "Visitors, sources, pages, goals, page speed and rejected hits, by period and filter.",
      },
      {
        href: "/admin/funnel-analytics",
        area: "analytics",
        label: "Funnels",
        icon: "filter",
        about: "How many visitors get from one step to the next, where they leave, and who they are.",
      },
    ],
  },
  {
    title: "System",
    links: [
      {
        href: "/admin/users",
        area: "users",
        label: "Users",
        words: "accounts people admins",
        icon: "user",
        about: "Every account: sessions, second factor, admin right, data export and deletion.",
      },
      {
        href: "/admin/team",
        area: "team",
        label: "Team",
        words: "roles admins owners invite members colleagues",
        icon: "user",
        about: "Who works here and with which role: invite people, change roles, remove people.",
      },
      {
        href: "/admin/audit-log",
        area: "audit",
        label: "Audit log",
        words: "history changes",
        icon: "clock",
        about: "Who did what, when and from where.",
      },
      {
        href: "/admin/mail",
        area: "mail",
        label: "Mail",
        words: "emails messages outbox",
        icon: "mail",
        about: "Every email that was sent, failed or bounced, and suppressed addresses.",
      },
      {
        href: "/admin/jobs",
        area: "jobs",
        label: "Jobs",
        icon: "refresh",
        about: "Background jobs by queue: what waits, what failed and why. Retry or discard.",
      },
      {
        href: "/admin/security",
        area: "security",
        label: "Security",
        icon: "shield",
        about: "Decoy hits, failed sign-ins, refused requests and policy reports, by day.",
      },
      {
        href: "/admin/webhook-setup-guide",
        area: "webhooks",
        label: "Webhooks",
        words: "integrations n8n zapier make api events endpoints deliveries signature",
        icon: "share",
        about: "Send events to other programs: setup, endpoints, deliveries and the event catalog.",
      },
      {
        href: "/admin/settings",
        area: "settings",
        label: "Settings",
        icon: "sliders",
        words:
          "texts faq story footer firm legal people mail smtp booking prices billing stripe outreach sign-in model security environment",
        about: "The firm, mail, prices, billing, sign-in and more; integrations with a test, API tokens and versions.",
      },
    ],
  },
];

/** Opens the form for a new prospect on the pipeline page. */
export const addProspectHash = "#add";

/**
 * A page or action in the search. Choosing it opens `href`; with `intent` it submits that form to the page, with `isPost` an
 * empty form to the endpoint. `words` are more search terms.
 */
export type AdminCommand = {
  /** What the role must be able to change; everyone can do the others. */
  area?: Area;
  label: string;
  about: string;
  href: string;
  icon: IconName;
  words?: string;
  intent?: string;
  isPost?: true;
};

export const adminActions: readonly AdminCommand[] = [
  {
    area: "pipeline",
    label: "Add a prospect",
    about: "Put a person into the pipeline by hand.",
    words: "new create lead contact",
    href: `/admin/prospect-pipeline${addProspectHash}`,
    icon: "plus",
  },
  {
    area: "pipeline",
    label: "Import prospects",
    about: "Upload a CSV file of people to the pipeline.",
    words: "contacts leads csv upload",
    href: "/admin/prospect-pipeline/import",
    icon: "download",
  },
  {
    area: "newsletter",
    label: "Write a newsletter issue",
    about: "Start a new draft.",
    words: "new create",
    href: "/admin/newsletter",
    intent: "create",
    icon: "edit",
  },
  {
    area: "sequences",
    label: "New email sequence",
    about: "Start with an empty draft.",
    words: "create write outreach follow-up",
    href: "/admin/email-sequences",
    intent: "create",
    icon: "plus",
  },
  {
    area: "sequences",
    label: "Pause all email sequences",
    about: "No sequence sends anything until it is resumed.",
    words: "stop hold outreach",
    href: "/admin/email-sequences",
    intent: "pause-all",
    icon: "pause",
  },
  {
    area: "webhooks",
    label: "Add a webhook endpoint",
    about: "Send events to another program, such as n8n, Zapier or Make.",
    words: "new create integration",
    href: "/admin/webhook-setup-guide/new",
    icon: "plus",
  },
  {
    area: "webhooks",
    label: "Explain a refused webhook",
    about: "Check the signature of a message that a program refused.",
    words: "signature debug 401 verify secret hmac",
    href: "/admin/webhook-setup-guide/signature",
    icon: "search",
  },
  {
    label: "Account settings",
    about: "Password, second factor and sessions.",
    words: "profile my",
    href: "/account?tab=security",
    icon: "lock",
  },
  {
    label: "Sign out",
    about: "End this session on this device.",
    words: "log logout signout leave",
    href: "/api/auth/sign-out",
    isPost: true,
    icon: "arrow",
  },
];

/** Whether it needs a script: it opens a dialog or submits a page's form. */
export const needsScript = ({ href, intent }: AdminCommand): boolean => intent !== undefined || href.includes("#");

const links = adminGroups.flatMap((group) => group.links);

/** Returns the link for a path: its own, or that of its parent ("/admin/x/7" → "/admin/x"). */
export const linkFor = (pathname: string): AdminLink | undefined =>
  links.find(({ href }) => href === pathname) ??
  // The architect's editor has its own path (spec) and belongs to the list.
  links.find(({ href }) => href === "/admin/blueprints" && pathname.startsWith("/admin/blueprint/")) ??
  links.find(({ href }) => href !== "/admin" && pathname.startsWith(`${href}/`));

/**
 * What a role must be able to read for a page under /admin. Other paths, which include other spellings of known ones (the router
 * ignores case), need a role that reads everything.
 */
export function areaOfPage(pathname: string): Area {
  const path = pathname.replace(/\/$/, "");
  return path === "/admin/search" ? "start" : (linkFor(path)?.area ?? "settings");
}

/** The groups that this role sees. */
export const groupsFor = (role: Role): typeof adminGroups =>
  adminGroups
    .map((group) => ({ ...group, links: group.links.filter(({ area }) => roleReads(role, area)) }))
    .filter((group) => group.links.length > 0);

/** The actions that this role can do. */
export const actionsFor = (role: Role): readonly AdminCommand[] =>
  adminActions.filter(({ area }) => area === undefined || roleChanges(role, area));
