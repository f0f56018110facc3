import { countAccess } from "#app/features/access/counts.server.ts";
import { countBilling } from "#app/features/billing/records.server.ts";
import { countCalls } from "#app/features/booking/bookings/bookings.server.ts";
import { countDesk } from "#app/features/full-blueprint/architect-desk.server.ts";
import { countMessages } from "#app/features/mail/counts.server.ts";
import type { AdminCtx } from "./admin.server.ts";
import type { AdminCount } from "./navigation.ts";

/** What waits for a person, by page: the small figures of the navigation. Asked for with every admin page, so each is one quick read. */
export async function readAdminCounts(ctx: AdminCtx): Promise<Record<AdminCount, number>> {
  const [access, desk, billing] = await Promise.all([countAccess(ctx), countDesk(ctx), countBilling(ctx)]);
  return {
    accessRequests: access.ok ? access.value.waiting : 0,
    blueprints: desk?.waiting ?? 0,
    billing: (billing?.openInvoices ?? 0) + (billing?.refundsDue ?? 0),
  };
}

/** One line of the dashboard. `urgent`: it does not go away by itself. */
export type DeskLine = { figure: number; text: string; href?: string; urgent?: boolean };

/** What the dashboard says about each room, most pressing first. A room that has something to say adds its line here. */
export async function readDeskLines(ctx: AdminCtx): Promise<DeskLine[]> {
  const [access, desk, billing, mail, calls] = await Promise.all([
    countAccess(ctx),
    countDesk(ctx),
    countBilling(ctx),
    countMessages(ctx),
    countCalls(ctx),
  ]);
  const lines: DeskLine[] = [];
  if (access.ok) {
    const { waiting, needPerson, openCodes, holders } = access.value;
    lines.push(
      {
        figure: needPerson,
        text: "access requests that only a person can decide",
        href: "/admin/access-requests?filter=person",
        urgent: needPerson > 0,
      },
      {
        figure: waiting - needPerson,
        text: "access requests that will be approved on their day",
        href: "/admin/access-requests",
      },
      { figure: openCodes, text: "access codes sent and not yet used", href: "/admin/access-requests?filter=approved" },
      { figure: holders, text: "people who may use the wizard", href: "/admin/access-requests?filter=approved" },
    );
  }
  if (calls.ok)
    lines.push(
      { figure: calls.value.today, text: "calls within a day", href: "/admin/calendar" },
      { figure: calls.value.ahead, text: "calls ahead", href: "/admin/calendar/calls" },
    );
  const unassigned = desk?.unassigned ?? 0;
  const refundsDue = billing?.refundsDue ?? 0;
  lines.push(
    {
      figure: unassigned,
      text: "full blueprints without an architect",
      href: "/admin/blueprints?filter=requested",
      urgent: unassigned > 0,
    },
    {
      figure: (desk?.waiting ?? 0) - unassigned,
      text: "full blueprints being drawn or reviewed",
      href: "/admin/blueprints",
    },
    {
      figure: refundsDue,
      text: "payments that have to go back",
      href: "/admin/billing?filter=refund-due",
      urgent: refundsDue > 0,
    },
    {
      figure: billing?.openInvoices ?? 0,
      text: "invoices that wait for their money",
      href: "/admin/billing?filter=open",
    },
    { figure: mail.failed, text: "mails given up after their last try", urgent: mail.failed > 0 },
    { figure: mail.queued + mail.sending, text: "mails on their way" },
  );
  return lines.sort((first, second) => Number(second.urgent ?? false) - Number(first.urgent ?? false));
}
