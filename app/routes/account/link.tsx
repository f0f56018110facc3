import { redirect } from "react-router";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import { findLinkAddress } from "#app/features/accounts/sign-in/sign-in-link.server.ts";
import css from "#app/features/accounts/ui/form.module.css";
import { AuthFrame } from "#app/features/accounts/ui/sign-in/auth-frame.tsx";
import { nextPath } from "#app/lib/addresses/next-path.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { secretPage } from "#app/lib/firm.ts";
import { authPath } from "#app/shell/account/auth-path.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import type { Route } from "./+types/link";

/** Opened from a sign-in link. GET changes nothing, because mail scanners follow links; only the button signs in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const token = query.get("token") ?? "";
  const next = nextPath(query.get("next"));
  const ctx = context.get(requestContext);
  const email = await findLinkAddress(ctx, token);
  // Another tab of this browser has used the link.
  if (!email && ctx.actor.kind === "user") throw redirect(authPath({ next }));
  return { token, email, next };
}

export const meta = () => secretPage("Sign in");

export default function LinkPage({ loaderData: { token, email, next } }: Route.ComponentProps) {
  return (
    <AuthFrame title="Sign in">
      {email ? (
        <>
          <p className={`prose ${css.lead}`}>
            As <b className={`breaks ${css.address}`}>{readableAddress(email)}</b>.
          </p>
          <form method="post" action="/auth/link" className="grid gap-125 top-175">
            <input type="hidden" name="token" value={token} />
            <input type="hidden" name="next" value={next ?? ""} />
            <Button type="submit" variant="primary" wide>
              Sign In
            </Button>
          </form>
        </>
      ) : (
        <>
          <Notice kind="critical" className="top-175">
            {accountMessages.signInLinkOver}
          </Notice>
          <div className="grid gap-125 top-175">
            <ButtonLink href="/auth?step=link" variant="primary" wide>
              Get a new link
            </ButtonLink>
          </div>
        </>
      )}
    </AuthFrame>
  );
}
