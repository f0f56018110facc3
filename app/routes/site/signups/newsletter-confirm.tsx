import { data, isRouteErrorResponse } from "react-router";
import { findSignup } from "#app/features/newsletter/subscribers/pending.server.ts";
import { unlisted } from "#app/lib/firm.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { PostedForm } from "#app/shell/site/posted-form.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { ScreenMessage } from "#app/ui/feedback/screen-message.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import type { Route } from "./+types/newsletter-confirm";
import css from "./unsubscribe.module.css";

export async function loader({ params, context }: Route.LoaderArgs) {
  const state = await findSignup(context.get(requestContext), params.key);
  if (!state) throw data(null, { status: 404 });
  return { state, action: `/newsletter/confirm/${params.key}` };
}

export const handle: PageHandle = { content: true };
/** The address is the right to confirm: it goes into no referrer, no index and no cache. */
export const headers = () => ({ "referrer-policy": "same-origin", "cache-control": "private, no-store" });
export const meta: Route.MetaFunction = () => unlisted("Confirm your subscription");

/** Where the link of the confirmation mail leads. A button confirms, because mail scanners open links. */
export default function NewsletterConfirm({ loaderData: { state, action } }: Route.ComponentProps) {
  if (state === "confirmed")
    return (
      <PageHead
        title="Your subscription is confirmed"
        lede="There is nothing more to do. You can unsubscribe with one click in every issue."
      />
    );
  return (
    <>
      <PageHead
        title="Confirm your subscription"
        lede="About once a month: one revenue automation, with its cost, its return and what it took to build."
      />
      <div className={`wrap grid justify-items-start ${css.narrow}`}>
        <PostedForm action={action}>
          <Button type="submit" variant="primary">
            Confirm subscription
          </Button>
        </PostedForm>
        <p className="small">You can unsubscribe with one click in every issue.</p>
      </div>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <ScreenMessage
      inside
      title="This link was already used, or it has expired"
      text="If you have confirmed before, you are subscribed and there is nothing to do. Otherwise subscribe again to get a new link."
      action={{ href: "/newsletter", label: "Go to the newsletter" }}
    />
  );
}
