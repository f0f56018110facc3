import { data, Link } from "react-router";
import { methodLabels, paymentStatuses, statusLabels, usdCents } from "#app/features/billing/billing.ts";
import { countries as allCountries } from "#app/features/billing/invoices/countries.ts";
import { checkLabels } from "#app/features/billing/payments/payment-facts.ts";
import { type LedgerEntry, type LedgerFilter, readLedger } from "#app/features/billing/payments/records.server.ts";
import { takesCards } from "#app/features/billing/stripe/stripe.server.ts";
import { PaymentBadge } from "#app/features/billing/ui/payment-badge.tsx";
import { placeIn, shownText } from "#app/lib/addresses/list-query.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { unlisted } from "#app/lib/firm.ts";
import { missingBillingDetails } from "#app/lib/invoice-details.ts";
import { env } from "#app/platform/env.server.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminList } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { useUntilDone } from "#app/ui/dialogs/use-until-done.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { Day } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/billing";
import css from "./billing.module.css";
import { type BillingIntent, performBillingAction } from "./billing-actions.ts";
import { type Question, Questions } from "./questions.tsx";
import { StateDates } from "./state-dates.tsx";

const filters: readonly LedgerFilter[] = [
  "all",
  "open",
  "refund-due",
  "to-check",
  ...paymentStatuses.filter((it) => it !== "open"),
];
const filterLabels = (filter: LedgerFilter) =>
  filter === "all"
    ? "All"
    : filter === "refund-due"
      ? "Refund due"
      : filter === "to-check"
        ? "To check"
        : statusLabels[filter];

export const meta = () => unlisted("Billing");

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const filter = filters.find((each) => each === params.get("filter")) ?? "all";
  const ledger = await readLedger(ctx, { filter, ...placeIn(params) });
  if (!ledger.ok) throw data(null, { status: 403 });
  return {
    filter,
    ...ledger.value,
    now: ctx.now,
    missing: takesCards() ? [] : missingBillingDetails(env()),
    countries: allCountries,
  };
}

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performBillingAction(await request.formData());

export default function Billing({
  loaderData: { filter, page, totals, now, missing, countries },
}: Route.ComponentProps) {
  const { act, busy, doneAt, refusal, toast } = useAdminAction<BillingIntent>();
  const [question, setQuestion] = useUntilDone<Question | null>(doneAt, null);
  return (
    <AdminPage
      title="Billing"
      lead="Payments for full blueprints and calls. Refund Stripe payments in Stripe; the refunds appear here automatically."
      figures={[
        { label: "Received", value: usdCents(totals.receivedCents), note: "all time, after refunds and disputes" },
        ...(totals.disputedCents > 0
          ? [
              {
                label: "Disputed",
                value: usdCents(totals.disputedCents),
                note: "not in Received",
                href: "/admin/billing?filter=to-check",
                tone: "critical" as const,
              },
            ]
          : []),
        { label: "Refunded", value: usdCents(totals.refundedCents), note: "all time" },
        { label: "Open invoices", value: usdCents(totals.openCents), href: "/admin/billing?filter=open" },
        {
          label: "Refunds due",
          value: usdCents(totals.refundDueCents),
          href: "/admin/billing?filter=refund-due",
          ...(totals.refundDueCents > 0 ? { tone: "critical" as const } : {}),
        },
      ]}
    >
      {missing.length > 0 && (
        <Notice className={parts.spaced} kind="critical" title="Invoices cannot be issued">
          {missing.join(" ")} <Link to="/admin/settings/billing">Set them</Link>.
        </Notice>
      )}
      <AdminFilters
        chips={[
          {
            name: "filter",
            label: "State",
            options: filters.map((each) => ({ value: each === "all" ? "" : each, label: filterLabels(each) })),
          },
        ]}
        result={shownText(page.rows.length, page.next !== null)}
      />
      <AdminList
        caption="Payments"
        {...page}
        rowKey={({ paymentId }) => paymentId}
        empty={
          <Empty
            title={filter === "all" ? "No payments yet" : "No payments match this filter"}
            text="Payments appear here when clients unlock a full blueprint or book a call with a price, by card or by invoice."
          />
        }
        columns={[
          {
            label: "Client",
            heads: true,
            cell: ({ email, companyName, blueprintId, item }) => (
              <>
                {blueprintId ? (
                  <a href={`/admin/blueprint/${blueprintId}`}>{companyName || email}</a>
                ) : (
                  companyName || email
                )}
                {companyName && <span className="block muted weight-400 size-81">{readableAddress(email)}</span>}
                {item && <span className="block muted weight-400 size-81">{item}</span>}
              </>
            ),
          },
          {
            label: "Started",
            cell: ({ createdAt, method }) => (
              <>
                <Day at={createdAt} />
                <span className="block muted weight-400 size-81">{methodLabels[method]}</span>
              </>
            ),
          },
          {
            label: "State",
            cell: (entry) => (
              <>
                <PaymentBadge entry={entry} now={now} />
                <StateDates entry={entry} />
              </>
            ),
          },
          {
            label: "Amount",
            numeric: true,
            cell: ({ amountCents, refundedCents }) => (
              <>
                {usdCents(amountCents)}
                {refundedCents > 0 && (
                  <span className="block muted weight-400 size-81 nowrap">{usdCents(-refundedCents)}</span>
                )}
              </>
            ),
          },
          {
            label: "Documents",
            cell: ({ documents }) => (
              <span className={`cluster ${css.documents}`}>
                {documents.flatMap(({ number, files }) =>
                  files.map(({ label, file }) => (
                    <a key={file} href={`/invoices/${file}`}>
                      {label === "Receipt" ? "Receipt" : number}
                      {label === "Receipt" && <span className="vh"> of {number}</span>}
                    </a>
                  )),
                )}
              </span>
            ),
          },
          {
            label: "Actions",
            cell: (entry) => <Acts entry={entry} onAsk={(intent) => setQuestion({ intent, entry })} />,
          },
        ]}
      />
      <Questions
        question={question}
        countries={countries}
        now={now}
        busy={busy}
        refusal={refusal}
        onClose={() => setQuestion(null)}
        onConfirm={(values) => void act(values)}
      />
      {toast}
    </AdminPage>
  );
}

/** The current invoice is open or paid. */
const canCorrect = ({ invoice, documents }: LedgerEntry) =>
  documents.some(({ number, isCredited }) => number === invoice?.number && !isCredited);

function Acts({ entry, onAsk }: { entry: LedgerEntry; onAsk: (intent: Question["intent"]) => void }) {
  const who = entry.companyName || entry.email;
  const checked = entry.toCheck && (
    <Button
      size={32}
      aria-label={`Mark ${checkLabels[entry.toCheck]} of ${who} as done`}
      onClick={() => onAsk("checked")}
    >
      Mark as done
    </Button>
  );
  const correct = canCorrect(entry) && (
    <Button size={32} aria-label={`Correct the invoice of ${who}`} onClick={() => onAsk("correct")}>
      Correct
    </Button>
  );
  if (entry.isByStripe && entry.status !== "open")
    return (
      <span className="cluster baseline gap-40">
        <span className="block muted weight-400 size-81">In Stripe</span>
        {checked}
        {correct}
      </span>
    );
  if (entry.method !== "invoice") return <span className="block muted weight-400 size-81">In Stripe</span>;
  if (entry.status === "open")
    return (
      <span className="cluster gap-40">
        {correct}
        <Button size={32} aria-label={`Mark paid: invoice of ${who}`} onClick={() => onAsk("paid")}>
          Mark paid
        </Button>
        <Button size={32} aria-label={`Cancel the invoice of ${who}`} onClick={() => onAsk("cancel")}>
          Cancel
        </Button>
      </span>
    );
  return entry.status === "paid" ? (
    <span className="cluster gap-40">
      {correct}
      <Button size={32} aria-label={`Record refund to ${who}`} onClick={() => onAsk("refund")}>
        Record refund
      </Button>
    </span>
  ) : null;
}
