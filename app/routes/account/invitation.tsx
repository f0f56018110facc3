import { accountMessages } from "#app/features/accounts/accounts.ts";
import css from "#app/features/accounts/ui/form.module.css";
import { AuthFrame } from "#app/features/accounts/ui/sign-in/auth-frame.tsx";
import { findInvitation } from "#app/features/accounts/users/team.server.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { secretPage } from "#app/lib/firm.ts";
import { roleDescriptions, roleLabels } from "#app/lib/rights.ts";
import type { teamEndpoints } from "#app/routes/api/auth/team.server.ts";
import { authPath } from "#app/shell/account/auth-path.ts";
import { client } from "#app/shell/api-client.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import type { Route } from "./+types/invitation";
import { JoinSteps } from "./joining/join-steps.tsx";

/** Opened from an invitation to the team. GET changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return { token, invitation: await findInvitation(context.get(requestContext), token) };
}

const call = client<typeof teamEndpoints>();

export const meta = () => secretPage("Join the team");

export default function InvitationPage({ loaderData: { token, invitation } }: Route.ComponentProps) {
  return (
    <AuthFrame about="safety" title="Join the team">
      {invitation ? (
        <>
          <p className={`prose ${css.lead}`}>
            As <b className={`breaks ${css.address}`}>{readableAddress(invitation.email)}</b>, with the role{" "}
            {roleLabels[invitation.role]}: {roleDescriptions[invitation.role]}
          </p>
          {invitation.asks === "sign-in" ? (
            <div className="grid gap-125 top-175">
              <p className="prose">This address has an account. Sign in to it, then open the link again.</p>
              <ButtonLink href={authPath({ next: `/invitation?token=${token}` })} variant="primary" wide>
                Sign In
              </ButtonLink>
            </div>
          ) : (
            <JoinSteps
              isNew={invitation.asks === "join"}
              email={invitation.email}
              enrollment={invitation.enrollment}
              passkey={invitation.passkey}
              next="/admin"
              send={({ email: _, ...input }) => call("POST /auth/invitation", { token, ...input })}
            />
          )}
        </>
      ) : (
        <Notice kind="critical" className="top-175">
          {accountMessages.joinLinkOver}
        </Notice>
      )}
    </AuthFrame>
  );
}
