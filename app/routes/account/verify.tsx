import { accountMessages } from "#app/features/accounts/accounts.ts";
import { isVerificationLinkValid } from "#app/features/accounts/email/email-links.server.ts";
import css from "#app/features/accounts/ui/form.module.css";
import { AuthFrame } from "#app/features/accounts/ui/sign-in/auth-frame.tsx";
import { secretPage } from "#app/lib/firm.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import type { Route } from "./+types/verify";

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return (await isVerificationLinkValid(context.get(requestContext), token)) ? { token } : { token: null };
}

export const meta = () => secretPage("Verify your email");

export default function VerifyPage({ loaderData: { token } }: Route.ComponentProps) {
  return (
    <AuthFrame title="Verify your email">
      {token ? (
        <>
          <p className={`prose ${css.lead}`}>Confirm that this address is yours. After that you can sign in.</p>
          <form method="post" action="/auth/verify" className="grid gap-125 top-175">
            <input type="hidden" name="token" value={token} />
            <Button type="submit" variant="primary" wide>
              Verify
            </Button>
          </form>
        </>
      ) : (
        <>
          <Notice kind="critical" className="top-175">
            {accountMessages.linkNotValid}
          </Notice>
          <div className="grid gap-125 top-175">
            <ButtonLink href="/auth" variant="primary" wide>
              Sign In
            </ButtonLink>
          </div>
        </>
      )}
    </AuthFrame>
  );
}
