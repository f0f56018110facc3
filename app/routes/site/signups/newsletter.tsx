import { crumbNames } from "#app/features/content/content.ts";
import { feedLinks } from "#app/features/newsletter/issues/feed-links.ts";
import { newsletterTopics } from "#app/features/newsletter/newsletter-terms.ts";
import {
  newsletterConsent,
  newsletterMessages,
  signupOutcomes,
} from "#app/features/newsletter/subscribers/subscription.ts";
import { titled } from "#app/lib/firm.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { PostedForm } from "#app/shell/site/posted-form.tsx";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { SubmitWithConsent } from "#app/ui/buttons/submit-with-consent.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { HiddenField } from "#app/ui/forms/hidden-field.tsx";
import { Breadcrumb } from "#app/ui/frames/breadcrumb.tsx";
import { crumbsOf } from "#app/ui/frames/crumbs.ts";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import type { Route } from "./+types/newsletter";
import css from "./form-page.module.css";

/** What the form came back with; see routes/forms/newsletter/newsletter-form.server.ts. */
export function loader({ request, context }: Route.LoaderArgs) {
  const word = new URL(request.url).searchParams.get("said");
  return {
    said: signupOutcomes.find((known) => known === word) ?? null,
    refused: context.get(requestContext).refusedForm ?? null,
  };
}

export const handle: PageHandle = { content: true };
export const headers = () => ({ "cache-control": "private, no-store" });
export const meta: Route.MetaFunction = () => [
  titled("Newsletter"),
  { name: "robots", content: "noindex" },
  ...feedLinks,
];

const crumbs = crumbsOf("/newsletter", { ...crumbNames(), "/newsletter": "Newsletter" });

/** The newsletter's form as a page, for links from mails and application pages. Its form needs no script. */
export default function Newsletter({ loaderData: { said, refused } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        above={<Breadcrumb crumbs={crumbs} />}
        title="The newsletter"
        lede="About once a month: one revenue automation, with its cost, its return and what it took to build."
      />
      <div className={`wrap grid start ${css.columns}`}>
        <div className={`grid gap-110 ruled ${css.part}`}>
          {said && !refused ? (
            <>
              {said === "subscribed" || said === "confirmed" ? (
                <Notice kind="positive" title={newsletterMessages.aboard} live>
                  {newsletterMessages.welcome} The first email is on its way to your inbox.
                </Notice>
              ) : said === "pending" ? (
                <Notice kind="positive" title={newsletterMessages.confirmTitle} live>
                  {newsletterMessages.confirm}
                </Notice>
              ) : (
                <Notice kind="info" title={newsletterMessages.alreadyTitle} live>
                  {newsletterMessages.alreadyText}
                </Notice>
              )}
              <div className="row">
                <ButtonLink href="/downloads">Get the starter kit</ButtonLink>
                <ButtonLink variant="tertiary" href="/">
                  Back to home
                </ButtonLink>
              </div>
            </>
          ) : (
            <PostedForm action="/newsletter" className="grid gap-125" aria-label="Newsletter">
              <FormFailure text={refused?.message} />
              <TextField
                label="Email"
                name="email"
                type="email"
                autoComplete="email"
                maxLength={255}
                required
                defaultValue={refused?.values["email"]}
                error={refused?.fields["email"]}
              />
              <HiddenField />
              <SubmitWithConsent label="Subscribe" consent={newsletterConsent} busy={false} busyText="Subscribing" />
            </PostedForm>
          )}
        </div>
        <section className={`grid gap-110 ruled ${css.part}`} aria-labelledby="topics">
          <h2 className="t4" id="topics">
            What it is about
          </h2>
          <dl className="grid gap-100">
            {newsletterTopics.map(({ key, label, about }) => (
              <div key={key}>
                <dt className="weight-560">{label}</dt>
                <dd className="small">{about}</dd>
              </div>
            ))}
          </dl>
          <p className="small">
            Every issue has a link to choose topics and frequency or to unsubscribe in one click.{" "}
            <a href="/newsletter/archive">Published issues</a>
          </p>
        </section>
      </div>
    </>
  );
}
