import { listOwnDocuments } from "#app/features/billing/payments/records.server.ts";
import { DocumentList } from "#app/features/billing/ui/document-list.tsx";
import { prices } from "#app/features/content/prices.ts";
import { unlisted } from "#app/lib/firm.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { accountEntry } from "#app/shell/account-entry.tsx";
import { memberOf } from "#app/shell/blueprint/member.server.ts";
import { usePayInvoice } from "#app/shell/blueprint/pay-invoice.ts";
import { visibleAccount } from "#app/shell/visible-account.server.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import type { Route } from "./+types/invoices";
import css from "./invoices.module.css";

export const meta = () => unlisted("Invoices and receipts");

export async function loader(asking: Route.LoaderArgs) {
  const ctx = memberOf(asking);
  return { documents: await listOwnDocuments(ctx), now: ctx.now, account: await visibleAccount(ctx) };
}

export default function Invoices({ loaderData: { documents, now, account } }: Route.ComponentProps) {
  const invoicePayment = usePayInvoice();
  return (
    <>
      <AppHeader scripted title="Invoices and receipts" account={account && accountEntry(account)}>
        <ButtonLink size={40} href="/account">
          My account
        </ButtonLink>
      </AppHeader>
      <main id="main" className={css.page}>
        <PageHead
          title="Invoices and receipts"
          lede="Your documents as they were issued. If an invoice is wrong, reply to the email it came with, and we will cancel it with a credit note and send a new one, also when it is paid."
        />
        <div className="wrap">
          {documents.length > 0 ? (
            <>
              <FormFailure text={invoicePayment.refusal} />
              <DocumentList documents={documents} now={now} onPay={invoicePayment.pay} />
            </>
          ) : (
            <Empty
              title="No invoices yet"
              text={`The analysis is free. An invoice comes with the full blueprint, when you unlock it for ${wholeUsd(prices.unlockUsd)}.`}
              action={<ButtonLink href="/pricing">See the prices</ButtonLink>}
            />
          )}
        </div>
      </main>
    </>
  );
}
