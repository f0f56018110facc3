import { accountMessages } from "#app/features/accounts/accounts.ts";
import { findEmailStep } from "#app/features/accounts/email/email-change.server.ts";
import css from "#app/features/accounts/ui/form.module.css";
import { AuthFrame } from "#app/features/accounts/ui/sign-in/auth-frame.tsx";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { secretPage } from "#app/lib/firm.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import type { Route } from "./+types/email-change";

/** Opened from both mails about an address change, for the old and the new address. GET changes nothing; the button does. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const token = query.get("token") ?? "";
  const done = query.get("done");
  return {
    step: await findEmailStep(ctx, token),
    token,
    done: done === "asked" || done === "moved" ? done : null,
    isMailboxFull: query.get("notice") === "mailbox-limit",
    isSignedIn: ctx.actor.kind === "user",
  };
}

export const meta = () => secretPage("Change your email");

export default function EmailChangePage({
  loaderData: { step, token, done, isMailboxFull, isSignedIn },
}: Route.ComponentProps) {
  if (done)
    return (
      <AuthFrame about="safety" title={done === "moved" ? "Your address is changed" : "One email to go"}>
        <Notice kind="positive" className="top-175">
          {done === "moved" ? movedText(isSignedIn) : accountMessages.emailConfirmed}
        </Notice>
        <div className="grid gap-125 top-175">
          <ButtonLink
            href={isSignedIn ? "/account?tab=email" : "/auth"}
            variant={done === "moved" ? "primary" : "secondary"}
            wide
          >
            {isSignedIn ? "Back to your account" : "Sign In"}
          </ButtonLink>
        </div>
      </AuthFrame>
    );
  if (!step)
    return (
      <AuthFrame about="safety" title="Change your email">
        <Notice kind="critical" className="top-175">
          This link no longer works: it was used, it is more than an hour old, or the change was canceled.
        </Notice>
        <div className="grid gap-125 top-175">
          <ButtonLink href="/account?tab=email" variant="primary" wide>
            Go to your account
          </ButtonLink>
        </div>
      </AuthFrame>
    );
  return (
    <AuthFrame about="safety" title={step.step === "confirm" ? "Confirm the change" : "Verify your new address"}>
      {isMailboxFull && (
        <Notice kind="caution" className="top-175">
          {accountMessages.newAddressLimit}
        </Notice>
      )}
      <p className={`prose ${css.lead}`}>
        {step.step === "confirm"
          ? "Confirm that your account should use the new address. Then we email that address to confirm; nothing changes until you confirm there, too."
          : `From now on you sign in with the new address, and our emails go there. ${isSignedIn ? "Your other devices are" : "All your devices are"} signed out.`}
      </p>
      <dl className={`grid baseline top-150 breaks ${css.pairs}`}>
        <dt className="note">From</dt>
        <dd>{readableAddress(step.oldEmail)}</dd>
        <dt className="note">To</dt>
        <dd>{readableAddress(step.newEmail)}</dd>
      </dl>
      <form method="post" action="/auth/email-change" className="grid gap-125 top-175">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" variant="primary" wide>
          {step.step === "confirm" ? "Confirm" : "Verify"}
        </Button>
      </form>
    </AuthFrame>
  );
}

const movedText = (isSignedIn: boolean) => (isSignedIn ? accountMessages.emailMovedHere : accountMessages.emailMoved);
