import { Outlet, useLocation } from "react-router";
import { siteFacts } from "../../features/content/site-facts.server.ts";
import { Island } from "../../island-kit/island.tsx";
import NewsletterDialog from "../../islands/newsletter-dialog.tsx";
import ToastHost from "../../islands/toast-host.tsx";
import { requestContext } from "../../request-context.ts";
import { SiteFooter } from "../../ui/site-footer.tsx";
import { SiteHeader } from "../../ui/site-header.tsx";
import { accountEntry } from "../account-entry.tsx";
import { visibleAccount } from "../visible-account.server.ts";
import type { Route } from "./+types/layout";
import { opensNewsletter } from "./newsletter-opener.ts";
import { wizardTarget } from "./wizard-target.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  return { account: await visibleAccount(ctx), cta: await wizardTarget(context), ...siteFacts(ctx.now) };
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const { account, cta, year, socialUrl } = loaderData;
  const { pathname } = useLocation();
  return (
    <>
      <SiteHeader
        current={pathname}
        cta={cta}
        newsletter={opensNewsletter}
        account={account && accountEntry(account)}
      />
      <main id="main">
        <Outlet />
      </main>
      <SiteFooter year={year} socialUrl={socialUrl} block={["Go-to-market automation", "Rev. 1.0"]}>
        Measured first, then built: automation of revenue work for firms of 10 to 200 people.
      </SiteFooter>
      <Island of={NewsletterDialog} props={{}} wakeOn="open-newsletter" />
      <Island of={ToastHost} props={{}} wakeOn="toast" />
    </>
  );
}
