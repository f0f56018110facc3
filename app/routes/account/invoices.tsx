import { listOwnPapers } from "#app/features/billing/records.server.ts";
import { PaperList } from "#app/features/billing/ui/paper-list.tsx";
import { prices, usd } from "#app/features/content/pricing.ts";
import { accountEntry } from "#app/shell/account-entry.tsx";
import { memberOf } from "#app/shell/blueprint/member.server.ts";
import { visibleAccount } from "#app/shell/visible-account.server.ts";
import { AppHeader } from "#app/ui/app-header.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/invoices";
import css from "./invoices.module.css";

export const meta = () => [{ title: "Invoices and receipts | GTMarc" }, { name: "robots", content: "noindex" }];

export async function loader(asking: Route.LoaderArgs) {
  const ctx = memberOf(asking);
  return { papers: await listOwnPapers(ctx), now: ctx.now, account: await visibleAccount(ctx) };
}

export default function Invoices({ loaderData: { papers, now, account } }: Route.ComponentProps) {
  return (
    <>
      <AppHeader title="Invoices and receipts" account={account && accountEntry(account)}>
        <ButtonLink size={40} href="/account">
          My account
        </ButtonLink>
      </AppHeader>
      <main id="main" className={css.page}>
        <PageHead
          title="Invoices and receipts"
          lede="Every paper as it was issued. A wrong one is taken back with a credit note and sent anew: answer the mail it came with."
        />
        <div className="wrap">
          {papers.length > 0 ? (
            <PaperList papers={papers} now={now} />
          ) : (
            <Empty
              title="There is no paper yet"
              text={`The analysis is free. An invoice comes with the full blueprint, when you unlock it for ${usd(prices.unlockUsd)}.`}
              action={<ButtonLink href="/pricing">See what costs what</ButtonLink>}
            />
          )}
        </div>
      </main>
    </>
  );
}
