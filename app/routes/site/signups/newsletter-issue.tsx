import { data } from "react-router";
import { crumbNames, getPage, picturePath } from "#app/features/content/content.ts";
import { siteFacts } from "#app/features/content/site-facts.server.ts";
import { findPublished } from "#app/features/newsletter/issues/archive.server.ts";
import { feedLinks } from "#app/features/newsletter/issues/feed-links.ts";
import { firmName } from "#app/lib/firm.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { notFoundMeta, PageNotFound } from "#app/shell/site/page-not-found.tsx";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Breadcrumb } from "#app/ui/frames/breadcrumb.tsx";
import { crumbsOf } from "#app/ui/frames/crumbs.ts";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import { Day } from "#app/ui/text/firm-dates.tsx";
import { MarkdownView } from "#app/ui/text/markdown-view.tsx";
import type { Route } from "./+types/newsletter-issue";
import css from "./newsletter-archive.module.css";

export const handle: PageHandle = { content: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const issue = await findPublished(ctx, params.slug);
  // Not thrown: the page keeps its header and footer.
  if (!issue) return data(null, { status: 404 });
  const { siteUrl } = siteFacts(ctx.now);
  return {
    issue,
    address: `${siteUrl}/newsletter/archive/${issue.slug}`,
    picture: `${siteUrl}${picturePath(getPage("/newsletter/archive"))}`,
    day: companyDates().isoDay(issue.sentAt),
  };
}

const isBrowser = typeof document !== "undefined";

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return notFoundMeta();
  const { issue, address, picture, day } = loaderData;
  const title = `${issue.subject} | Newsletter | ${firmName()}`;
  return [
    { title },
    { name: "description", content: issue.preview },
    { tagName: "link", rel: "canonical", href: address },
    ...feedLinks,
    { property: "og:type", content: "article" },
    { property: "og:site_name", content: firmName() },
    { property: "og:title", content: title },
    { property: "og:description", content: issue.preview },
    { property: "og:url", content: address },
    { property: "og:image", content: picture },
    { name: "twitter:card", content: "summary_large_image" },
    ...(isBrowser
      ? []
      : [
          {
            "script:ld+json": {
              "@context": "https://schema.org",
              "@type": "Article",
              headline: issue.subject,
              description: issue.preview,
              datePublished: day,
              url: address,
              publisher: { "@type": "Organization", name: firmName() },
            } as never,
          },
        ]),
  ];
};

/** One published issue of the newsletter, as anyone can read it. */
export default function NewsletterIssue({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <PageNotFound />;
  const { issue } = loaderData;
  const path = `/newsletter/archive/${issue.slug}`;
  return (
    <>
      <PageHead
        above={<Breadcrumb crumbs={crumbsOf(path, { ...crumbNames(), [path]: issue.subject })} />}
        title={issue.subject}
        lede={issue.preview}
      >
        <p className="note">
          Sent <Day at={issue.sentAt} />
        </p>
      </PageHead>
      <article className="wrap">
        <div className={`prose ${css.article}`}>
          <h2 className="vh">Text of the issue</h2>
          <MarkdownView nodes={issue.text} />
        </div>
        <div className={`grid gap-100 ruled ${css.foot}`}>
          <p className="prose">About once a month, by email. Unsubscribe with one click.</p>
          <p className="row">
            <ButtonLink variant="primary" href="/newsletter">
              Subscribe
            </ButtonLink>
            <ButtonLink href="/newsletter/archive">All issues</ButtonLink>
          </p>
        </div>
      </article>
    </>
  );
}
