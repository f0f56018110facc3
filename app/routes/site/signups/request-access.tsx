import { requestMessages } from "#app/features/access/access.ts";
import { findOwnAccess } from "#app/features/access/requests/own-access.server.ts";
import { canRequestAgain, nextSteps } from "#app/features/access/requests/own-access.ts";
import { OwnAccessNote } from "#app/features/access/ui/own-access-note.tsx";
import { PrivacyLine, RequestedNote, RequestFields } from "#app/features/access/ui/request-fields.tsx";
import { samplePath } from "#app/features/analysis/sample/sample-analysis.ts";
import { useCodeWithin } from "#app/features/content/code-within.tsx";
import { crumbNames } from "#app/features/content/content.ts";
import { unlisted } from "#app/lib/firm.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { estimatePath } from "#app/shell/site/main-paths.ts";
import { PostedForm } from "#app/shell/site/posted-form.tsx";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { Breadcrumb } from "#app/ui/frames/breadcrumb.tsx";
import { crumbsOf } from "#app/ui/frames/crumbs.ts";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import type { Route } from "./+types/request-access";
import css from "./form-page.module.css";

/** What the form came back with; see routes/forms/access-forms.server.ts. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { actor, refusedForm } = ctx;
  const query = new URL(request.url).searchParams;
  const said = query.get("said");
  return {
    email: actor.kind === "user" ? actor.email : null,
    access: actor.kind === "user" ? await findOwnAccess({ ...ctx, actor }) : null,
    said: said === "sent" || said === "review" ? said : null,
    isOddWebsite: query.get("website") === "typed",
    isSyncFailed: query.get("profile") === "failed",
    refused: refusedForm ?? null,
  };
}

export const handle: PageHandle = { content: true };
export const headers = () => ({ "cache-control": "private, no-store" });
export const meta: Route.MetaFunction = () => unlisted("Request access");

const crumbs = crumbsOf("/request-access", { ...crumbNames(), "/request-access": "Request access" });

export default function RequestAccess({
  loaderData: { email, access, said, isOddWebsite, isSyncFailed, refused },
}: Route.ComponentProps) {
  const within = useCodeWithin();
  const hasForm = canRequestAgain(access) || refused !== null;
  return (
    <>
      <PageHead
        above={<Breadcrumb crumbs={crumbs} />}
        title="Request early access"
        lede={hasForm ? "The wizard is free. You need an access code to open it." : "The wizard is free."}
      />
      <div className={`wrap grid start ${css.columns}`}>
        <div className={`grid gap-110 ruled ${css.part}`}>
          {said ? (
            <>
              <RequestedNote codeWithin={within} needsPerson={said === "review"} isOddWebsite={isOddWebsite} />
              {isSyncFailed && (
                <Notice kind="caution" title={requestMessages.syncTitle}>
                  {requestMessages.syncFailed}
                </Notice>
              )}
              <div className="row">
                <ButtonLink href="/downloads">Get the starter kit</ButtonLink>
                <ButtonLink variant="tertiary" href="/">
                  Back to home
                </ButtonLink>
              </div>
            </>
          ) : email && access && !hasForm ? (
            <>
              <OwnAccessNote access={access} email={email} />
              <div className="row">
                {nextSteps(access).map(({ href, label }, index) => (
                  <ButtonLink key={href} variant={index === 0 ? "primary" : "tertiary"} href={href}>
                    {label}
                  </ButtonLink>
                ))}
              </div>
            </>
          ) : (
            <PostedForm action="/request-access" className="grid gap-125" aria-label="Access request">
              <FormFailure text={refused?.message} />
              {email && access && <OwnAccessNote access={access} email={email} />}
              <RequestFields email={email} faults={refused?.fields ?? {}} values={refused?.values ?? {}} />
              <Button type="submit" variant="primary" wide>
                Request Access
              </Button>
              <PrivacyLine />
            </PostedForm>
          )}
        </div>
        {(hasForm || said) && (
          <section className={`grid gap-110 ruled ${css.part}`} aria-labelledby="after">
            <h2 className="t4" id="after">
              What happens next
            </h2>
            <ol className={`grid gap-60 ${css.steps}`}>
              <li>
                {said === "review"
                  ? "We email our decision; if we approve your request, the code is in the same email."
                  : `The code comes by email within ${within}, at a work address.`}{" "}
                Until then, <a href={estimatePath}>estimate your return</a> or{" "}
                <a href={samplePath}>read a sample analysis</a>.
              </li>
              {email === null && (
                <li>
                  <a href="/auth?tab=signup">Create an account</a> with the same address.
                </li>
              )}
              <li>Enter the code and complete three steps of five minutes.</li>
            </ol>
            <p className="small">
              Have a code? <a href="/verify-access">Enter it</a>.
            </p>
          </section>
        )}
      </div>
    </>
  );
}
