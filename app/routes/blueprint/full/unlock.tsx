import { useEffect } from "react";
import { redirect, redirectDocument, useFetcher } from "react-router";
import { trackFunnel } from "#app/features/analytics/steps/funnel-client.ts";
import { BillTo, dueDays, noInvoicesText, unlockCents, usdCents } from "#app/features/billing/billing.ts";
import { countries as allCountries } from "#app/features/billing/invoices/countries.ts";
import { findPaymentState } from "#app/features/billing/payments/records.server.ts";
import { takesCards } from "#app/features/billing/stripe/stripe.server.ts";
import { BillToFields } from "#app/features/billing/ui/bill-to-fields.tsx";
import { listBlueprintCalls } from "#app/features/booking/agenda/blueprint-calls.server.ts";
import { BookedCall } from "#app/features/booking/ui/booked-call.tsx";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { promised } from "#app/features/content/promises.ts";
import { termsSection } from "#app/features/content/terms-sections.ts";
import { findForSale } from "#app/features/full-blueprint/unlock.server.ts";
import { unlisted } from "#app/lib/firm.ts";
import { runIntent } from "#app/lib/forms/form-intent.ts";
import { dottedPath, fieldErrors } from "#app/lib/forms/validation-messages.ts";
import { missingBillingDetails } from "#app/lib/invoice-details.ts";
import { offeredCalls } from "#app/lib/offered-calls.ts";
import { env } from "#app/platform/env.server.ts";
import type { billingEndpoints } from "#app/routes/api/billing.server.ts";
import { accountEntry } from "#app/shell/account-entry.tsx";
import { type ApiError, client } from "#app/shell/api-client.ts";
import { memberOf, turnAway } from "#app/shell/blueprint/member.server.ts";
import { Refused } from "#app/shell/blueprint/refused.tsx";
import { visibleAccount } from "#app/shell/visible-account.server.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import type { Route } from "./+types/unlock";
import css from "./unlock.module.css";

const call = client<typeof billingEndpoints>();

export const meta = () => unlisted("Unlock the full blueprint");

const statusPage = (id: string) => `/blueprint/coming-soon?blueprint=${id}`;

/** Redirects if the blueprint is unlocked or has a pending payment. */
export async function loader(asking: Route.LoaderArgs) {
  const ctx = memberOf(asking);
  const { id } = asking.params;
  const item = await findForSale(ctx, { blueprintId: id, userId: ctx.actor.userId });
  if (!item) return turnAway({ kind: "not_found" });
  if (!item.isFinished || (!item.isInScope && !item.isUnlocked)) throw redirect(`/blueprint/${id}`);
  const [payment, calls] = await Promise.all([findPaymentState(ctx, id), listBlueprintCalls(ctx)]);
  const waits = payment?.status === "open" || payment?.status === "processing";
  if (item.isUnlocked || waits) throw redirect(statusPage(id));
  return {
    companyName: item.companyName,
    byCard: takesCards(),
    noInvoices: missingBillingDetails(env()).length > 0 ? noInvoicesText(env().CONTACT_EMAIL) : null,
    countries: allCountries,
    contactEmail: env().CONTACT_EMAIL,
    call: calls.find(({ blueprintId }) => blueprintId === id) ?? null,
    account: await visibleAccount(ctx),
    feeTerms: termsSection("full-blueprint"),
  };
}

type Refusal = { error: ApiError };

/** Unlocks by a call or a payment; payment by invoice includes a billing address. */
export async function clientAction({ request, params: { id } }: Route.ClientActionArgs): Promise<Refusal | Response> {
  return runIntent<Refusal | Response>(await request.formData(), {
    call: () => unlockBy(id, { method: "call" }),
    payment: async (form) => {
      const address = form.all();
      if (!("name" in address)) return unlockBy(id, { method: "payment" });
      const billTo = BillTo.safeParse(address);
      if (billTo.success) return unlockBy(id, { method: "invoice", billTo: billTo.data });
      const fields = fieldErrors(billTo.error.issues, (path) => `billTo.${dottedPath(path)}`);
      return { error: { code: "invalid_input", message: "Some lines of the address are missing.", fields } };
    },
  });
}

async function unlockBy(
  id: string,
  json: { method: "call" | "payment" } | { method: "invoice"; billTo: BillTo },
): Promise<Refusal | Response> {
  const answer = await call("POST /blueprints/{id}/unlock", { id, ...json });
  if (!answer.ok) return { error: answer.error };
  const step =
    json.method === "call" ? "call_started" : "redirect" in answer.value ? "payment_started" : "invoice_requested";
  trackFunnel("unlock", step, { blueprintId: id });
  return "redirect" in answer.value ? redirectDocument(answer.value.redirect) : redirect(statusPage(id));
}

export default function Unlock({ loaderData, params: { id } }: Route.ComponentProps) {
  const { companyName, byCard, noInvoices, countries, contactEmail, call, account, feeTerms } = loaderData;
  const fetcher = useFetcher<typeof clientAction>();
  const refused = fetcher.data && "error" in fetcher.data ? fetcher.data.error : null;
  const busy = fetcher.state !== "idle";
  useEffect(() => trackFunnel("unlock", "viewed", { blueprintId: id }), [id]);
  const invoice = (
    <>
      <div className="grid gap-50">
        <h2 className="t3">Get an invoice</h2>
        <p>
          It comes by email as a PDF and is due in {dueDays} days. When it is paid, the blueprint is unlocked and an
          architect is assigned {promised.architect}.
        </p>
      </div>
      {noInvoices && (
        <div id="no-invoices">
          <Notice kind="caution">{noInvoices}</Notice>
        </div>
      )}
      <BillToFields values={{ name: companyName }} countries={countries} fields={refused?.fields ?? {}} />
      <div>
        <Button
          type="submit"
          variant={byCard ? "secondary" : "primary"}
          busy={busy}
          busyText="Sending the invoice…"
          disabled={noInvoices !== null}
          aria-describedby={noInvoices ? "no-invoices" : undefined}
        >
          Send me the invoice
        </Button>
      </div>
    </>
  );
  return (
    <>
      <AppHeader
        scripted={`Paying and requesting an invoice need JavaScript. For an invoice without it, write to ${contactEmail}.`}
        title={companyName}
        account={account && accountEntry(account)}
      >
        <ButtonLink size={40} href={`/blueprint/${id}#full-blueprint`}>
          Back to the analysis
        </ButtonLink>
      </AppHeader>
      <main id="main" className={`wrap ${css.page}`}>
        <div className={`grid gap-90 ${css.head}`}>
          <p className="note">Sheet {sheetCodes.fullBlueprint}</p>
          <h1 className="t1">Unlock the full blueprint</h1>
          <p className="lede">
            {companyName ? `The build specification for ${companyName}, ` : "The build specification, "}prepared by an
            architect in {promised.blueprint} from kickoff.
          </p>
          {call && (
            <Notice kind="info" title={call.title}>
              <BookedCall call={call} />. It unlocks the full blueprint for free once it has taken place.
            </Notice>
          )}
        </div>
        <div className={`grid start ${css.columns}`}>
          <aside className={`ruled ${css.bill}`} aria-label="What it costs">
            <p className={`figure-num ${css.figure}`}>
              {usdCents(unlockCents()).replace(".00", "")} <span className="unit">one time</span>
            </p>
            <ul className={`top-150 ${css.terms}`}>
              <li className="ui-size lh-145">Paid in advance. No subscription, nothing to cancel.</li>
              <li className="ui-size lh-145">
                Refundable in full until the kickoff session is completed, non-refundable after it.
              </li>
              {call && <li className="ui-size lh-145">Your booked call opens the same blueprint for free.</li>}
              {!call && offeredCalls().unlock.isOffered && (
                <li className="ui-size lh-145">
                  The strategy call opens the same blueprint <a href={`/blueprint/${id}#full-blueprint`}>for free</a>.
                </li>
              )}
            </ul>
            <p className={`soft smaller ${css.small}`}>
              <a href={feeTerms.href}>Section {feeTerms.number} of the terms</a> has the full text.
            </p>
          </aside>
          <div className="grid gap-150">
            {refused && !refused.fields && !busy && (
              <Notice kind="critical" live>
                {refused.message}
              </Notice>
            )}
            {byCard && (
              <fetcher.Form method="post" className={`grid card ${css.form}`} aria-label="Payment">
                <input type="hidden" name="intent" value="payment" />
                <h2 className="t3">Pay by card or bank</h2>
                <p>
                  The payment page is Stripe's: we never see your card. Enter your firm and its tax ID there: the
                  invoice is made out to them. You come back here, and the receipt comes by email.
                </p>
                <div>
                  <Button type="submit" variant="primary" forward busy={busy} busyText="Opening the payment page…">
                    Continue to payment
                  </Button>
                </div>
              </fetcher.Form>
            )}
            {(!byCard || !noInvoices) && (
              <fetcher.Form
                method="post"
                className={`grid card ${css.form}`}
                noValidate
                aria-label={byCard ? "Invoice" : "Payment"}
              >
                <input type="hidden" name="intent" value="payment" />
                {byCard ? (
                  <details open={refused?.fields !== undefined}>
                    <summary>Get an invoice instead</summary>
                    <div className="grid gap-150 top-150">{invoice}</div>
                  </details>
                ) : (
                  invoice
                )}
              </fetcher.Form>
            )}
          </div>
        </div>
      </main>
    </>
  );
}

export const ErrorBoundary = Refused;
