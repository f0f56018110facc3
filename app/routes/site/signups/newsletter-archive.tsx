import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { listPublished } from "#app/features/newsletter/issues/archive.server.ts";
import { feedLinks } from "#app/features/newsletter/issues/feed-links.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import { Day } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/newsletter-archive";
import css from "./newsletter-archive.module.css";

export const handle: PageHandle = { content: true };

export async function loader({ context }: Route.LoaderArgs) {
  return { issues: await listPublished(context.get(requestContext)) };
}

const archiveMeta = pageMeta("/newsletter/archive");
export const meta: Route.MetaFunction = (args) => [...(archiveMeta(args) ?? []), ...feedLinks];

/** Every issue that was published, the last sent first. */
export default function NewsletterArchive({ loaderData: { issues } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Newsletter archive"
        lede="About once a month: one revenue automation, with its cost, its return and what it took to build."
      >
        <ButtonLink variant="primary" size={40} href="/newsletter">
          Subscribe
        </ButtonLink>
        <ButtonLink size={40} href="/newsletter/feed.xml">
          RSS
        </ButtonLink>
        <ButtonLink size={40} href="/newsletter/atom.xml">
          Atom
        </ButtonLink>
      </PageHead>
      <div className={`wrap ${css.body}`}>
        {issues.length === 0 ? (
          <p className="prose">
            No issues published yet. Issues that we publish after sending appear here in full, and in the feeds.{" "}
            <a href="/newsletter">Subscribe</a> to get the next one by email.
          </p>
        ) : (
          <ol className={css.issues}>
            {issues.map(({ slug, subject, preview, sentAt }) => (
              <li className="grid rule-top" key={slug}>
                <p className="note">
                  <Day at={sentAt} />
                </p>
                <div>
                  <h2 className="t3">
                    <a href={`/newsletter/archive/${slug}`}>{subject}</a>
                  </h2>
                  <p>{preview}</p>
                </div>
              </li>
            ))}
          </ol>
        )}
      </div>
    </>
  );
}
