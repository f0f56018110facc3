import css from "#app/features/accounts/ui/form.module.css";
import { AuthFrame } from "#app/features/accounts/ui/sign-in/auth-frame.tsx";
import { findSetup } from "#app/features/accounts/users/setup-link.server.ts";
import { secretPage } from "#app/lib/firm.ts";
import { operatorCommand } from "#app/platform/env.server.ts";
import type { teamEndpoints } from "#app/routes/api/auth/team.server.ts";
import { client } from "#app/shell/api-client.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import type { Route } from "./+types/setup";
import { JoinSteps } from "./joining/join-steps.tsx";

/** The first owner, by the link that a start prints. Without it the page says only how to get one. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const setup = await findSetup(context.get(requestContext), token);
  return { token, setup, command: setup.state === "no-link" ? operatorCommand("setup-link") : null };
}

const call = client<typeof teamEndpoints>();

export const meta = () => secretPage("Set up");

export default function SetupPage({ loaderData: { token, setup, command } }: Route.ComponentProps) {
  return (
    <AuthFrame about="safety" title={setup.state === "done" ? "Set-up is done" : "Set up your firm"}>
      {setup.state === "open" ? (
        <>
          <p className={`prose ${css.lead}`}>
            You become the owner. It takes four steps: your account, an authenticator app, recovery codes, the firm's
            name. A checklist with the rest follows.
          </p>
          <JoinSteps
            isNew
            email={null}
            enrollment={setup.enrollment}
            passkey={setup.passkey}
            next="/admin/settings/first"
            send={({ email = "", firstName = "", lastName = "", code = "", ...proof }) =>
              call("POST /auth/setup", { token, email, firstName, lastName, ...proof, code })
            }
          />
        </>
      ) : setup.state === "no-link" ? (
        <p className={`prose ${css.lead}`}>
          This page needs the link that the server prints when it starts. It works once, for 24 hours. To get a new one,
          restart the server or run <code>{command}</code>.
        </p>
      ) : (
        <>
          <p className={`prose ${css.lead}`}>An owner exists already. Owners and admins invite others under Team.</p>
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
