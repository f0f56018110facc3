import { useEffect } from "react";
import { data, useFetcher, useRevalidator } from "react-router";
import { findPaymentState, listOwnDocuments } from "#app/features/billing/payments/records.server.ts";
import { DocumentList } from "#app/features/billing/ui/document-list.tsx";
import type { BlueprintCall } from "#app/features/booking/agenda/blueprint-call.ts";
import { listBlueprintCalls } from "#app/features/booking/agenda/blueprint-calls.server.ts";
import { BookedCall } from "#app/features/booking/ui/booked-call.tsx";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { prices } from "#app/features/content/prices.ts";
import { promised } from "#app/features/content/promises.ts";
import { listStandings } from "#app/features/full-blueprint/full-blueprint.server.ts";
import { invoicedAmount } from "#app/features/full-blueprint/full-blueprint.ts";
import { StandingSheet } from "#app/features/full-blueprint/ui/standing-sheet.tsx";
import { findForSale } from "#app/features/full-blueprint/unlock.server.ts";
import { mayUseWizard } from "#app/features/wizard/drafts.server.ts";
import { unlisted } from "#app/lib/firm.ts";
import { runIntent } from "#app/lib/forms/form-intent.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { offeredCalls } from "#app/lib/offered-calls.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { billingEndpoints } from "#app/routes/api/billing.server.ts";
import { accountEntry } from "#app/shell/account-entry.tsx";
import { client } from "#app/shell/api-client.ts";
import { noteOf } from "#app/shell/blueprint/full-blueprint-offer.server.ts";
import { memberOf, refuseAccess } from "#app/shell/blueprint/member.server.ts";
import { usePayInvoice } from "#app/shell/blueprint/pay-invoice.ts";
import { Refused } from "#app/shell/blueprint/refused.tsx";
import { visibleAccount } from "#app/shell/visible-account.server.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import type { Route } from "./+types/coming-soon";
import css from "./coming-soon.module.css";

const call = client<typeof billingEndpoints>();

export const meta = () => unlisted("The status of your full blueprint");

/**
 * `?blueprint=` selects one of several, by default the one unlocked last. `?payment=` is the payment from which the client
 * returns. Open to users with wizard access, and to clients who have a full blueprint or payment and no access anymore.
 */
export async function loader(asking: Route.LoaderArgs) {
  const ctx = memberOf(asking);
  const { searchParams } = new URL(asking.request.url);
  const asked = searchParams.get("blueprint");
  const back = searchParams.get("payment");
  const [all, documents, calls] = await Promise.all([
    listStandings(ctx),
    listOwnDocuments(ctx),
    listBlueprintCalls(ctx),
  ]);
  if (all.length === 0 && documents.length === 0 && !(await mayUseWizard(ctx))) return refuseAccess(ctx);
  const own = asked === null ? null : await findForSale(ctx, { blueprintId: asked, userId: ctx.actor.userId });
  if (asked !== null && !own) throw data(null, { status: 404 });
  const standing = asked === null ? (all[0] ?? null) : (all.find(({ blueprintId }) => blueprintId === asked) ?? null);
  return {
    standing,
    locked: asked !== null && !standing && own ? { blueprintId: asked, ...own } : null,
    others: all.filter(({ blueprintId }) => blueprintId !== standing?.blueprintId),
    payment: asked === null ? null : noteOf(await findPaymentState(ctx, asked)),
    confirming: back !== null && isUuid(back) && !standing ? back : null,
    documents,
    call: calls.find(({ blueprintId }) => blueprintId === (standing?.blueprintId ?? asked)) ?? null,
    now: ctx.now,
    account: await visibleAccount(ctx),
  };
}

/** Checks the payment, for users who return before the provider's event. */
export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  runIntent(await request.formData(), {
    confirm: ({ text }) => call("POST /payments/{id}/confirmation", { id: text("payment") }),
  });

export default function ComingSoon({ loaderData }: Route.ComponentProps) {
  const { standing, locked, others, payment, confirming, documents, call, now, account } = loaderData;
  const invoicePayment = usePayInvoice();
  return (
    <>
      <AppHeader
        scripted
        title={standing?.companyName ?? locked?.companyName ?? ""}
        account={account && accountEntry(account)}
      >
        <ButtonLink size={40} href="/blueprint/wizard/mode">
          All blueprints
        </ButtonLink>
      </AppHeader>
      <main id="main" className={css.page}>
        {standing ? (
          <StandingSheet standing={standing} now={now} booked={call && <BookedCall call={call} />} />
        ) : (
          <div className={`wrap grid gap-125 justify-items-start ${css.locked}`}>
            <p className="note">Sheet {sheetCodes.fullBlueprint}</p>
            <h1 className="t1">
              {confirming ? "We are waiting for your payment" : lockedTitle(payment, call, locked)}
            </h1>
            {confirming ? (
              <PaymentPoll paymentId={confirming} />
            ) : (
              <Locked locked={locked} payment={payment} call={call} />
            )}
          </div>
        )}
        {!standing && <NextLinks canBuy={locked?.isInScope ?? true} />}
        {others.length > 0 && (
          <section className={`wrap ${css.part}`} aria-labelledby="others">
            <h2 className="t3" id="others">
              Your other full blueprints
            </h2>
            <ul className={`top-75 ruled ${css.others}`}>
              {others.map(({ blueprintId, companyName }) => (
                <li key={blueprintId}>
                  <a href={`/blueprint/coming-soon?blueprint=${blueprintId}`}>{companyName || "Your company"}</a>
                </li>
              ))}
            </ul>
          </section>
        )}
        {documents.length > 0 && (
          <section className={`wrap ${css.part}`} aria-labelledby="documents">
            <h2 className="t3" id="documents">
              Invoices and receipts
            </h2>
            <FormFailure text={invoicePayment.refusal} />
            <DocumentList documents={documents} now={now} onPay={invoicePayment.pay} />
          </section>
        )}
      </main>
    </>
  );
}

/** Links for a page that has nothing to show yet. */
const NextLinks = ({ canBuy }: { canBuy: boolean }) => (
  <nav className={`wrap ${css.part}`} aria-label="Other pages">
    <p className="row">
      <ButtonLink href="/blueprint/wizard/mode">Your blueprints</ButtonLink>
      <ButtonLink href="/automation-grid">Automation Grid</ButtonLink>
      {canBuy ? (
        <>
          <ButtonLink href="/pricing">Pricing</ButtonLink>
          <ButtonLink href="/contact">Contact</ButtonLink>
        </>
      ) : (
        <>
          <ButtonLink href="/downloads">Free starter kit</ButtonLink>
          <ButtonLink href="/newsletter">Newsletter</ButtonLink>
        </>
      )}
    </p>
  </nav>
);

function lockedTitle(
  payment: ReturnType<typeof noteOf>,
  call: BlueprintCall | null,
  locked: { isInScope: boolean } | null,
): string {
  if (payment?.kind === "invoiced") return "Your invoice is in your inbox";
  if (payment?.kind === "processing") return "Your payment is on its way";
  if (locked && !locked.isInScope) return "There is nothing to unlock yet";
  return call ? "Your call is booked" : "No full blueprint is unlocked yet";
}

function Locked({
  locked,
  payment,
  call,
}: {
  locked: { blueprintId: string; isInScope: boolean } | null;
  payment: ReturnType<typeof noteOf>;
  call: BlueprintCall | null;
}) {
  if (payment?.kind === "invoiced")
    return (
      <Notice kind="info" title={`Invoice ${payment.number} is open`}>
        {invoicedAmount(payment.amountCents)} It is in your inbox and below. When it is paid, the blueprint is unlocked
        and an architect is assigned {promised.architect}; we email you then.
      </Notice>
    );
  if (payment?.kind === "processing")
    return (
      <Notice kind="info" title="Your bank is processing it">
        Bank payments take a few days. When the money arrives, the blueprint is unlocked and an architect is assigned{" "}
        {promised.architect}; we email you then.
      </Notice>
    );
  if (call && locked?.isInScope)
    return (
      <Notice kind="info" title={call.title}>
        <BookedCall call={call} />. The full blueprint is unlocked once the call has taken place.
      </Notice>
    );
  if (locked && !locked.isInScope)
    return (
      <Empty
        title="Nothing is in scope yet"
        text="Your analysis found nothing that pays back within twelve months, so there is no full blueprint to buy."
        action={
          <ButtonLink variant="primary" href={`/blueprint/${locked.blueprintId}`}>
            Open the analysis
          </ButtonLink>
        }
      />
    );
  const freeCall = offeredCalls().unlock.isOffered ? "after a free strategy call, or " : "";
  return (
    <Empty
      title="The full blueprint is still locked"
      text={`It opens ${freeCall}for a one-time fee of ${wholeUsd(prices.unlockUsd)}, once you have an analysis.`}
      action={
        <ButtonLink
          variant="primary"
          href={locked ? `/blueprint/${locked.blueprintId}#full-blueprint` : "/blueprint/wizard/mode"}
        >
          {locked ? "See the ways" : "Go to your blueprints"}
        </ButtonLink>
      }
    />
  );
}

const pollMs = 3000;

/** Polls every three seconds until the payment is settled. */
function PaymentPoll({ paymentId }: { paymentId: string }) {
  const fetcher = useFetcher<typeof clientAction>();
  const { revalidate } = useRevalidator();
  const { submit, data: answer } = fetcher;
  const isOver = answer?.ok && !["open", "processing"].includes(answer.value.status);
  useEffect(() => {
    if (isOver) return void revalidate();
    const wait = () => void submit({ intent: "confirm", payment: paymentId }, { method: "post" });
    wait();
    const timer = setInterval(wait, pollMs);
    return () => clearInterval(timer);
  }, [paymentId, submit, isOver, revalidate]);
  const failed = answer?.ok && ["failed", "expired", "cancelled"].includes(answer.value.status);
  if (failed)
    return (
      <Notice kind="critical" title="The payment did not go through" live>
        Nothing was charged. You can try again from your analysis.
      </Notice>
    );
  return (
    <p className="lede" role="status">
      {answer?.ok && answer.value.status === "processing"
        ? "Your bank is processing it. That can take a few days; we email you when the money arrives."
        : "It takes a few seconds. You can leave this page: the receipt comes by email."}
    </p>
  );
}

export const ErrorBoundary = Refused;
