import { Outlet, useLocation } from "react-router";
import { changedOn, crumbNames, findPage, type Page, sheetName } from "#app/features/content/content.ts";
import { siteFacts } from "#app/features/content/site-facts.server.ts";
import { Island } from "#app/island-kit/island.tsx";
import { pageFormId } from "#app/island-kit/openers.ts";
import NewsletterDialog from "#app/islands/newsletter-dialog.tsx";
import ToastHost from "#app/islands/toast-host.tsx";
import { isoDay } from "#app/lib/dates/date-text.ts";
import { accountEntry } from "#app/shell/account-entry.tsx";
import { requestContext } from "#app/shell/request-context.ts";
import { FooterSignup } from "#app/shell/site/footer-signup.tsx";
import { opensNewsletter } from "#app/shell/site/newsletter-opener.ts";
import { RichText } from "#app/shell/site/rich-text.tsx";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { Breadcrumb } from "#app/ui/frames/breadcrumb.tsx";
import { crumbsOf } from "#app/ui/frames/crumbs.ts";
import { SiteFooter } from "#app/ui/frames/site-footer.tsx";
import { SiteHeader } from "#app/ui/frames/site-header.tsx";
import type { Route } from "./+types/layout";
import css from "./layout.module.css";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { account } = await ctx.view();
  return { account, cta: await wizardTarget(context), ...siteFacts(ctx.now) };
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const { account, cta, year, socialUrls, legal, footer, contactEmail } = loaderData;
  const { pathname } = useLocation();
  const page = findPage(pathname);
  return (
    <>
      <SiteHeader
        current={pathname}
        cta={cta}
        newsletter={opensNewsletter}
        account={account && accountEntry(account)}
      />
      {page && page.path !== "/" && (
        <div className={`wrap ${css.trail}`}>
          <Breadcrumb crumbs={crumbsOf(page.path, crumbNames())} />
        </div>
      )}
      <main id="main">
        <Outlet />
      </main>
      <SiteFooter
        year={year}
        socialUrls={socialUrls}
        block={page ? titleBlock(page) : ["Go-to-market automation"]}
        signup={pathname === "/newsletter" ? undefined : <FooterSignup />}
        legal={legal ? [legal.name, ...legal.address].filter(Boolean).join(", ") : undefined}
      >
        <RichText text={footer} contactEmail={contactEmail} />
      </SiteFooter>
      <form id={pageFormId} hidden />
      <Island of={NewsletterDialog} props={{}} wakeOn="open-newsletter" />
      <Island of={ToastHost} props={{}} wakeOn="toast" />
    </>
  );
}

/** What the corner of a drawing says: which sheet of how many, what it shows, when it was last changed. */
const titleBlock = (page: Page) => [sheetName(page), page.name, `Rev. ${isoDay(changedOn(page))}`];
