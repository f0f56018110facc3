import { useRevalidator } from "react-router";
import { type AccessAnswer, type AccessCodeEntry, codeMessages, denialMessages } from "#app/features/access/access.ts";
import { readAccess } from "#app/features/access/grants/grants.server.ts";
import { findOwnRequest } from "#app/features/access/requests/own-request.server.ts";
import { canRequestAgain, nextStepFor, type OwnRequest } from "#app/features/access/requests/own-request.ts";
import { CodeForm } from "#app/features/access/ui/code-form.tsx";
import { OwnRequestNote } from "#app/features/access/ui/own-request-note.tsx";
import { AuthFrame } from "#app/features/accounts/ui/sign-in/auth-frame.tsx";
import { CodeWithin } from "#app/features/content/code-within.tsx";
import { sendCode } from "#app/islands/access-endpoints.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { unlisted } from "#app/lib/firm.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Route } from "./+types/verify-access";
import css from "./verify-access.module.css";

const here = encodeURIComponent("/verify-access");

/** Returns 200 for everyone; the content depends on the visitor. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { actor, refusedForm } = ctx;
  const refused = refusedForm && {
    code: refusedForm.values["code"] ?? "",
    error: refusedForm.message ?? codeMessages.failed,
  };
  if (actor.kind !== "user") return { email: null, access: null, request: null, refused: null };
  const [access, request] = await Promise.all([readAccess(ctx, actor.userId), findOwnRequest({ ...ctx, actor })]);
  return { email: actor.email, access, request, refused: refused ?? null };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${loaderData?.email ? "Enter your access code" : "Authentication Required"}`);

export default function VerifyAccess({ loaderData }: Route.ComponentProps) {
  return loaderData.email === null ? <SignInFirst /> : <EnterCode {...loaderData} />;
}

function SignInFirst() {
  return (
    <AuthFrame title="Authentication Required">
      <p className={`prose ${css.lead}`}>
        An access code belongs to the account with the email address it was sent to. Sign in with that address, and
        enter the code here.
      </p>
      <div className="grid gap-125">
        <ButtonLink variant="primary" wide href={`/auth?next=${here}`}>
          Go to Sign In
        </ButtonLink>
        <p className="small">
          No account yet? <a href={`/auth?tab=signup&next=${here}`}>Create one</a> with the same address. No code yet?{" "}
          <a href="/request-access">Request one</a>.
        </p>
      </div>
    </AuthFrame>
  );
}

function EnterCode({
  email,
  access,
  request,
  refused,
}: {
  email: string;
  access: AccessAnswer;
  request: OwnRequest | null;
  refused: { code: string; error: string } | null;
}) {
  const next = nextStepFor(access.reason, request);
  return (
    <AuthFrame title="Enter your access code">
      {access.blocked && access.reason && (
        <Notice kind="caution" className={css.above}>
          {denialMessages[access.reason]}
        </Notice>
      )}
      {access.hasAccess && (
        <Notice kind="positive" className={css.above}>
          Your wizard is open already. <a href="/blueprint/wizard">Go to the wizard</a>
        </Notice>
      )}
      {!access.hasAccess && !access.blocked && request && (
        <OwnRequestNote request={request} email={email} className={css.above} />
      )}
      {access.blocked ? (
        <div className="grid gap-125">
          <ButtonLink variant="primary" wide href={next.href}>
            {next.label}
          </ButtonLink>
        </div>
      ) : (
        <CodePart email={email} request={request} refused={refused} />
      )}
      <form method="post" action="/api/auth/sign-out" className={css.other}>
        <p className="small">
          Did the email go to another address?{" "}
          <button type="submit" className={css.plain}>
            Sign Out
          </button>
        </p>
      </form>
    </AuthFrame>
  );
}

function CodePart({ email, request, refused }: Pick<Parameters<typeof EnterCode>[0], "email" | "request" | "refused">) {
  const { revalidate } = useRevalidator();
  // Another tab may have used the code: the page then shows that the wizard is open, and no longer that a code is waiting.
  const send = async (entry: AccessCodeEntry) => {
    const answer = await sendCode(entry);
    if (!answer.ok) await revalidate();
    return answer;
  };
  return (
    <>
      <p className={`prose ${css.lead}`}>
        Codes for this account come by email to <strong>{readableAddress(email)}</strong>: twelve letters and digits in
        three groups.
      </p>
      <CodeForm
        length={20}
        submitLabel="Validate Code"
        send={send}
        refused={refused}
        onGranted={() => window.location.assign("/blueprint/wizard")}
      >
        {canRequestAgain(request) && (
          <p className="small">
            No code? <a href="/request-access">Request one</a>
            {request?.state === "declined" ? (
              "."
            ) : (
              <>
                ; at a work address it arrives within <CodeWithin />.
              </>
            )}
          </p>
        )}
      </CodeForm>
    </>
  );
}
