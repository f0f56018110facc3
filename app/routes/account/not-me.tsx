import { isAlarmValid } from "#app/features/accounts/sign-in/security-alarm.server.ts";
import css from "#app/features/accounts/ui/form.module.css";
import { AuthFrame } from "#app/features/accounts/ui/sign-in/auth-frame.tsx";
import { secretPage } from "#app/lib/firm.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import type { Route } from "./+types/not-me";

/** Opened from a security notice. GET changes nothing; the button does. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return { token: (await isAlarmValid(context.get(requestContext), token)) ? token : null };
}

export const meta = () => secretPage("This wasn’t me");

export default function NotMePage({ loaderData: { token } }: Route.ComponentProps) {
  return (
    <AuthFrame about="safety" title="This wasn’t you?">
      {token ? (
        <>
          <p className={`prose ${css.lead}`}>
            Then secure your account: this signs out every device and disables the password, and you set a new one on
            the next page.
          </p>
          <form method="post" action="/auth/not-me" className="grid gap-125 top-175">
            <input type="hidden" name="token" value={token} />
            <Button type="submit" variant="primary" wide>
              Sign out all devices
            </Button>
            <p className={`soft ui-size ${css.small}`}>If it was you, close this page. Nothing has changed.</p>
          </form>
        </>
      ) : (
        <>
          <Notice kind="critical" className="top-175">
            This link no longer works: it was used, or it is more than 7 days old.
          </Notice>
          <div className="grid gap-125 top-175">
            <ButtonLink href="/reset-password" variant="primary" wide>
              Set a new password
            </ButtonLink>
          </div>
        </>
      )}
    </AuthFrame>
  );
}
