import type { ReactNode } from "react";
import { Link } from "react-router";
import { statusLabels, usdCents } from "#app/features/billing/billing.ts";
import type { UserPayment } from "#app/features/billing/payments/records.server.ts";
import type { AgendaCall } from "#app/features/booking/agenda/agenda.server.ts";
import { callStateLabels } from "#app/features/booking/agenda/agenda.ts";
import type { UserBlueprint } from "#app/features/wizard/user-blueprints.server.ts";
import { momentOf } from "#app/lib/dates/date-text.ts";
import { Day } from "#app/ui/text/firm-dates.tsx";
import css from "./user.module.css";

export function Records({
  blueprints,
  calls,
  payments,
}: {
  blueprints: readonly UserBlueprint[];
  calls: readonly AgendaCall[];
  payments: readonly UserPayment[];
}) {
  return (
    <div className={`grid ${css.records}`}>
      <List title="Blueprints" none="No blueprint yet.">
        {blueprints.map(({ id, companyName, status, updatedAt }) => (
          <li key={id}>
            {status === "completed" ? (
              <Link to={`/admin/blueprint/${id}`}>{companyName || "Untitled"}</Link>
            ) : (
              <span>{companyName || "Untitled"}</span>
            )}
            <span className="block muted smaller weight-400">
              {status === "completed" ? "Analyzed" : "Draft"}, <Day at={updatedAt} />
            </span>
          </li>
        ))}
      </List>
      <List title="Calls" none="No call yet.">
        {calls.map(({ id, title, start, state, hostTimezone }) => (
          <li key={id}>
            <Link to={`/admin/calendar/calls/${id}`}>{title}</Link>
            <span className="block muted smaller weight-400">
              {callStateLabels[state]}, <time dateTime={start.toISOString()}>{momentOf(start, hostTimezone)}</time>
            </span>
          </li>
        ))}
      </List>
      <List title="Payments" none="No payment yet.">
        {payments.map(({ paymentId, amountCents, status, statusSince }) => (
          <li key={paymentId}>
            <Link to="/admin/billing">{usdCents(amountCents)}</Link>
            <span className="block muted smaller weight-400">
              {statusLabels[status]}, <Day at={statusSince} />
            </span>
          </li>
        ))}
      </List>
    </div>
  );
}

function List({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  return (
    <section>
      <div className={`line baseline between gap-100 ${css.head}`}>
        <h2 className="larger strong">{title}</h2>
      </div>
      {children.length === 0 ? (
        <p className={`muted smaller ${css.none}`}>{none}</p>
      ) : (
        <ul className={css.list}>{children}</ul>
      )}
    </section>
  );
}
